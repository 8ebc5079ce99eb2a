import { importResult } from './shell/use-editor-query.ts';

/** The contents of most sections. One file has their code, because they share most of it. */
export type LaterSections = typeof import('./later-sections.ts');

export const loadLaterSections = () => importResult<LaterSections>(import('./later-sections.ts'));
