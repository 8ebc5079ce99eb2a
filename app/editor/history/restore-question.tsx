import { useEffect, useId, useRef, type ReactNode } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import type { HistoryEntry } from '#contract/history.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { whenOf, type Reader } from '#app/editor/shell/when-of.ts';
import { findUndone } from './entry-texts.ts';
import { ShownValue, ValueChange } from './value-change.tsx';
import styles from './history-list.module.css';

/** A restore that would overwrite a later change, which is the current one. `change` is the id of what it undoes. */
export type RestoreQuestion = {
  change: string;
  current: { version: VersionId; at: string; author: string | null };
};

/** Shows a later change and the version that would replace it, and asks which one to keep. */
export function Question({
  question: { change, current },
  entries,
  reader,
  isRestoring,
  onRestore,
  onKeep,
  children,
}: {
  question: RestoreQuestion;
  entries: readonly HistoryEntry[];
  reader: Reader;
  isRestoring: boolean;
  onRestore: () => void;
  onKeep: () => void;
  children: ReactNode;
}) {
  const heading = useRef<HTMLParagraphElement>(null);
  const headingId = useId();
  useEffect(() => heading.current?.focus(), []);
  const { undone, later } = findUndone(entries, change);
  const isMine = current.author === reader.username;
  return (
    <div className={styles.question} role="group" aria-labelledby={headingId}>
      <p ref={heading} id={headingId} tabIndex={-1}>
        {isMine ? 'You' : (current.author ?? 'Someone')} changed this
        {current.at !== '' && ` ${whenOf(current.at, reader)}`}, after the change you want to undo.
      </p>
      {later && (
        <>
          <p className={styles.label}>The later change:</p>
          <blockquote>
            <ValueChange before={later.before} after={later.after} />
          </blockquote>
        </>
      )}
      {undone && (
        <>
          <p className={styles.label}>You would restore:</p>
          <blockquote>
            {undone.before === null ? (
              `(nothing: ${undone.item.name} would be removed)`
            ) : (
              <ShownValue value={undone.before} />
            )}
          </blockquote>
        </>
      )}
      <div className={styles.choice}>
        <Button onClick={onRestore}>{isRestoring ? 'Restoring…' : 'Restore anyway'}</Button>
        <Button onClick={onKeep}>Keep the current version</Button>
      </div>
      {children}
    </div>
  );
}
