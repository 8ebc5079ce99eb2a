import { useCallback, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { createCurrentSection } from './current-section.ts';
import { focusField } from './focus-field.ts';
import { keepInView } from './keep-in-view.ts';
import { findOpenSections, saveOpenSections } from './open-sections.ts';
import type { Sections } from './section-context.ts';
import type { UnsavedFields } from './use-unsaved-fields.ts';

/** Manages which sections are open, and which is the current one. */
export function useSectionStates({
  ids,
  hash,
  needed,
  unsaved,
}: {
  ids: readonly string[];
  /** Id of the section in the URL, or ''. */
  hash: string;
  /** Sections to open first, in addition to those that were left open. */
  needed: () => readonly string[];
  unsaved: UnsavedFields;
}): Sections {
  const [first = ''] = ids;
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set([...findOpenSections(), ...needed()]),
  );
  const [current, setCurrent] = useState(first);

  const setOpen = useCallback((id: string, isOpen: boolean) => {
    setOpened((before) => {
      if (before.has(id) === isOpen) return before;
      const after = new Set(before);
      if (isOpen) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);

  // Before the first paint and on Back and Forward; the section list opens its sections itself.
  const [openedHash, setOpenedHash] = useState<string>();
  if (hash !== openedHash) {
    setOpenedHash(hash);
    if (ids.includes(hash)) setOpen(hash, true);
  }

  useEffect(() => void saveOpenSections(opened), [opened]);

  const [scrolling] = useState(() => createCurrentSection(setCurrent));
  useEffect(() => scrolling.listen(), [scrolling]);

  return useMemo(
    () => ({
      current,
      isOpen: (id) => opened.has(id),
      unsavedIn: (id) => [...unsaved.values()].filter(({ section }) => section === id).length,
      onToggled: setOpen,
      open(id, field) {
        scrolling.choose();
        flushSync(() => {
          setOpen(id, true);
          setCurrent(id);
        });
        const section = document.getElementById(id);
        if (!section) return;
        section.scrollIntoView();
        section.querySelector<HTMLElement>('summary, button')?.focus({ preventScroll: true });
        if (field) focusField(section, field);
        // The contents of sections above may load now.
        else keepInView(section);
      },
      observe: scrolling.observe,
    }),
    [current, opened, unsaved, setOpen, scrolling],
  );
}
