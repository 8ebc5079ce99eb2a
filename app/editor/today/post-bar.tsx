import { useState, type ReactNode } from 'react';
import { counted } from '#contract/text.ts';
import { useReader } from '#app/editor/field/editor-context.ts';
import { FieldFailure, FieldNewer } from '#app/editor/field/field-parts.tsx';
import { changeTime, includedMessage } from '#app/editor/field/last-save-message.ts';
import { FieldNotes } from '#app/editor/field/list-field.tsx';
import type { AnyField } from '#app/editor/field/use-field.ts';
import type { CellPosition } from '#app/editor/grid/grid.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { countChanged, type Group, type Sheet } from './board.ts';
import styles from './today.module.css';

/** A field of the board. `theirs`: what someone else has saved, in a conflict. */
export type BoardField = Sheet & {
  name: string;
  field: AnyField;
  groups: Group[];
  onType: (position: CellPosition, text: string) => void;
  theirs: ReactNode;
};

export const POST_ID = 'post';

/** Posts the changed fields. Keeps which ones, to say what became of them, and the questions about their prices. */
export function usePosting(boards: readonly BoardField[]) {
  const [posted, setPosted] = useState<{ names: readonly string[]; questions: readonly string[] }>();
  const unsaved = boards.filter(({ field }) => field.isUnsaved);
  const ofPost = boards.filter(({ field }) => posted?.names.includes(field.name));

  function post() {
    // A post that is running or has failed in part goes on.
    const before = ofPost.some(({ field }) => field.isUnsaved) ? posted : undefined;
    const questions = unsaved.flatMap((board) => board.questions.flat()).filter(Boolean);
    setPosted({
      names: [...(before?.names ?? []), ...unsaved.map(({ field }) => field.name)],
      questions: [...new Set([...(before?.questions ?? []), ...questions])],
    });
    for (const { field } of unsaved) field.save();
  }

  return { unsaved, ofPost, posted, post };
}

/** Renders what has changed or was posted, what is wrong, and the buttons. Stays in view. */
export function PostBar({
  boards,
  posting: { unsaved, ofPost, posted, post },
  notice,
}: {
  boards: readonly BoardField[];
  posting: ReturnType<typeof usePosting>;
  notice: string;
}) {
  const reader = useReader();
  const isSaving = boards.some(({ field }) => field.state.status === 'saving');
  const undos = ofPost.flatMap(({ field }) => field.undo ?? []);
  const byReason = Map.groupBy(boards, ({ field }) => field.state.reason);
  const count = unsaved.reduce((sum, board) => sum + Math.max(1, countChanged(board)), 0);

  function undo() {
    if (isSaving) return;
    if (unsaved.length > 0) for (const { field } of unsaved) field.revert();
    else for (const undoField of undos) undoField();
  }

  /** Returns what became of the last post, once all of it is saved. */
  function result(): string {
    if (!posted) return '';
    const states = ofPost.map(({ field }) => field.state);
    if (states.some(({ receipt }) => receipt?.restored)) return 'Undone.';
    const times = states.flatMap(({ receipt, lastSave }) =>
      receipt?.changed && lastSave ? lastSave.at : [],
    );
    const included = states.map(({ receipt }) => includedMessage(receipt?.included ?? [], reader));
    const time = times.toSorted().at(-1);
    return time === undefined
      ? 'No changes to post.'
      : [`Posted at ${changeTime(time, reader)}.`, ...included, ...posted.questions]
          .filter(Boolean)
          .join(' ');
  }

  return (
    <div className={styles.bar} data-unsaved={unsaved.length > 0}>
      <div className={styles.notes}>
        {[...byReason].map(([reason, [first, ...others]]) =>
          first && reason ? (
            <FieldFailure
              key={reason}
              message={`${first.field.isUnsaved ? 'Not posted: ' : ''}${[first, ...others].map(({ name }) => name).join(', ')}`}
              field={first.field}
              className={styles.note}
            />
          ) : null,
        )}
        {boards.map(({ name, field, theirs }) => (
          <div key={field.name} id={field.name} tabIndex={-1}>
            <FieldNewer field={field} className={styles.note} />
            <FieldNotes id={field.name} className={styles.note} noun="version" {...{ name, field, theirs }} />
          </div>
        ))}
      </div>
      <p className={styles.status} role="status">
        {isSaving ? 'Posting…' : count > 0 ? `${counted(count, 'price')} changed` : result()} {notice}
      </p>
      {(count > 0 || undos.length > 0) && (
        <Button aria-disabled={isSaving} onClick={undo}>
          Undo
        </Button>
      )}
      <Button id={POST_ID} data-post onClick={post}>
        Post
      </Button>
    </div>
  );
}
