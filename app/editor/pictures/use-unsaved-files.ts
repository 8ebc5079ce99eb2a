import { useLayoutEffect } from 'react';
import { useEditor } from '#app/editor/editor-context.ts';
import { SECTION } from './section.ts';

/** Tells whether there are files that are chosen or on their way: they stay behind when the page is left. */
export function useUnsavedFiles(field: string, areThere: boolean): void {
  const { reportUnsaved } = useEditor();
  useLayoutEffect(() => {
    reportUnsaved(SECTION, field, areThere, { isFile: true });
    return () => reportUnsaved(SECTION, field, false);
  }, [reportUnsaved, field, areThere]);
}
