import type { VersionId } from '#contract/content-version.ts';
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { HistoryEntry, HistoryPage, HistoryQuery, HistoryRestored } from '#contract/history.ts';
import { counted } from '#contract/text.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { adminApi, type CallResult, type Failure } from '#app/editor/shell/admin-api.ts';
import { LoadFailure } from '#app/editor/shell/load-failure.tsx';
import { FailureAlert, useFailure } from '#app/editor/shell/failure-alert.tsx';
import { whenOf, type Reader } from '#app/editor/shell/when-of.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { entryMessage, restoreLabel } from './entry-texts.ts';
import { Question, type RestoreQuestion } from './restore-question.tsx';
import { ValueChange } from './value-change.tsx';
import styles from './history-list.module.css';

type Loaded = Pick<HistoryPage, 'entries' | 'next' | 'searchedTo'>;

const NOTHING: Loaded = { entries: [], next: null, searchedTo: null };

type HistoryListProps = {
  query: HistoryQuery;
  /** Content version of what the screen shows; a newer one loads the list again. */
  version?: VersionId | undefined;
  reader: Reader;
  question?: RestoreQuestion | undefined;
  /** Returns the newest change that the user has seen when restoring an entry; by default the entry itself. */
  baseVersionOf?: (entry: HistoryEntry, entries: readonly HistoryEntry[]) => VersionId;
  /** Returns the name of the item of an entry, if the screen does not show it otherwise. */
  nameOf: (entry: HistoryEntry) => ReactNode;
  onRestore: (changes: string, baseVersion: VersionId) => Promise<CallResult<HistoryRestored>>;
  /** Called when the user answered a question by keeping the current version. */
  onKeep?: ((current: RestoreQuestion['current']) => void) | undefined;
};

/** Renders the changes that match `query`, newest first. A change of `query` needs a new key. */
export function HistoryList(props: HistoryListProps) {
  const { reader, baseVersionOf = ({ id }) => id, nameOf, onKeep } = props;
  const [status, setStatus] = useState('');
  const { loaded, failure, isLoadingMore, load, loadMore } = useEntries(props, setStatus);
  const { question, setQuestion, restoring, rejected, rejection, restore } = useRestore(
    props,
    load,
    setStatus,
  );
  const { entries, next, searchedTo } = loaded ?? NOTHING;

  const rejectionOf = (changes: string) => rejected === changes && <FailureAlert failure={rejection} />;

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
          failure={failure}
          onRetry={() => void (loaded?.next ? loadMore(loaded.next) : load())}
        />
      )}
      {next !== null && !failure && (
        <div className={`${styles.more} no-print`}>
          {searchedTo !== null && (
            <p className={styles.note}>Searched back to {whenOf(searchedTo, reader)}.</p>
          )}
          <Button onClick={() => void loadMore(next)}>
            {isLoadingMore ? 'Loading…' : entries.length === 0 ? 'Search further back' : 'Show more'}
          </Button>
        </div>
      )}
    </>
  );
}

/** Loads the entries, and again for a newer `version`. */
function useEntries(
  { query: first, version }: Pick<HistoryListProps, 'query' | 'version'>,
  onStatus: (status: string) => void,
) {
  const [query] = useState(first);
  const [loaded, setLoaded] = useState<Loaded>();
  const [failure, setFailure] = useState<Failure>();
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const isFirst = useRef(true);

  const load = useCallback(async () => {
    setFailure(undefined);
    const result = await adminApi.history(query);
    if (result.outcome === 'done') setLoaded(result.body);
    else setFailure(result);
    return result;
  }, [query]);

  useEffect(() => {
    async function loadFirst() {
      const result = await load();
      if (!isFirst.current || result.outcome !== 'done') return;
      isFirst.current = false;
      const { entries, next } = result.body;
      onStatus(`${counted(entries.length, 'change')}${next === null ? '' : ', and there are more'}.`);
    }
    void loadFirst();
  }, [load, onStatus, version]);

  async function loadMore(cursor: string) {
    if (isLoadingMore) return;
    setIsLoadingMore(true);
    setFailure(undefined);
    const result = await adminApi.history({ ...query, cursor });
    setIsLoadingMore(false);
    if (result.outcome !== 'done') return setFailure(result);
    const { entries: more, ...rest } = result.body;
    setLoaded(({ entries: before } = NOTHING) => ({ ...rest, entries: [...before, ...more] }));
    onStatus(more.length === 0 ? 'Nothing more found yet.' : `${counted(more.length, 'more change')} shown.`);
  }

  return { loaded, failure, isLoadingMore, load, loadMore };
}

/** Restores changes, one at a time, and keeps the question whether to overwrite a later one. */
function useRestore(
  { question: asked, onRestore }: Pick<HistoryListProps, 'question' | 'onRestore'>,
  load: () => Promise<unknown>,
  onStatus: (status: string) => void,
) {
  const [question, setQuestion] = useState(asked);
  const [restoring, setRestoring] = useState<string>();
  const [rejected, setRejected] = useState('');
  const [rejection, setRejection] = useFailure();
  const isRestoring = useRef(false);

  async function restore(changes: string, baseVersion: VersionId) {
    if (isRestoring.current) return;
    isRestoring.current = true;
    setRestoring(changes);
    onStatus('');
    const result = await onRestore(changes, baseVersion);
    if (result.outcome === 'done' || result.outcome === 'conflict') {
      const isDone = result.outcome === 'done';
      setRejection(undefined);
      setQuestion(isDone ? undefined : { changes, current: result.current });
      if (isDone) onStatus(result.body.changed ? 'Restored.' : ALREADY_CURRENT);
      await load();
    } else {
      setRejected(changes);
      setRejection(result);
    }
    setRestoring(undefined);
    isRestoring.current = false;
  }

  return { question, setQuestion, restoring, rejected, rejection, restore };
}

const ALREADY_CURRENT = 'This is already the current version. Nothing changed.';

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
        <Button look="link" data-restore aria-describedby={headingId} onClick={onRestore}>
          {isRestoring ? 'Restoring…' : restoreLabel(entry)}
        </Button>
      ) : (
        <p className={styles.note}>{entry.reason}</p>
      )}
      {children}
    </li>
  );
}
