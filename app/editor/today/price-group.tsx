import { memo, useState, type ClipboardEvent, type CSSProperties } from 'react';
import { isEqual } from '#shared/merge-values.ts';
import { parseBlock } from '#app/editor/grid/block-text.ts';
import { CellInput } from '#app/editor/grid/cell-input.tsx';
import { GRID_LIMITS, type CellPosition } from '#app/editor/grid/grid.ts';
import { idsOf } from '#app/editor/grid/grid-ids.ts';
import { UnsavedChip } from '#app/editor/shell/unsaved-chip.tsx';
import { countChanged, type Group, type Row } from './board.ts';
import styles from './today.module.css';

/** Number of rows from which a group has the width of the page. */
const LONG = 24;

type Props = {
  /** Name of the field. */
  id: string;
  group: Group;
  /** Shows only the name and the number of changes at first, if nothing has changed. */
  isFolded: boolean;
  onType: (position: CellPosition, text: string) => void;
  /** Called with the number of pasted texts that do not fit. */
  onDropped: (count: number) => void;
};

/** Renders prices. Memoized, because each change of a field creates its groups again. */
export const PriceGroup = memo(
  function PriceGroup({ id, group, isFolded, onType, onDropped }: Props) {
    const { name, columns, rows } = group;
    const count = countChanged([group]);
    const [isOpenFirst] = useState(count > 0);
    const letters = columns.map((_, at) =>
      Math.max(4, ...rows.map(({ cells }) => cells[at]?.text.length ?? 0)),
    );

    /** Fills the cells below with a pasted list. */
    function onPaste(event: ClipboardEvent<HTMLInputElement>, from: number, at: number) {
      const block = parseBlock(event.clipboardData.getData('text/plain'));
      if (!block) return;
      event.preventDefault();
      const texts = block.length === 1 ? block.flat() : block.map(([text = '']) => text);
      const below = rows.slice(from).flatMap(({ cells }) => cells[at] ?? []);
      for (const [down, { position }] of below.slice(0, texts.length).entries())
        onType(position, (texts[down] ?? '').trim().slice(0, GRID_LIMITS.cellLength));
      onDropped(texts.length - below.length);
    }

    const isLong = rows.length > LONG;
    if (columns.length === 0 || rows.length === 0) return null;
    const list = (
      <div className={styles.rows} data-long={columns.some((header) => header.length > 8)}>
        {rows.map((row, from) => {
          const ids = row.cells.map(({ position }) => idsOf(id).text(position));
          return (
            <div key={from} className={styles.row} data-wide={lettersOf(row) > 40}>
              <label htmlFor={ids[0]}>{row.label}</label>
              {row.cells.map(({ position, name: cellName, text, isChanged, isSigned }, at) => (
                <span
                  key={at}
                  className={styles.cell}
                  style={{ '--letters': letters[at] } as CSSProperties}
                  data-changed={isChanged}
                  data-header={columns.length > 1 ? columns[at] : undefined}
                >
                  <CellInput
                    id={ids[at]}
                    aria-label={cellName}
                    aria-describedby={`${ids[0]}-note`}
                    isSigned={isSigned}
                    inputMode="decimal"
                    enterKeyHint="next"
                    maxLength={GRID_LIMITS.cellLength}
                    value={text}
                    onChange={(event) => onType(position, event.target.value)}
                    onPaste={(event) => onPaste(event, from, at)}
                  />
                </span>
              ))}
              <p id={`${ids[0]}-note`}>
                {row.result !== undefined && <b data-header={columns.at(-1)}>{row.result}</b>}
                {row.remark && <span>{row.remark}</span>}
              </p>
            </div>
          );
        })}
      </div>
    );
    const heading = (
      <>
        <h2>{name}</h2>
        {columns.length > 1 && <span className={styles.columns}>{columns.join(' · ')}</span>}
        {isFolded && <UnsavedChip count={count} />}
      </>
    );
    return isFolded ? (
      <details className={styles.group} data-long={isLong} open={isOpenFirst}>
        <summary className={styles.heading}>{heading}</summary>
        {list}
      </details>
    ) : (
      <div className={styles.group} data-long={isLong}>
        <div className={styles.heading}>{heading}</div>
        {list}
      </div>
    );
  },
  (before, now) => before.isFolded === now.isFolded && isEqual(before.group, now.group),
);

/** Returns the letters of the longest line of a row, in which a number counts as 14. */
const lettersOf = ({ label, cells, result }: Row) =>
  Math.max(...label.split('\n').map((line) => line.length)) +
  14 * (cells.length + (result === undefined ? 0 : 1));
