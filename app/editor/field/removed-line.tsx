import type { Failure } from '#app/editor/shell/admin-api.ts';
import { RequestButton } from './request-button.tsx';
import styles from './removed-line.module.css';

const UNDO_LABELS = { idle: 'Undo', running: 'Restoring…', failed: 'Not restored' } as const;

export const undoIdOf = (id: string) => `undo-${id}`;

/** Renders what was removed from a list, in its place, with a button that undoes the removal. */
export function RemovedLine({
  id,
  name,
  onUndo,
}: {
  id: string;
  name: string;
  onUndo: () => Promise<Failure | undefined>;
}) {
  const textId = `${undoIdOf(id)}-text`;
  return (
    <li className={styles.line} data-removed>
      <p id={textId}>{removedMessage(name)}</p>
      <RequestButton id={undoIdOf(id)} labels={UNDO_LABELS} describedBy={textId} onPress={onUndo} />
    </li>
  );
}

export const removedMessage = (name: string) => `${name} removed.`;
export const restoredMessage = (name: string) => `${name} restored.`;
