import type { FieldState } from './field-state.ts';
import styles from './save-button.module.css';

const STATUS_LABELS = { saving: 'Saving…', saved: 'Saved', failed: 'Not saved' } as const;

/** Renders a save button that shows the outcome. It is never disabled, so that each press gives feedback. */
export function SaveButton({
  label,
  status,
  isUnsaved,
  describedBy,
  onPress,
}: {
  label: string;
  status: FieldState['status'];
  isUnsaved: boolean;
  describedBy: string;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.button}
      data-status={status}
      data-unsaved={isUnsaved}
      aria-describedby={describedBy}
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
