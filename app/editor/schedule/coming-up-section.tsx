import { useState } from 'react';
import { API } from '#contract/paths.ts';
import type { ScheduledChange, ScheduleDecision } from '#contract/schedule.ts';
import { formatFullDateTime, localTime } from '#shared/date-time.ts';
import { useEditor } from '#app/editor/field/editor-context.ts';
import { ScheduleDialog, startOf } from '#app/editor/field/schedule-parts.tsx';
import { call, type CallResult } from '#app/editor/shell/admin-api.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { ConfirmDialog } from '#app/editor/shell/confirm-dialog.tsx';
import { FailureAlert, useFailure } from '#app/editor/shell/failure-alert.tsx';
import controls from '#app/editor/shell/controls.module.css';
import styles from '#app/editor/shell/credential-list.module.css';

/** Renders what is scheduled: what has stopped first, then by time. */
export function ComingUpSection() {
  const { scheduled } = useEditor();
  const [status, setStatus] = useState('');
  const empty = scheduled.length === 0 && 'Nothing is scheduled. Type a change, then choose Later.';
  return (
    <>
      <p className={controls.hint} role="status">
        {status || empty}
      </p>
      <ul className={`${styles.list} plain-list`}>
        {scheduled.map((change) => (
          <Change key={change.id} change={change} onDone={setStatus} />
        ))}
      </ul>
    </>
  );
}

function Change({ change, onDone }: { change: ScheduledChange; onDone: (status: string) => void }) {
  const { id, title, at, until, isEnd, author, state, reason, mayChange } = change;
  const { timeZone, refreshSchedule, refreshLastSaves, showPreview } = useEditor();
  const [asked, setAsked] = useState<'time' | 'cancel'>();
  const [failure, setFailure] = useFailure();
  const timeOf = (iso: string) => localTime(iso, timeZone).replace(' ', 'T');
  const when = formatFullDateTime(at, timeZone);
  const isStopped = state === 'stopped';
  const path = `${API.schedule}/${id}`;
  const close = () => setAsked(undefined);

  async function send(request: Promise<CallResult<unknown>>, status: string) {
    const result = await request;
    setFailure(result.outcome === 'done' ? undefined : result);
    if (result.outcome === 'done') {
      onDone(`${status}: ${title}.`);
      await refreshSchedule();
      refreshLastSaves();
    }
    return result;
  }
  const decide = (decision: ScheduleDecision['decision'], status: string) =>
    void send(call(`${path}/decide`, { body: { decision } }), status);

  const button = (label: string, onClick: () => void) => (
    <Button aria-label={`${label}: ${title}, ${when}`} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <li>
      <span>
        <b>{title}</b>
        <small>
          {startOf(change)} {when}
          {until !== null && `, until ${formatFullDateTime(until, timeZone)}`} · By {author}
        </small>
        {isStopped && <span className={styles.expiry}>{reason} Visitors see what was published last.</span>}
      </span>
      <div className={styles.buttons}>
        {!isStopped && mayChange && button('Preview', () => showPreview?.({ asOf: at }))}
        {!isStopped && mayChange && button('Change time', () => setAsked('time'))}
        {!isStopped && mayChange && button('Cancel', () => setAsked('cancel'))}
        {isStopped && mayChange && button('Publish it now', () => decide('publish', 'Published'))}
        {isStopped && mayChange && button("Keep what's there", () => decide('keep', 'Not published'))}
      </div>
      <FailureAlert failure={failure} />
      {asked === 'time' && (
        <ScheduleDialog
          heading={`Change the time: ${title}`}
          confirmLabel="Change time"
          first={{ at: timeOf(at), until: until && timeOf(until) }}
          isEnd={isEnd}
          onSend={(body) => send(call(path, { method: 'PUT', body }), 'Time changed')}
          onClose={close}
        />
      )}
      {asked === 'cancel' && (
        <ConfirmDialog
          heading={isEnd ? `Keep this after ${when}?` : `Cancel this change: ${title}?`}
          text={isEnd ? "It won't end." : "It won't be published, and what was typed is lost."}
          cancelLabel="Go back"
          confirmLabel={isEnd ? 'Keep it' : 'Cancel it'}
          onCancel={close}
          onConfirm={() => {
            close();
            void send(call(path, { method: 'DELETE' }), 'Canceled');
          }}
        />
      )}
    </li>
  );
}
