import { useEffect, useId, useRef, type ReactNode } from 'react';
import type { VersionId } from '#contract/content-version.ts';
import type { HistoryEntry } from '#contract/history.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { whenOf, type Reader } from '#app/editor/shell/when-of.ts';
import { ShownValue, ValueChange } from './value-change.tsx';
import styles from './history-list.module.css';

/** A restore of changes that would overwrite a later change, which is the current one. */
export type RestoreQuestion = {
  changes: string;
  current: { version: VersionId; at: string; author: string | null };
};

/** Shows a later change and the version that would replace it, and asks which one to keep. */
export function Question({
  question: { changes, current },
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
  const [first = 0, last = first] = changes.split('..').map((id) => Number.parseInt(id, 10));
  const restored = entries.filter((entry) => numberOf(entry) >= first && numberOf(entry) <= last);
  const items = new Set(restored.map(({ item }) => item.id));
  const later = entries.find(
    (entry) => numberOf(entry) > last && (items.size === 0 || items.has(entry.item.id)),
  );
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
      {restored.length > 0 && (
        <>
          <p className={styles.label}>You would restore:</p>
          {restored.slice(0, QUESTION_ENTRIES).map((entry) => (
            <blockquote key={entry.id}>
              {entry.before === null ? (
                `(nothing: ${entry.item.name} would be removed)`
              ) : (
                <ShownValue value={entry.before} />
              )}
            </blockquote>
          ))}
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

const numberOf = ({ id }: HistoryEntry) => Number.parseInt(id, 10);

const QUESTION_ENTRIES = 5;
