import { memo, useState, type ClipboardEvent, type CSSProperties } from 'react';
import { isEqual } from '#shared/merge-values.ts';
import { parseBlock } from '#app/editor/grid/block-text.ts';
import { CellInput } from '#app/editor/grid/cell-input.tsx';
import { GRID_LIMITS, type CellPosition } from '#app/editor/grid/grid.ts';
import { idsOf } from '#app/editor/grid/grid-ids.ts';
import { useStableHandlers } from '#app/editor/field/use-stable-handlers.ts';
import { UnsavedChip } from '#app/editor/shell/unsaved-chip.tsx';
import { spread, type Group, type Row } from './board.ts';
import styles from './today.module.css';

type Handlers = {
  onType: (position: CellPosition, text: string) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>, position: CellPosition) => void;
};

/** Whether the prices are behind their name at first. */
export type Fold = 'open' | 'closed';

/** Renders prices of the field `id`. They are always in view without `fold`. */
export function PriceGroup({
  id,
  group,
  fold,
  onType,
  onDropped,
}: {
  id: string;
  group: Group;
  fold: Fold | undefined;
  onType: Handlers['onType'];
  /** Called with the number of pasted texts that do not fit. */
  onDropped: (count: number) => void;
}) {
  const { name, columns, rows } = group;
  const count = rows.flatMap(({ cells }) => cells).filter(({ isChanged }) => isChanged).length;
  const [isOpenFirst] = useState(fold === 'open' || count > 0);
  const [letters] = useState(() => lettersOf(rows));
  const handlers = useStableHandlers<Handlers>({
    onType,
    onPaste(event, position) {
      const block = parseBlock(event.clipboardData.getData('text/plain'));
      if (!block) return;
      event.preventDefault();
      const { cells, dropped } = spread(group, position, block);
      for (const cell of cells) onType(cell.position, cell.text);
      onDropped(dropped);
    },
  });
  if (rows.every(({ cells }) => cells.length === 0)) return null;

  const heading = (
    <>
      <h2>{name}</h2>
      {columns.length > 1 && <span className={styles.columns}>{columns.join(' · ')}</span>}
    </>
  );
  const list = (
    <div className={styles.rows} data-wide={isWide(rows)}>
      {rows.map((row, at) => (
        <PriceRow key={at} {...{ id, row, letters, handlers }} />
      ))}
    </div>
  );
  if (!fold) {
    return (
      <div className={styles.group}>
        <div className={styles.heading}>{heading}</div>
        {list}
      </div>
    );
  }
  return (
    <details className={styles.group} open={isOpenFirst}>
      <summary className={styles.heading}>
        {heading}
        <UnsavedChip count={count} />
      </summary>
      {list}
    </details>
  );
}

/** Number of letters that fit beside one number in a narrow column, and those that another number takes. */
const LETTERS = { beside: 34, number: 14 };

const isWide = (rows: readonly Row[]) =>
  rows.some(({ lines, cells, result }) => {
    const numbers = cells.length + (result === undefined ? 0 : 1);
    return lines.join('').length > LETTERS.beside - (numbers - 1) * LETTERS.number;
  });

/** Returns the width of each cell, in letters. It does not change while someone types. */
const lettersOf = (rows: readonly Row[]) =>
  (rows[0]?.cells ?? []).map((_, at, { length }) =>
    Math.max(length > 1 ? 4 : 5, ...rows.map(({ cells }) => cells[at]?.text.length ?? 0)),
  );

type RowProps = { id: string; row: Row; letters: readonly number[]; handlers: Handlers };

const PriceRow = memo(
  function PriceRow({ id, row, letters, handlers }: RowProps) {
    const { lines, cells, result, remark } = row;
    const ids = cells.map(({ position }) => idsOf(id).text(position));
    const [resultId, remarkId] = [`${ids[0]}-result`, `${ids[0]}-remark`];
    const described = [result && resultId, remark && remarkId].filter(Boolean).join(' ');
    return (
      <div className={styles.row}>
        <label htmlFor={ids[0]} className={styles.name}>
          {lines.map((line, at) => (
            <span key={at}>{line}</span>
          ))}
        </label>
        {cells.map(({ position, name, text, isChanged, isSigned }, at) => (
          <span
            key={at}
            className={styles.cell}
            style={{ '--letters': letters[at] } as CSSProperties}
            data-changed={isChanged}
          >
            <CellInput
              id={ids[at]}
              aria-label={name}
              aria-describedby={described || undefined}
              isSigned={isSigned}
              inputMode="decimal"
              enterKeyHint="next"
              maxLength={GRID_LIMITS.cellLength}
              value={text}
              onChange={(event) => handlers.onType(position, event.target.value)}
              onPaste={(event) => handlers.onPaste(event, position)}
            />
          </span>
        ))}
        {result !== undefined && (
          <span id={resultId} className={styles.result}>
            {result}
          </span>
        )}
        {remark && (
          <p id={remarkId} className={styles.remark}>
            {remark}
          </p>
        )}
      </div>
    );
  },
  (before, now) => before.handlers === now.handlers && isEqual(before.row, now.row),
);
