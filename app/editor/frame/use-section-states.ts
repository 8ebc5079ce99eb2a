import { useCallback, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { createCurrentSection } from './current-section.ts';
import { createFarSections } from './far-sections.ts';
import { keepInView } from './keep-in-view.ts';
import { findOpenSections, isSectionOpen, saveOpenSections, withSection } from './open-sections.ts';
import type { Sections } from './section-context.ts';
import { useIsNarrow } from './use-is-narrow.ts';
import type { UnsavedFields } from './use-unsaved-fields.ts';

/** Manages which sections are open, and which is the current one. `hash`: id of the section in the URL, or ''. */
export function useSectionStates(ids: readonly string[], hash: string, unsaved: UnsavedFields): Sections {
  const isNarrow = useIsNarrow();
  const [first = ''] = ids;
  const [sections, setSections] = useState(() => findOpenSections(first));
  const [current, setCurrent] = useState(first);

  const setOpen = useCallback(
    (id: string, isOpen: boolean) => {
      setSections((before) => withSection(before, id, { isOpen, isNarrow }));
      if (isOpen && isNarrow) setCurrent(id);
    },
    [isNarrow],
  );

  // Before the first paint and on Back and Forward; the section list opens its sections itself.
  const [openedHash, setOpenedHash] = useState<string>();
  if (hash !== openedHash) {
    setOpenedHash(hash);
    if (ids.includes(hash)) setOpen(hash, true);
  }

  useEffect(() => void saveOpenSections(sections), [sections]);

  const [scrolling] = useState(() => createCurrentSection(setCurrent));
  useEffect(() => scrolling.listen(), [scrolling]);
  const [far] = useState(createFarSections);
  useEffect(() => far.listen(), [far]);
  const observe = useCallback(
    (section: Element) => {
      const stops = [scrolling.observe(section), far.observe(section)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [scrolling, far],
  );

  return useMemo(
    () => ({
      current,
      isOpen: (id) => isSectionOpen(sections, id, isNarrow),
      unsavedIn: (id) => [...unsaved.values()].filter(({ section }) => section === id).length,
      onToggled: setOpen,
      open(id) {
        scrolling.choose();
        flushSync(() => {
          setOpen(id, true);
          setCurrent(id);
        });
        const section = document.getElementById(id);
        section?.scrollIntoView();
        section?.querySelector('summary')?.focus({ preventScroll: true });
        // The contents of sections above may load now.
        if (section) keepInView(section);
      },
      observe,
    }),
    [current, sections, isNarrow, unsaved, setOpen, scrolling, observe],
  );
}
