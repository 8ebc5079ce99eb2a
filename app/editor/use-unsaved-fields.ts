import { useCallback, useState } from 'react';

/** Where something unsaved is, and whether it is of a kind that this device can keep: files are not. */
type Unsaved = { section: string; isKept: boolean };

/** Every field with something unsaved. */
export type UnsavedFields = ReadonlyMap<string, Unsaved>;

export function useUnsavedFields() {
  const [unsaved, setUnsaved] = useState<UnsavedFields>(new Map());

  const reportUnsaved = useCallback(
    (section: string, field: string, isUnsaved: boolean, { isKept = true } = {}) => {
      setUnsaved((known) => {
        if (known.has(field) === isUnsaved) return known;
        const next = new Map(known);
        if (isUnsaved) next.set(field, { section, isKept });
        else next.delete(field);
        return next;
      });
    },
    [],
  );

  return { unsaved, reportUnsaved };
}
