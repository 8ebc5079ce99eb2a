import { useReportUnsaved } from '#app/editor/use-report-unsaved.ts';
import { SECTION } from './section.ts';

/** Tells whether there are files that are chosen or on their way: they stay behind when the page is left. */
export const useUnsavedFiles = (field: string, areThere: boolean): void =>
  useReportUnsaved(SECTION, field, areThere, { isFile: true });
