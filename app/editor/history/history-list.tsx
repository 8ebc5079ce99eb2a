import type { VersionId } from '#contract/content-version.ts';
import { Fragment, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { HistoryEntry, HistoryPage, HistoryQuery } from '#contract/history.ts';
import { counted } from '#contract/text.ts';
import { calendarDay, formatDate } from '#shared/date-time.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { adminApi, type Failure } from '#app/editor/shell/admin-api.ts';
import { LoadFailure } from '#app/editor/shell/load-failure.tsx';
import { FailureAlert, useFailure } from '#app/editor/shell/failure-alert.tsx';
import { whenOf, type Reader } from '#app/editor/shell/when-of.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { DemoRow, HistoryRow } from './history-row.tsx';
import { Question, type RestoreQuestion } from './restore-question.tsx';
import styles from './history-list.module.css';

type Loaded = Pick<HistoryPage, 'entries' | 'next' | 'searchedTo'>;

const NOTHING: Loaded = { entries: [], next: null, searchedTo: null };

type HistoryListProps = {
  query: HistoryQuery;
  reader: Reader;
  /** Returns the name of the item of an entry. */
  nameOf: (entry: HistoryEntry) => ReactNode;
};

/** Renders the changes that match `query` by day, newest first. A change of `query` needs a new key. */
export function HistoryList({ query, reader, nameOf }: HistoryListProps) {
  const [status, setStatus] = useState('');
  const { loaded, failure, isLoadingMore, load, loadMore } = useEntries(query, setStatus);
  const { question, setQuestion, restoring, rejected, rejection, restore } = useRestore(load, setStatus);
  const { entries, next, searchedTo } = loaded ?? NOTHING;
  const days = Map.groupBy(entries, ({ at }) => calendarDay(new Date(at), reader.timeZone));

  const rejectionOf = (change: string) => rejected === change && <FailureAlert failure={rejection} />;

  const renderRow = (entry: HistoryEntry) => (
    <HistoryRow
      key={entry.id}
      entry={entry}
      name={nameOf(entry)}
      reader={reader}
      isRestoring={restoring === entry.id}
      onRestore={() => void restore(entry.id, entry.id)}
    >
      {question?.change !== entry.id && rejectionOf(entry.id)}
    </HistoryRow>
  );

  return (
    <>
      <p className={styles.status} role="status">
        {status}
      </p>
      {!loaded && !failure && <Spinner label="Loading history" />}
      {question && (
        <Question
          key={`${question.change} ${question.current.version}`}
          question={question}
          entries={entries}
          reader={reader}
          isRestoring={restoring === question.change}
          onRestore={() => void restore(question.change, question.current.version)}
          onKeep={() => {
            setQuestion(undefined);
            setStatus('Nothing changed.');
          }}
        >
          {rejectionOf(question.change)}
        </Question>
      )}
      {[...days].map(([day, ofDay]) => {
        const demo = ofDay.filter(({ origin }) => origin === 'demo');
        return (
          <Fragment key={day}>
            <h2 id={day} className={styles.day}>
              {day === reader.today ? 'Today' : formatDate(day)}
            </h2>
            <ol className="plain-list" aria-labelledby={day}>
              {ofDay.filter(({ origin }) => origin !== 'demo').map(renderRow)}
              {demo.length > 0 && <DemoRow count={demo.length}>{demo.map(renderRow)}</DemoRow>}
            </ol>
          </Fragment>
        );
      })}
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
            {isLoadingMore ? 'Loading…' : entries.length === 0 ? 'Search further back' : 'Show more changes'}
          </Button>
        </div>
      )}
    </>
  );
}

/** Loads the entries, which a restore changes. */
function useEntries(query: HistoryQuery, onStatus: (status: string) => void) {
  const [loaded, setLoaded] = useState<Loaded>();
  const [failure, setFailure] = useState<Failure>();
  const [isLoadingMore, setIsLoadingMore] = useState(false);

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
      if (result.outcome === 'done') onStatus(`${counted(result.body.entries.length, 'change')}.`);
    }
    void loadFirst();
  }, [load, onStatus]);

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
function useRestore(load: () => Promise<unknown>, onStatus: (status: string) => void) {
  const [question, setQuestion] = useState<RestoreQuestion>();
  const [restoring, setRestoring] = useState<string>();
  const [rejected, setRejected] = useState('');
  const [rejection, setRejection] = useFailure();
  const isRestoring = useRef(false);

  async function restore(change: string, baseVersion: VersionId) {
    if (isRestoring.current) return;
    isRestoring.current = true;
    setRestoring(change);
    onStatus('');
    const result = await adminApi.restoreChanges(change, baseVersion);
    if (result.outcome === 'done' || result.outcome === 'conflict') {
      const isDone = result.outcome === 'done';
      setRejection(undefined);
      setQuestion(isDone ? undefined : { change, current: result.current });
      if (isDone) onStatus(result.body.changed ? 'Restored.' : ALREADY_CURRENT);
      await load();
    } else {
      setRejected(change);
      setRejection(result);
    }
    setRestoring(undefined);
    isRestoring.current = false;
  }

  return { question, setQuestion, restoring, rejected, rejection, restore };
}

const ALREADY_CURRENT = 'This is already the current version. Nothing changed.';
