import { Button } from '#app/editor/shell/button.tsx';
import styles from '#app/editor/grid/grid-field.module.css';

/** Renders the confirmation that is required before pasting drops columns that do not fit. */
export function PasteConfirmation({
  id,
  width,
  columns,
  available,
  onPaste,
  onCancel,
}: {
  id: string;
  width: number;
  columns: number;
  /** Number of columns that can be pasted at the active cell. */
  available: number;
  onPaste: () => void;
  onCancel: () => void;
}) {
  const limit =
    available === columns ? `this table has ${columns}` : `there's room for only ${available} here`;
  const message = `You pasted ${width} columns, but ${limit}.`;
  return (
    <div className={styles.confirmation} role="group" aria-label={message}>
      <p>{message}</p>
      <Button id={id} onClick={onPaste}>
        Paste the first {available === 1 ? 'column' : `${available} columns`}
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  );
}
