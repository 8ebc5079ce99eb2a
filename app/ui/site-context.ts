import { createContext, use } from 'react';
import type { PublicSite } from '#shared/page-content.ts';

const SiteContext = createContext<PublicSite | undefined>(undefined);

export const SiteProvider = SiteContext.Provider;

export function useSite(): PublicSite {
  const site = use(SiteContext);
  if (!site) throw new Error('useSite was called outside of SiteProvider.');
  return site;
}
