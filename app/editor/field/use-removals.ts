import { useCallback, useEffect, useRef, useState } from 'react';
import { useEditor } from './editor-context.ts';
import { focusOrRow } from './row-toggle.tsx';
import { removalOf, type Removal } from './removals.ts';

/** Keeps the removals from a list while its page is open, also through a reload or a new sign-in. */
export function useRemovals<Item extends { id: string }>(field: string) {
  const { drafts } = useEditor();
  const [removals, setRemovals] = useState(() => drafts.findRemovals(field) as readonly Removal<Item>[]);

  useEffect(() => drafts.saveRemovals(field, removals), [drafts, field, removals]);

  const remember = useCallback(
    (id: string, lists: { draft: readonly Item[]; saved: readonly Item[] }) =>
      setRemovals((before) => {
        const others = before.filter(({ item }) => item.id !== id);
        const removal = removalOf(id, { ...lists, removals: others });
        return removal ? [...others, removal] : before;
      }),
    [],
  );

  const forget = useCallback(
    (id: string) => setRemovals((before) => before.filter(({ item }) => item.id !== id)),
    [],
  );

  return { removals, remember, forget };
}

/** Returns a function that focuses an element as soon as it exists, unless the user has moved the focus since. */
export function useFocusWhenLost(): (id: string) => void {
  const requested = useRef<string>(undefined);
  const [, render] = useState({});
  // After each render, because the element may be added by a later one.
  useEffect(() => {
    const element = requested.current === undefined ? null : document.getElementById(requested.current);
    if (!element) return;
    requested.current = undefined;
    // Browsers move the focus to the body when the focused element is removed.
    if (document.activeElement === document.body) focusOrRow(element);
  });
  return useCallback((id) => {
    requested.current = id;
    render({});
  }, []);
}
