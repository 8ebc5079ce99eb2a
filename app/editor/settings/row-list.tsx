import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { uniqueId } from '#contract/item-id.ts';
import { keepFocus } from '#app/editor/field/keep-focus.ts';
import { moved } from '#app/editor/field/list-order.ts';
import { ReorderControls } from '#app/editor/field/reorder-controls.tsx';
import controls from '#app/editor/shell/controls.module.css';
import type { Row } from './setting-draft.ts';
import styles from './settings.module.css';

type Removal = { row: Row; name: string; before: ReadonlySet<string>; saved: string };

type RowsSource = {
  /** Id of the list's element. */
  id: string;
  /** What one row is called. */
  noun: string;
  max?: number | undefined;
  rows: readonly Row[];
  /** Saved text of the field. A removal can be undone until it changes. */
  saved: string;
  nameOf: (row: Row, at: number) => string;
  /** What is removed with a row, such as " and 2 links". */
  contentsOf?: (row: Row) => string;
  create: (key: string) => Row;
  change: (step: (rows: readonly Row[]) => readonly Row[]) => void;
  /** Opens a closed list before a new row gets the focus. */
  onAdd?: (() => void) | undefined;
};

export type Rows = ReturnType<typeof useRows>;

/** Manages the rows of a list that are saved with their field: adding, moving, removing, and undoing a removal. */
export function useRows(source: RowsSource) {
  const { id, noun, max = Infinity, rows, saved, nameOf, contentsOf, create, change, onAdd } = source;
  const [status, setStatus] = useState('');
  const [removals, setRemovals] = useState<readonly Removal[]>([]);
  const removed = new Map(
    removals
      .filter((each) => each.saved === saved && rows.every(({ key }) => key !== each.row.key))
      .map((each) => [each.row.key, each]),
  );
  const all = [...removed.values()].reduce(withRow, rows);

  function add() {
    if (rows.length >= max) {
      setStatus(`There are at most ${max} ${noun}s. Remove one to add another.`);
      return;
    }
    const row = create(uniqueId());
    flushSync(() => {
      onAdd?.();
      setStatus('');
      change((before) => [...before, row]);
    });
    focusIn(`${id}-${row.key}`);
  }

  function remove(row: Row, at: number) {
    const keys = all.map(({ key }) => key);
    const before = new Set(keys.slice(0, keys.indexOf(row.key)));
    const name = `${nameOf(row, at)}${contentsOf?.(row) ?? ''}`;
    flushSync(() => {
      change((each) => each.filter(({ key }) => key !== row.key));
      setRemovals((each) => [
        ...each.filter(({ row: { key } }) => key !== row.key),
        { row, name, before, saved },
      ]);
      setStatus('');
    });
    focusIn(`${id}-${row.key}`);
  }

  function undo(removal: Removal) {
    flushSync(() => change((each) => withRow(each, removal)));
    focusIn(`${id}-${removal.row.key}`);
  }

  function move(row: Row, at: number, to: number) {
    if (to === at) return;
    keepFocus(() => {
      change((before) => moved(before, ({ key }) => key === row.key, to));
      setStatus(`${nameOf(row, at)} moved ${to > at ? 'down' : 'up'}.`);
    });
  }

  return { id, rows, all, removed, status, nameOf, add, remove, undo, move };
}

/** Returns the rows with a removed one after those that were before it. */
function withRow(rows: readonly Row[], { row, before }: Removal): readonly Row[] {
  return rows.toSpliced(rows.findLastIndex(({ key }) => before.has(key)) + 1, 0, row);
}

function focusIn(id: string): void {
  const inputs = document.querySelectorAll<HTMLElement>(
    `#${CSS.escape(id)} :is(input, select, textarea, button)`,
  );
  [...inputs].find((each) => each.checkVisibility({ visibilityProperty: true }))?.focus();
}

/** Renders the rows of a list, and removed ones with a button that undoes the removal. */
export function RowList({
  list: { id, rows, all, removed, status, nameOf, remove, undo, move },
  label,
  children,
}: {
  list: Rows;
  label: string;
  /** Renders a row with the buttons that move and remove it. */
  children: (row: Row, at: number, actions: ReactNode) => ReactNode;
}) {
  return (
    <>
      <ol id={id} className="plain-list" tabIndex={-1} aria-label={label}>
        {all.map((row) => {
          const removal = removed.get(row.key);
          if (removal)
            return (
              <RemovedRow
                key={row.key}
                id={`${id}-${row.key}`}
                name={removal.name}
                onUndo={() => undo(removal)}
              />
            );
          const at = rows.indexOf(row);
          const name = nameOf(row, at);
          const actions = (
            <>
              <ReorderControls
                position={at}
                count={rows.length}
                itemName={name}
                onMove={(to) => move(row, at, to)}
              />
              <button type="button" className={controls.button} onClick={() => remove(row, at)}>
                Remove<span className="visually-hidden"> {name}</span>
              </button>
            </>
          );
          return (
            <li key={row.key} id={`${id}-${row.key}`} className={styles.listRow}>
              {children(row, at, actions)}
            </li>
          );
        })}
      </ol>
      <p className={styles.note} role="status">
        {status}
      </p>
    </>
  );
}

function RemovedRow({ id, name, onUndo }: { id: string; name: string; onUndo: () => void }) {
  return (
    <li id={id} className={styles.removed} data-removed>
      <span id={`${id}-removed`}>Removed when you save: {name}</span>
      <button type="button" className={controls.link} aria-describedby={`${id}-removed`} onClick={onUndo}>
        Undo
      </button>
    </li>
  );
}
