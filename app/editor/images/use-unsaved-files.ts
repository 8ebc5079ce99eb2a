import { useReportUnsaved } from '#app/editor/field/use-report-unsaved.ts';
import { SECTION } from './section.ts';

/** Reports selected or uploading files as unsaved; they are lost when the page is left. */
export const useUnsavedFiles = (field: string, hasFiles: boolean): void =>
  useReportUnsaved(SECTION, field, hasFiles, { isFile: true });
