import { useId, useState } from 'react';
import { DASHBOARD_PAGE } from '#contract/paths.ts';
import type { ScheduledChange, ScheduleTimes } from '#contract/schedule.ts';
import { formatDateTime, formatDay } from '#shared/date-time.ts';
import { formatMinute, minutesOf } from '#shared/location-hours.ts';
import type { CallResult } from '#app/editor/shell/admin-api.ts';
import { ConfirmDialog } from '#app/editor/shell/confirm-dialog.tsx';
import { FailureAlert, useFailure } from '#app/editor/shell/failure-alert.tsx';
import controls from '#app/editor/shell/controls.module.css';
import { useEditor } from './editor-context.ts';
import styles from './field-parts.module.css';

/** Asks for the times of a change. One that ends next has no other end. Stays open until `onSend` is done. */
export function ScheduleDialog({
  heading,
  confirmLabel,
  first,
  isEnd = false,
  onSend,
  onClose,
}: {
  heading: string;
  confirmLabel: string;
  first: ScheduleTimes;
  isEnd?: boolean;
  onSend: (times: ScheduleTimes) => Promise<CallResult<unknown>>;
  onClose: () => void;
}) {
  const [at, setAt] = useState(first.at);
  const [until, setUntil] = useState(first.until ?? '');
  const [failure, setFailure] = useFailure();
  const [isSending, setSending] = useState(false);

  async function send() {
    if (isSending) return;
    setSending(true);
    const result = await onSend({ at, until: until || null });
    setSending(false);
    if (result.outcome === 'done') onClose();
    else setFailure(result);
  }

  return (
    <ConfirmDialog
      heading={heading}
      text="Your website stays as it is until then. Changes with the same time are published together."
      cancelLabel="Cancel"
      confirmLabel={confirmLabel}
      onCancel={onClose}
      onConfirm={() => void send()}
    >
      <TimeInput label={isEnd ? 'Ends on' : 'Publish on'} value={at} onChange={setAt} isRequired />
      {!isEnd && <TimeInput label="Until (optional)" value={until} onChange={setUntil} />}
      <FailureAlert failure={failure} />
    </ConfirmDialog>
  );
}

type TimeInputProps = {
  label: string;
  value: string;
  onChange: (time: string) => void;
  isRequired?: boolean;
};

/** Renders an input for a local time, such as 2026-11-27T07:00, with the day of the week in its label. */
export function TimeInput({ label, value, onChange, isRequired = false }: TimeInputProps) {
  const id = useId();
  const [day = '', time = ''] = value.split('T');
  return (
    <p className={styles.time}>
      <label className={controls.label} htmlFor={id}>
        {label}{' '}
        {time && (
          <span className={controls.hint}>{`${formatDay(day)}, ${formatMinute(minutesOf(time))}`}</span>
        )}
      </label>
      <input
        id={id}
        type="datetime-local"
        className={controls.input}
        value={value}
        required={isRequired}
        onChange={({ target }) => onChange(target.value)}
      />
    </p>
  );
}

type Start = Pick<ScheduledChange, 'state' | 'isEnd' | 'isTakeDown'>;

export const startOf = ({ state, isEnd, isTakeDown }: Start): string => {
  if (state === 'stopped') return isTakeDown ? 'Not taken down on' : 'Not published on';
  if (isTakeDown) return 'Comes down on';
  return isEnd ? 'Ends on' : 'Scheduled for';
};

/** Renders when a value changes next, with a link to the list. */
export function ScheduledNote({ change }: { change: ScheduledChange }) {
  const { timeZone } = useEditor();
  return (
    <span>
      {startOf(change)} <a href={`${DASHBOARD_PAGE}#coming-up`}>{formatDateTime(change.at, timeZone)}</a>
    </span>
  );
}
