import type { PublicSite } from '#shared/page-content.ts';
import { requiredContext } from '#app/browser/required-context.ts';

export const [SiteProvider, useSite] = requiredContext<PublicSite>('useSite');
