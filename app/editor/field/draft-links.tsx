import { useState } from 'react';
import { flushSync } from 'react-dom';
import { API } from '#contract/paths.ts';
import type { ScheduleTimes } from '#contract/schedule.ts';
import { addDays } from '#shared/date-time.ts';
import { call, type CallResult } from '#app/editor/shell/admin-api.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { useEditor } from './editor-context.ts';
import { ScheduleDialog } from './schedule-parts.tsx';
import type { AnyField } from './use-field.ts';

/** Renders what can be done with a draft instead of saving it now. */
export function DraftLinks({ id, name, field }: { id: string; name: string; field: AnyField }) {
  const { showPreview, today, refreshSchedule } = useEditor();
  const [isLater, setLater] = useState(false);
  const { pending, state, section } = field;
  if (!pending || state.theirs) return null;
  const of = <span className="visually-hidden"> {name}</span>;

  async function schedule(times: ScheduleTimes): Promise<CallResult<unknown>> {
    const saves = pending?.saves();
    if (typeof saves === 'string') return { outcome: 'rejected', reason: saves };
    const result = await call(API.schedule, { body: { ...times, saves } });
    if (result.outcome === 'done') {
      // The dialog has the focus until it is removed with these links.
      flushSync(field.revert);
      document.getElementById(id)?.focus();
      void refreshSchedule();
    }
    return result;
  }

  return (
    <>
      {showPreview && (
        <Button look="link" onClick={() => showPreview({ section })}>
          Preview{of}
        </Button>
      )}
      <Button look="link" onClick={() => setLater(true)}>
        Later…{of}
      </Button>
      {isLater && (
        <ScheduleDialog
          heading={`Publish later: ${name}`}
          confirmLabel="Schedule"
          first={{ at: `${addDays(today, 1)}T07:00` }}
          onSend={schedule}
          onClose={() => setLater(false)}
        />
      )}
    </>
  );
}
