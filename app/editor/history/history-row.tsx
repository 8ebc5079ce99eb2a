import { useId, type ReactNode } from 'react';
import type { HistoryEntry } from '#contract/history.ts';
import { counted } from '#contract/text.ts';
import { formatTime } from '#shared/date-time.ts';
import { Button } from '#app/editor/shell/button.tsx';
import type { Reader } from '#app/editor/shell/when-of.ts';
import { ACTIONS, undoTexts, whoOf } from './entry-texts.ts';
import { ValueChange } from './value-change.tsx';
import styles from './history-list.module.css';

/** Renders a change on one line, and all of it once it is opened. */
export function HistoryRow({
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
  const id = useId();
  const { at, action, before, after, item, reason } = entry;
  const [label, busyLabel] = undoTexts(entry, reader) ?? [];
  return (
    <li className={styles.row}>
      <details>
        <summary id={id}>
          <time dateTime={at}>{formatTime(new Date(at), reader.timeZone)}</time>
          <span>{whoOf(entry, reader)}</span>
          <b>{item.name}</b>
          <div>
            {action !== 'changed' && `${ACTIONS[action]} `}
            <ValueChange before={before} after={after} />
          </div>
        </summary>
        <p className={styles.note}>
          {name} {reason}
        </p>
      </details>
      {label && (
        <Button look="link" aria-describedby={id} onClick={onRestore}>
          {isRestoring ? busyLabel : label}
        </Button>
      )}
      {children}
    </li>
  );
}

/** Renders the changes of the demo content on one line, and each of them once it is opened. */
export const DemoRow = ({ count, children }: { count: number; children: ReactNode }) => (
  <li className={styles.row}>
    <details>
      <summary>
        {/* Without a time and a person. */}
        <span />
        <span />
        <b>Demo content</b>
        <span>{counted(count, 'change')}</span>
      </summary>
      <ol className="plain-list">{children}</ol>
    </details>
  </li>
);
