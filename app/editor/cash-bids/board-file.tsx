import { useRef, useState, type ChangeEvent } from 'react';
import { readBoardCsv } from '#contract/board-csv.ts';
import type { Grid } from '#app/editor/price-tables/table-grid.ts';
import controls from '#app/editor/controls.module.css';
import { toGrid } from './board-grid.ts';
import styles from './cash-bids-section.module.css';

/** Reads a board from a file of comma-separated values. Nothing is taken from it here: it is shown beside the board first. */
export function BoardFile({
  onRead,
  onTold,
}: {
  onRead: (grid: Grid) => void;
  onTold: (words: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<string>();

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    const { rows, mistakes } = readBoardCsv(await file.text());
    // The same file again is read again.
    target.value = '';
    const [first] = mistakes;
    setFailure(first && `${file.name}, line ${first.line}: ${first.field} must ${first.reason}.`);
    if (first) return;
    onTold(`${file.name} has ${rows.length} rows.`);
    onRead(toGrid(rows.map((row) => ({ ...row, active: row['active'] || 'yes' }))));
  }

  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>
        Import CSV
      </button>
      <input
        ref={input}
        className={styles.file}
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file of bids"
        tabIndex={-1}
        onChange={(event) => void read(event)}
      />
      {failure && (
        <p className={`${controls.failure} ${styles.wide}`} role="alert">
          {failure}
        </p>
      )}
    </>
  );
}
