import { useReportUnsaved } from '#app/editor/use-report-unsaved.ts';
import { SECTION } from './section.ts';

/** Reports selected or uploading files as unsaved; they are lost when the page is left. */
export const useUnsavedFiles = (field: string, areThere: boolean): void =>
  useReportUnsaved(SECTION, field, areThere, { isFile: true });
