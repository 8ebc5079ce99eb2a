import { useMemo, useState } from 'react';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { useSite } from '#app/ui/site-context.ts';
import { useAttention } from '#app/editor/shell/use-attention.ts';
import { useLastSaves } from '#app/editor/shell/use-last-saves.ts';
import { usePresence } from '#app/editor/shell/use-presence.ts';
import { useSchedule } from '#app/editor/shell/use-schedule.ts';
import { useToday } from '#app/editor/shell/use-today.ts';
import { useUnsavedFields } from '#app/editor/shell/use-unsaved-fields.ts';
import { createDraftStore } from './drafts.ts';

/** Keeps what the fields of an administrator's page share. `shared` keeps its identity until that changes. */
export function useEditorState(admin: CurrentAdmin) {
  const { timeZone } = useSite();
  const [drafts] = useState(() => createDraftStore(admin.id));
  const { unsaved, reportUnsaved } = useUnsavedFields();
  const { lastSaves, isKnown, problem, refreshLastSaves } = useLastSaves();
  const today = useToday(timeZone);
  const knownSaves = isKnown ? lastSaves : undefined;
  const attention = useAttention({ lastSaves: knownSaves, today, drafts, unsaved });
  const schedule = useSchedule(knownSaves);
  const shared = useMemo(
    () => ({ admin, timeZone, today, lastSaves, refreshLastSaves, drafts, reportUnsaved, ...schedule }),
    [admin, timeZone, today, lastSaves, refreshLastSaves, drafts, reportUnsaved, schedule],
  );
  const others = usePresence(unsaved);
  return { shared, unsaved, problem, attention, others };
}
