import { useCallback, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusField, keepInView, type Target } from './keep-in-view.ts';
import { findOpenSections, saveOpenSections } from './open-sections.ts';
import { requiredContext } from '#app/browser/required-context.ts';
import type { UnsavedFields } from './use-unsaved-fields.ts';

export const [SectionsProvider, useSections] =
  requiredContext<ReturnType<typeof useSectionStates>>('useSections');

/** Manages which sections are open. `hash`: id of the section in the URL, or ''. `needed`: further ones to open first. */
export function useSectionStates({
  ids,
  hash,
  needed,
  unsaved,
  preview,
}: {
  ids: readonly string[];
  hash: string;
  needed: () => readonly string[];
  unsaved: UnsavedFields;
  /** Shows the page on which a section shows. */
  preview: (of: { section: string }) => void;
}) {
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
      /** Id of the section that was opened last. */
      current,
      isOpen: (id: string) => opened.has(id),
      /** Returns the number of unsaved fields in a section. */
      unsavedIn: (id: string) => [...unsaved.values()].filter(({ section }) => section === id).length,
      preview,
      /** Called after the browser has opened or closed a section. */
      onToggled: setOpen,
      /** Opens, scrolls to and focuses a section, or what is named in it. */
      open(id: string, target: Target = {}) {
        flushSync(() => setOpen(id, true));
        const section = document.getElementById(id);
        if (!section) return;
        section.scrollIntoView();
        section.querySelector<HTMLElement>('summary, button')?.focus({ preventScroll: true });
        if (target.field || target.row) focusField(section, target);
        // The contents of sections above may load now.
        else keepInView(section);
      },
    }),
    [current, opened, unsaved, setOpen, preview],
  );
}
