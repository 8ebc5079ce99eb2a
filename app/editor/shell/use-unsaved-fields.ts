import { useCallback, useState } from 'react';

/** `isFile`: unlike texts, files have no draft on the device. */
type Unsaved = { section: string; isFile: boolean };

export type UnsavedFields = ReadonlyMap<string, Unsaved>;

export function useUnsavedFields() {
  const [unsaved, setUnsaved] = useState<UnsavedFields>(new Map());

  /** Reports whether a field has unsaved changes, for the section list and the leave warning. */
  const reportUnsaved = useCallback(
    (section: string, field: string, isUnsaved: boolean, { isFile = false } = {}) => {
      setUnsaved((known) => {
        if (known.has(field) === isUnsaved) return known;
        const next = new Map(known);
        if (isUnsaved) next.set(field, { section, isFile });
        else next.delete(field);
        return next;
      });
    },
    [],
  );

  return { unsaved, reportUnsaved };
}
