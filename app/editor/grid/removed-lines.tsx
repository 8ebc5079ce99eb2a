import { Button } from '#app/editor/shell/button.tsx';
import { isBlankRow } from './grid.ts';
import styles from './removed-lines.module.css';

/** Renders a removed row, in its place, with a button that undoes the removal. */
export function RemovedRow({
  undoId,
  texts,
  onUndo,
}: {
  undoId: string;
  texts: readonly string[];
  onUndo: () => void;
}) {
  const textId = `${undoId}-text`;
  return (
    <div className={styles.row}>
      <div className={styles.inView}>
        <p id={textId}>Removed when you save. {texts.filter((text) => !isBlankRow([text])).join(' · ')}</p>
        <Undo id={undoId} textId={textId} onUndo={onUndo} />
      </div>
    </div>
  );
}

/** Renders the header of a removed column, in its place. */
export function RemovedColumn({
  undoId,
  header,
  onUndo,
}: {
  undoId: string;
  header: string;
  onUndo: () => void;
}) {
  const textId = `${undoId}-text`;
  return (
    <div className={styles.column}>
      <p id={textId}>Removed when you save. {header}</p>
      <Undo id={undoId} textId={textId} onUndo={onUndo} />
    </div>
  );
}

/** Renders the blank cell of a row in a removed column. */
export const RemovedCell = () => <span className={styles.cell} aria-hidden="true" />;

function Undo({ id, textId, onUndo }: { id: string; textId: string; onUndo: () => void }) {
  return (
    <Button id={id} look="link" aria-describedby={textId} onClick={onUndo}>
      Undo
    </Button>
  );
}
