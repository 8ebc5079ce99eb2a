import type { VersionId } from '#contract/content-version.ts';
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { HistoryEntry, HistoryPage, HistoryQuery, HistoryRestored } from '#contract/history.ts';
import { counted } from '#contract/text.ts';
import { adminApi, type CallResult, type Failure } from '#app/editor/frame/admin-api.ts';
import { LoadFailure } from '#app/editor/frame/load-failure.tsx';
import { SignInAgain } from '#app/editor/frame/sign-in-again.tsx';
import { whenOf } from '#app/editor/frame/when-of.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { entryMessage, restoreLabel, type Reader } from './entry-texts.ts';
import { ShownValue, ValueChange } from './value-change.tsx';
import controls from '#app/editor/frame/controls.module.css';
import styles from './history-list.module.css';

/** A restore of changes that would overwrite a later change, which is the current one. */
export type RestoreQuestion = {
  changes: string;
  current: { version: VersionId; at: string; author: string | null };
};

type Loaded = Pick<HistoryPage, 'entries' | 'next' | 'searchedTo'>;

const NOTHING: Loaded = { entries: [], next: null, searchedTo: null };

/** Renders the changes that match `query`, newest first. A change of `query` needs a new key. */
export function HistoryList({
  query,
  version,
  reader,
  question: asked,
  baseVersionOf,
  nameOf,
  onRestore,
  onKeep,
}: {
  query: HistoryQuery;
  /** Content version of what the screen shows; a newer one loads the list again. */
  version?: VersionId | undefined;
  reader: Reader;
  question?: RestoreQuestion | undefined;
  /** Returns the newest change that the user has seen when restoring an entry. */
  baseVersionOf: (entry: HistoryEntry, entries: readonly HistoryEntry[]) => VersionId;
  /** Returns the name of the item of an entry, if the screen does not show it otherwise. */
  nameOf: (entry: HistoryEntry) => ReactNode;
  onRestore: (changes: string, baseVersion: VersionId) => Promise<CallResult<HistoryRestored>>;
  /** Called when the user answered a question by keeping the current version. */
  onKeep?: ((current: RestoreQuestion['current']) => void) | undefined;
}) {
  const [loaded, setLoaded] = useState<Loaded>();
  const [failure, setFailure] = useState<Failure>();
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const [question, setQuestion] = useState(asked);
  const [status, setStatus] = useState('');
  const [restoring, setRestoring] = useState<string>();
  const [rejection, setRejection] = useState<{ changes: string; of: Failure; count: number }>();
  const isRestoring = useRef(false);
  const { entries, next, searchedTo } = loaded ?? NOTHING;

  const load = useCallback(async () => {
    setFailure(undefined);
    const result = await adminApi.history(query);
    if (result.outcome === 'done') setLoaded(result.body);
    else setFailure(result);
    return result;
  }, [query]);

  const isFirst = useRef(true);
  useEffect(() => {
    async function loadFirst() {
      const result = await load();
      if (!isFirst.current || result.outcome !== 'done') return;
      isFirst.current = false;
      const { body } = result;
      setStatus(
        `${counted(body.entries.length, 'change')}${body.next === null ? '' : ', and there are more'}.`,
      );
    }
    void loadFirst();
  }, [load, version]);

  async function loadMore(cursor: string) {
    if (isLoadingMore) return;
    setIsLoadingMore(true);
    setFailure(undefined);
    const result = await adminApi.history({ ...query, cursor });
    setIsLoadingMore(false);
    if (result.outcome !== 'done') return setFailure(result);
    const { entries: more, ...rest } = result.body;
    setLoaded(({ entries: before } = NOTHING) => ({ ...rest, entries: [...before, ...more] }));
    setStatus(
      more.length === 0 ? 'Nothing more found yet.' : `${counted(more.length, 'more change')} shown.`,
    );
  }

  async function restore(changes: string, baseVersion: VersionId) {
    if (isRestoring.current) return;
    isRestoring.current = true;
    setRestoring(changes);
    setStatus('');
    const result = await onRestore(changes, baseVersion);
    if (result.outcome === 'done') {
      setQuestion(undefined);
      setRejection(undefined);
      setStatus(result.body.changed ? 'Restored.' : 'This is already the current version. Nothing changed.');
    } else if (result.outcome === 'conflict') {
      setRejection(undefined);
      setQuestion({ changes, current: result.current });
    } else {
      setRejection((before) => ({ changes, of: result, count: (before?.count ?? 0) + 1 }));
    }
    if (result.outcome === 'done' || result.outcome === 'conflict') await load();
    setRestoring(undefined);
    isRestoring.current = false;
  }

  function rejectionOf(changes: string) {
    if (rejection?.changes !== changes) return null;
    return (
      // The key makes screen readers announce a repeated failure again.
      <p key={rejection.count} className={controls.failure} role="alert">
        {rejection.of.reason}
        {rejection.of.outcome === 'signed-out' && <SignInAgain />}
      </p>
    );
  }

  return (
    <>
      <p className={styles.status} role="status">
        {status}
      </p>
      {!loaded && !failure && <Spinner label="Loading history" />}
      {question && (
        <Question
          key={`${question.changes} ${question.current.version}`}
          question={question}
          entries={entries}
          reader={reader}
          isRestoring={restoring === question.changes}
          onRestore={() => void restore(question.changes, question.current.version)}
          onKeep={() => {
            setQuestion(undefined);
            setStatus('Nothing changed.');
            onKeep?.(question.current);
          }}
        >
          {rejectionOf(question.changes)}
        </Question>
      )}
      <ol className={`${styles.list} plain-list`} aria-label="Changes, newest first">
        {entries.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            name={nameOf(entry)}
            reader={reader}
            isRestoring={restoring === entry.id}
            onRestore={() => void restore(entry.id, baseVersionOf(entry, entries))}
          >
            {question?.changes !== entry.id && rejectionOf(entry.id)}
          </Entry>
        ))}
      </ol>
      {failure && (
        <LoadFailure
          noun="history"
          reason={failure.reason}
          isSignedOut={failure.outcome === 'signed-out'}
          onRetry={() => void (loaded?.next ? loadMore(loaded.next) : load())}
        />
      )}
      {next !== null && !failure && (
        <div className={styles.more}>
          {searchedTo !== null && (
            <p className={styles.note}>Searched back to {whenOf(searchedTo, reader)}.</p>
          )}
          <button type="button" className={controls.button} onClick={() => void loadMore(next)}>
            {isLoadingMore ? 'Loading…' : entries.length === 0 ? 'Search further back' : 'Show more'}
          </button>
        </div>
      )}
    </>
  );
}

function Entry({
  entry,
  name,
  reader,
  isRestoring,
  onRestore,
  children,
}: {
  entry: HistoryEntry;
  name: ReactNode;
  reader: Reader;
  isRestoring: boolean;
  onRestore: () => void;
  children: ReactNode;
}) {
  const headingId = useId();
  return (
    <li className={styles.entry}>
      <p id={headingId} className={styles.what}>
        {name && <span className={styles.name}>{name}</span>} <span>{entryMessage(entry, reader)}</span>
      </p>
      <ValueChange before={entry.before} after={entry.after} />
      {entry.canRestore ? (
        <button
          type="button"
          className={controls.link}
          data-restore
          aria-describedby={headingId}
          onClick={onRestore}
        >
          {isRestoring ? 'Restoring…' : restoreLabel(entry)}
        </button>
      ) : (
        <p className={styles.note}>{entry.reason}</p>
      )}
      {children}
    </li>
  );
}

/** Shows a later change and the version that would replace it, and asks which one to keep. */
function Question({
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
        <button type="button" className={controls.button} onClick={onRestore}>
          {isRestoring ? 'Restoring…' : 'Restore anyway'}
        </button>
        <button type="button" className={controls.button} onClick={onKeep}>
          Keep the current version
        </button>
      </div>
      {children}
    </div>
  );
}

const numberOf = ({ id }: HistoryEntry) => Number.parseInt(id, 10);

const QUESTION_ENTRIES = 5;
