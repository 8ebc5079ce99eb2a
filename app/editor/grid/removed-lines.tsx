import { Button } from '#app/editor/shell/button.tsx';
import type { Line } from './grid.ts';
import styles from './removed-lines.module.css';

/** Renders a removed row, or the header of a removed column, in its place, with a button that undoes the removal. */
export function RemovedLine({
  line,
  undoId,
  text,
  onUndo,
}: {
  line: Line;
  undoId: string;
  text: string;
  onUndo: () => void;
}) {
  const content = (
    <>
      <p id={`${undoId}-text`}>Removed when you save. {text}</p>
      <Button id={undoId} look="link" aria-describedby={`${undoId}-text`} onClick={onUndo}>
        Undo
      </Button>
    </>
  );
  if (line === 'column') return <div className={styles.column}>{content}</div>;
  return (
    <div className={styles.row}>
      <div className={styles.inView}>{content}</div>
    </div>
  );
}

/** Renders the blank cell of a row in a removed column. */
export const RemovedCell = () => <span className={styles.cell} aria-hidden="true" />;
