import { startTransition, useEffect, useMemo, useState } from 'react';
import type { Attention } from '#contract/attention.ts';
import type { LastSaves } from '#contract/last-saves.ts';
import { DASHBOARD_PAGE } from '#contract/paths.ts';
import { counted } from '#contract/text.ts';
import { adminApi } from './admin-api.ts';
import { findPutOff, putOff } from './put-off.ts';
import type { UnsavedFields } from './use-unsaved-fields.ts';

const NONE: readonly Attention[] = [];

export type AttentionState = ReturnType<typeof useAttention>;

/** Loads what needs attention, again after each save and day. There is none if that fails. */
export function useAttention({
  lastSaves,
  today,
  drafts,
  unsaved,
}: {
  lastSaves: LastSaves | undefined;
  today: string;
  drafts: { list(): readonly { field: string; section: string | undefined }[] };
  unsaved: UnsavedFields;
}) {
  const [found, setFound] = useState(NONE);
  const [hidden, setHidden] = useState(findPutOff);

  useEffect(() => {
    if (lastSaves === undefined) return;
    let isCurrent = true;
    async function load() {
      const result = await adminApi.attention();
      const items = result.outcome === 'done' ? result.body : NONE;
      if (isCurrent) startTransition(() => setFound(items));
    }
    void load();
    return () => {
      isCurrent = false;
    };
  }, [lastSaves, today]);

  return useMemo(() => {
    const elsewhere = lastSaves ? drafts.list().filter(({ field }) => !unsaved.has(field)) : [];
    const items = [...ofDrafts(elsewhere), ...found];
    return {
      items: items.filter(({ id }) => hidden[id] === undefined),
      hide: (id: string) => setHidden(putOff(id)),
      showAgain: (id: string) => setHidden(putOff(id, { isUndone: true })),
    };
  }, [lastSaves, drafts, unsaved, found, hidden]);
}

/** Returns an entry for the drafts of this device that the page does not show. */
function ofDrafts(drafts: readonly { field: string; section: string | undefined }[]): Attention[] {
  const [first] = drafts;
  if (!first) return [];
  const { field, section } = first;
  return [
    {
      id: `drafts ${drafts.length} ${field}`,
      text: `${counted(drafts.length, 'unsaved change')} on this device`,
      path: section === undefined ? DASHBOARD_PAGE : `${DASHBOARD_PAGE}#${section}`,
      field,
    },
  ];
}
