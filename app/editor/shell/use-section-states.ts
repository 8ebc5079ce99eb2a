import { useCallback, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusField, keepInView } from './keep-in-view.ts';
import { findOpenSections, saveOpenSections } from './open-sections.ts';
import type { Sections } from './section-context.ts';
import type { UnsavedFields } from './use-unsaved-fields.ts';

/** Manages which sections are open. `hash`: id of the section in the URL, or ''. `needed`: further ones to open first. */
export function useSectionStates({
  ids,
  hash,
  needed,
  unsaved,
}: {
  ids: readonly string[];
  hash: string;
  needed: () => readonly string[];
  unsaved: UnsavedFields;
}): Sections {
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set([...findOpenSections(), ...needed()]),
  );
  const [current, setCurrent] = useState(ids[0] ?? '');

  const setOpen = useCallback((id: string, isOpen: boolean) => {
    if (isOpen) setCurrent(id);
    setOpened((before) => {
      if (before.has(id) === isOpen) return before;
      return isOpen ? new Set(before).add(id) : new Set([...before].filter((each) => each !== id));
    });
  }, []);

  // Before the first paint and on Back and Forward; the section list opens its sections itself.
  const [openedHash, setOpenedHash] = useState<string>();
  if (hash !== openedHash) {
    setOpenedHash(hash);
    if (ids.includes(hash)) setOpen(hash, true);
  }

  useEffect(() => void saveOpenSections(opened), [opened]);

  return useMemo(
    () => ({
      current,
      isOpen: (id) => opened.has(id),
      unsavedIn: (id) => [...unsaved.values()].filter(({ section }) => section === id).length,
      onToggled: setOpen,
      open(id, field) {
        flushSync(() => setOpen(id, true));
        const section = document.getElementById(id);
        if (!section) return;
        section.scrollIntoView();
        section.querySelector<HTMLElement>('summary, button')?.focus({ preventScroll: true });
        if (field) focusField(section, field);
        // The contents of sections above may load now.
        else keepInView(section);
      },
    }),
    [current, opened, unsaved, setOpen],
  );
}
