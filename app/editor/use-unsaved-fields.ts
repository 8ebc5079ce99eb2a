import { useCallback, useState } from 'react';

/** Every field with unsaved text, with the section that it belongs to. */
export type UnsavedFields = ReadonlyMap<string, string>;

export function useUnsavedFields() {
  const [unsaved, setUnsaved] = useState<UnsavedFields>(new Map());

  const reportUnsaved = useCallback((section: string, field: string, isUnsaved: boolean) => {
    setUnsaved((known) => {
      if (known.has(field) === isUnsaved) return known;
      const next = new Map(known);
      if (isUnsaved) next.set(field, section);
      else next.delete(field);
      return next;
    });
  }, []);

  return { unsaved, reportUnsaved };
}
