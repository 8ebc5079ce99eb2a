import { useEffect, useId, useRef, useState, type ComponentProps } from 'react';
import { LoadFailure } from '#app/editor/shell/load-failure.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { HistoryList } from './history-list.tsx';
import controls from '#app/editor/shell/controls.module.css';
import styles from './history-panel.module.css';

type ListProps = ComponentProps<typeof HistoryList>;

/** Renders a history in place. Its list, which most visits to the editor do not need, is loaded when it is opened. */
export function HistoryPanel({
  id,
  heading,
  className = '',
  onClose,
  ...list
}: { id: string; heading: string; className?: string | undefined; onClose: () => void } & ListProps) {
  const [List, setList] = useState<typeof HistoryList>();
  const [hasFailed, setHasFailed] = useState(false);
  const headingId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  // The query is an object that may be new in each render.
  const key = JSON.stringify(list.query);
  const [query, setQuery] = useState(list.query);
  if (JSON.stringify(query) !== key) setQuery(list.query);

  const [attempt, setAttempt] = useState(1);

  useEffect(() => title.current?.focus(), []);

  useEffect(() => {
    async function load() {
      try {
        const module = await import('./lazy-history-list.ts');
        setList(() => module.HistoryList);
      } catch {
        setHasFailed(true);
      }
    }
    void load();
  }, [attempt]);

  return (
    <div id={id} className={`${styles.panel} ${className}`} role="group" aria-labelledby={headingId}>
      <h3 ref={title} id={headingId} tabIndex={-1}>
        {heading}
      </h3>
      {List && <List {...list} key={`${key} ${list.question?.changes ?? ''}`} query={query} />}
      {!List && !hasFailed && <Spinner label="Loading history" />}
      {hasFailed && (
        <LoadFailure
          noun="history"
          reason="Check your internet connection and try again."
          isSignedOut={false}
          onRetry={() => {
            setHasFailed(false);
            setAttempt(attempt + 1);
          }}
        />
      )}
      <button type="button" className={controls.button} onClick={onClose}>
        Close history
      </button>
    </div>
  );
}
