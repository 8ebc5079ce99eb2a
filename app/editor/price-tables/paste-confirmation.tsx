import controls from '#app/editor/controls.module.css';
import styles from './table-field.module.css';

/** Renders the confirmation that is required before pasting drops columns that do not fit. */
export function PasteConfirmation({
  id,
  width,
  columns,
  room,
  onPaste,
  onNothing,
}: {
  id: string;
  width: number;
  columns: number;
  /** Number of columns from the active cell to the last. */
  room: number;
  onPaste: () => void;
  onNothing: () => void;
}) {
  const limit = room === columns ? `this table has ${columns}` : `there's room for only ${room} here`;
  const words = `You pasted ${width} columns, but ${limit}.`;
  return (
    <div className={styles.question} role="group" aria-label={words}>
      <p>{words}</p>
      <button type="button" id={id} className={controls.button} onClick={onPaste}>
        Paste the first {room === 1 ? 'column' : `${room} columns`}
      </button>
      <button type="button" className={controls.button} onClick={onNothing}>
        Cancel
      </button>
    </div>
  );
}
