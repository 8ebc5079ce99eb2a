import { useEffect, useRef, useState, type ReactNode } from 'react';
import { counted } from '#contract/text.ts';
import { keepAboveKeyboard } from '#app/browser/above-keyboard.ts';
import type { CellPosition } from '#app/editor/grid/grid.ts';
import { savedQuestions } from '#app/editor/grid/price-question.ts';
import { useReader } from '#app/editor/field/editor-context.ts';
import { FieldFailure, FieldNewer } from '#app/editor/field/field-parts.tsx';
import { changeTime, includedMessage, lastSaveMessage } from '#app/editor/field/last-save-message.ts';
import { FieldNotes } from '#app/editor/field/list-field.tsx';
import type { AnyField } from '#app/editor/field/use-field.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { countChanged, type Group, type Sheet } from './board.ts';
import styles from './today.module.css';

/** A field of the page. `theirs`: what someone else has saved, in a conflict. */
export type Board = Pick<Sheet, 'questions'> & {
  name: string;
  field: AnyField;
  groups: Group[];
  onType: (position: CellPosition, text: string) => void;
  theirs: ReactNode;
};

export const POST_ID = 'post';

/** Renders what has changed or was posted, what is wrong, and the buttons. Stays in view. */
export function PostBar({ boards, notice }: { boards: readonly Board[]; notice: string }) {
  const reader = useReader();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => keepAboveKeyboard(bar.current!), []);
  /** The receipts of the fields of the last post before it, and the questions about its prices. */
  const [posted, setPosted] = useState<{ before: Map<string, unknown>; questions: Sheet['questions'] }>();
  const unsaved = boards.filter(({ field }) => field.isUnsaved);
  const ofPost = boards.filter(({ field }) => posted?.before.has(field.name));
  const done = ofPost.filter(({ field: { name, state } }) => posted?.before.get(name) !== state.receipt);
  /** The last post runs, or failed in part. */
  const isOpen = ofPost.some((board) => board.field.isUnsaved && !done.includes(board));
  const isSaving = boards.some(({ field }) => field.state.status === 'saving');
  const count = unsaved.reduce((sum, { groups }) => sum + Math.max(1, countChanged(groups)), 0);
  const undos = done.flatMap(({ field }) => field.undo ?? []);
  const failures = Map.groupBy(boards, ({ field: { state } }) => state.reason);

  function post() {
    // The second press of two leaves the result of the first.
    if (unsaved.length === 0 && undos.length > 0) return;
    const last = isOpen ? posted : undefined;
    const receipts = unsaved.map(({ field }) => [field.name, field.state.receipt] as const);
    setPosted({
      before: new Map([...(last?.before ?? []), ...receipts]),
      questions: [...(last?.questions ?? []), ...unsaved.flatMap(({ questions }) => questions)],
    });
    for (const { field } of unsaved) field.save();
  }

  /** Takes back what was typed, and else the last post, or both if the post failed in part: a second press does nothing. */
  function undo() {
    if (isSaving) return;
    for (const { field } of unsaved) field.revert();
    if (count > 0 && !isOpen) setPosted(undefined);
    else for (const undoField of undos) undoField();
    // The button disappears.
    document.getElementById(POST_ID)?.focus();
  }

  /** Returns what became of the last post, of which nothing is unsaved. */
  function result(): string {
    if (!posted) return '';
    const saves = done.flatMap(({ field: { state } }) =>
      state.receipt ? [{ ...state.receipt, ...state.lastSave }] : [],
    );
    const [newest] = saves
      .filter(({ changed }) => changed)
      .toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? 1 : -1));
    if (!newest?.at) return ofPost.length === saves.length ? 'No changes to post.' : '';
    if (newest.restored) return 'Undone.';
    const included = saves.map((each) => includedMessage(each.included ?? [], reader));
    return [
      `Posted at ${changeTime(newest.at, reader)}.`,
      ...included.map((message) => message.replace('Saved. ', '')),
      savedQuestions(posted.questions),
    ]
      .filter(Boolean)
      .join(' ');
  }

  const lastSave = boards
    .flatMap(({ field }) => field.lastSave ?? [])
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))[0];
  const status = isSaving ? 'Posting…' : count > 0 ? `${counted(count, 'price')} changed` : result();
  return (
    <div ref={bar} className={styles.bar} data-edge="bottom" data-unsaved={count > 0}>
      <div className={styles.notes}>
        {[...failures].map(([reason, of]) => {
          const names = of.map(({ name }) => name).join(', ');
          const message = of[0]?.field.isUnsaved ? `Not posted: ${names}` : names;
          return reason && <FieldFailure key={reason} message={message} field={of[0]!.field} className="" />;
        })}
        {boards.map(({ name, field, theirs }) => (
          <div key={field.name} id={field.name} tabIndex={-1}>
            <FieldNewer field={field} className="" />
            <FieldNotes id={field.name} className="" noun="version" {...{ name, field, theirs }} />
          </div>
        ))}
      </div>
      <p role="status" data-long={status.length > 60}>
        {`${status} ${notice}`.trim()}
      </p>
      {`${status}${notice}` === '' && lastSave && <p>{lastSaveMessage(lastSave, reader)}</p>}
      {(count > 0 || undos.length > 0) && (
        <Button aria-disabled={isSaving} onClick={undo}>
          Undo
        </Button>
      )}
      <Button look="primary" id={POST_ID} data-unsaved={count > 0} onClick={post}>
        Post
      </Button>
    </div>
  );
}
