import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { afterPress } from '#app/browser/after-press.ts';
import { onUserInteraction } from '#app/browser/user-interaction.ts';
import { FIRST_KEY } from '#app/router/create-router.ts';
import { useLocation } from '#app/router/router-context.tsx';
import type { EditorContext } from './field/editor-context.ts';
import { useEditorQuery, type EditorQuery } from './frame/use-editor-query.ts';
import { loadSectionsOnDemand, type SectionsOnDemand } from './load-later-sections.ts';

export type OnDemand = {
  /** False while the code is not requested. */
  isNeeded: boolean;
  need: () => void;
  query: EditorQuery<SectionsOnDemand>;
};

/**
 * Returns the code of sections that load on demand: once one of them is near the screen or someone uses the page, so that
 * keys, find in page, and links find every field. Drafts need it immediately, because all sections count unsaved changes.
 */
export function useSectionsOnDemand({
  drafts,
  interrupted,
  refreshLastSaves,
}: Pick<EditorContext, 'drafts' | 'interrupted' | 'refreshLastSaves'>): OnDemand {
  const { key } = useLocation();
  const [isNeededFirst] = useState(
    () =>
      // Someone has just signed in, or followed a link.
      key !== FIRST_KEY || interrupted !== undefined || drafts.isAnyStored(),
  );
  const [isNeeded, setNeeded] = useState(isNeededFirst);
  const query = useEditorQuery(loadSectionsOnDemand, { isNeeded });
  const need = useCallback(() => setNeeded(true), []);

  useLayoutEffect(() => {
    if (isNeeded) return;
    const onUse = () => afterPress(need);
    const stopListening = onUserInteraction(onUse);
    // Assistive technology moves the focus without keys.
    addEventListener('focusin', onUse);
    return () => {
      stopListening();
      removeEventListener('focusin', onUse);
    };
  }, [isNeeded, need]);

  useEffect(() => {
    // The sections load newer content than the editor did.
    if (isNeeded && !isNeededFirst) refreshLastSaves();
  }, [isNeeded, isNeededFirst, refreshLastSaves]);

  return useMemo(() => ({ isNeeded, need, query }), [isNeeded, need, query]);
}
