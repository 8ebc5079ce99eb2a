import { UNREACHABLE, type CallResult } from './frame/admin-api.ts';

/** Sections that load once the first texts are shown. */
export type LaterSections = typeof import('./later-sections.ts');

/**
 * Sections that load once someone comes near them or uses the page. One file has their code, because they share most of
 * it.
 */
export type SectionsOnDemand = typeof import('./sections-on-demand.ts');

export const loadLaterSections = () => load(() => import('./later-sections.ts'));

export const loadSectionsOnDemand = () => load(() => import('./sections-on-demand.ts'));

async function load<Code>(code: () => Promise<Code>): Promise<CallResult<Code>> {
  try {
    return { outcome: 'done', body: await code(), version: '' };
  } catch {
    return UNREACHABLE;
  }
}
