import { useLayoutEffect } from 'react';
import { useEditor } from './editor-context.ts';

/**
 * Tells the editor whether a field has something unsaved, before anybody sees the field say so: what is told as saved is
 * not asked about any more.
 */
export function useReportUnsaved(
  section: string,
  field: string,
  isUnsaved: boolean,
  { isFile = false } = {},
): void {
  const { reportUnsaved } = useEditor();
  useLayoutEffect(() => {
    reportUnsaved(section, field, isUnsaved, { isFile });
    return () => reportUnsaved(section, field, false);
  }, [reportUnsaved, section, field, isUnsaved, isFile]);
}
