import { useLayoutEffect } from 'react';
import { useEditor } from './editor-context.ts';

/** Reports whether a field is unsaved. Uses a layout effect, so that "Saved" never shows with a leave warning. */
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
