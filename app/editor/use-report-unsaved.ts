import { useLayoutEffect } from 'react';
import { useEditor } from './editor-context.ts';

/** Reports whether a field is unsaved. A layout effect, so that nothing warns about a field that shows "Saved". */
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
