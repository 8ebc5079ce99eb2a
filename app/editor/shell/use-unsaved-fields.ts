import { useCallback, useState } from 'react';
import type { SaveRequest } from '#contract/drafts.ts';

/** The requests that save a draft, or why it cannot be saved. `subscribe` reports each change of it. */
export type Pending = {
  saves: () => readonly SaveRequest[] | string;
  subscribe: (onChange: () => void) => () => void;
};

/** `isFile`: unlike texts, files have no draft on the device. */
type Unsaved = { section: string; isFile: boolean; pending?: Pending | undefined };

export type UnsavedFields = ReadonlyMap<string, Unsaved>;

export function useUnsavedFields() {
  const [unsaved, setUnsaved] = useState<UnsavedFields>(new Map());

  /** Reports whether a field has unsaved changes, for the section list and the leave warning. */
  const reportUnsaved = useCallback(
    (
      section: string,
      field: string,
      isUnsaved: boolean,
      { isFile = false, pending }: { isFile?: boolean; pending?: Pending | undefined } = {},
    ) => {
      setUnsaved((known) => {
        if (known.has(field) === isUnsaved) return known;
        const next = new Map(known);
        if (isUnsaved) next.set(field, { section, isFile, pending });
        else next.delete(field);
        return next;
      });
    },
    [],
  );

  return { unsaved, reportUnsaved };
}
