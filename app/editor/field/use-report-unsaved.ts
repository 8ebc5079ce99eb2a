import { useLayoutEffect } from 'react';
import type { Pending } from '#app/editor/shell/use-unsaved-fields.ts';
import { useEditor } from './editor-context.ts';

/** Reports whether a field is unsaved. Uses a layout effect, so that "Saved" never shows with a leave warning. */
export function useReportUnsaved(
  section: string,
  field: string,
  isUnsaved: boolean,
  { isFile = false, pending }: { isFile?: boolean; pending?: Pending | undefined } = {},
): void {
  const { reportUnsaved } = useEditor();
  useLayoutEffect(() => {
    reportUnsaved(section, field, isUnsaved, { isFile, pending });
    return () => reportUnsaved(section, field, false);
  }, [reportUnsaved, section, field, isUnsaved, isFile, pending]);
}
