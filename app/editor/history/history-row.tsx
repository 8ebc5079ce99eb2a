import { useId, useMemo, useState, type ReactNode } from 'react';
import type { HistoryEntry } from '#contract/history.ts';
import { counted } from '#contract/text.ts';
import { formatTime } from '#shared/date-time.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { whenOf, type Reader } from '#app/editor/shell/when-of.ts';
import { whoOf } from './entry-texts.ts';
import { shortChange } from './short-change.ts';
import { ValueChange } from './value-change.tsx';
import styles from './history-list.module.css';

/** Renders a change on one line, and its details once it is opened. */
export function HistoryRow({
  entry,
  name,
  reader,
  isRestoring,
  onRestore,
  children,
}: {
  entry: HistoryEntry;
  /** Name of the item, among the details. */
  name: ReactNode;
  reader: Reader;
  isRestoring: boolean;
  onRestore: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const change = useMemo(() => shortChange(entry), [entry]);
  const { at, after, item, canRestore } = entry;
  const labels = after === null ? ['Restore', 'Restoring…'] : ['Undo', 'Undoing…'];
  return (
    <li className={styles.row}>
      <Disclosure
        id={id}
        at={at}
        reader={reader}
        who={whoOf(entry, reader)}
        name={item.name}
        change={change}
        renderDetails={() => (
          <div className={styles.details}>
            <p className={styles.note}>
              {name} · {whenOf(at, reader)} · {whoOf(entry, reader)}
            </p>
            <ValueChange before={entry.before} after={after} />
            {!canRestore && <p className={styles.note}>{entry.reason}</p>}
          </div>
        )}
      />
      {canRestore && (
        <span className={styles.undo}>
          <Button look="link" aria-describedby={id} onClick={onRestore}>
            {labels[Number(isRestoring)]}
          </Button>
        </span>
      )}
      {children}
    </li>
  );
}

/** Renders changes of the demo content as one, with a row for each once it is opened. */
export const DemoRow = ({
  entries,
  reader,
  renderRow,
}: {
  entries: readonly [HistoryEntry, ...HistoryEntry[]];
  reader: Reader;
  renderRow: (entry: HistoryEntry) => ReactNode;
}) => (
  <li className={styles.row}>
    <Disclosure
      at={entries[0].at}
      reader={reader}
      who=""
      name="Demo content"
      change={counted(entries.length, 'change')}
      renderDetails={() => <ol className="plain-list">{entries.map(renderRow)}</ol>}
    />
  </li>
);

function Disclosure({
  id,
  at,
  reader,
  who,
  name,
  change,
  renderDetails,
}: {
  id?: string;
  at: string;
  reader: Reader;
  who: string;
  name: string;
  change: string;
  renderDetails: () => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      onToggle={({ target, currentTarget }) => target === currentTarget && setOpen(currentTarget.open)}
    >
      <summary id={id}>
        <time dateTime={at}>{formatTime(new Date(at), reader.timeZone)}</time>
        <span>{who}</span>
        <b>{name}</b>
        <span>{change}</span>
      </summary>
      {isOpen && renderDetails()}
    </details>
  );
}
