import { statusIdOf } from './field-parts.tsx';
import type { AnyField } from './use-field.ts';
import styles from './save-button.module.css';

const STATUS_LABELS = { saving: 'Saving…', saved: 'Saved', failed: 'Not saved' } as const;

/** Renders a field's save button, which shows the outcome. It is never disabled, so that each press gives feedback. */
export function SaveButton({
  id,
  field: { state, isUnsaved, save },
  label,
  onPress = save,
}: {
  id: string;
  field: AnyField;
  label: string;
  onPress?: () => void;
}) {
  const { status } = state;
  return (
    <button
      type="button"
      className={styles.button}
      data-status={status}
      data-unsaved={isUnsaved}
      aria-describedby={statusIdOf(id)}
      onClick={onPress}
    >
      {status === 'saved' && <StatusIcon path="M2 8l4 4 8-9" />}
      {status === 'failed' && <StatusIcon path="M3 3l10 10M13 3L3 13" />}
      {status === 'idle' ? label : STATUS_LABELS[status]}
    </button>
  );
}

function StatusIcon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2.5" />
    </svg>
  );
}
