import { UNREACHABLE, type CallResult } from './shell/admin-api.ts';

/** The contents of most sections. One file has their code, because they share most of it. */
export type LaterSections = typeof import('./later-sections.ts');

export async function loadLaterSections(): Promise<CallResult<LaterSections>> {
  try {
    return { outcome: 'done', body: await import('./later-sections.ts'), version: '' };
  } catch {
    return UNREACHABLE;
  }
}
