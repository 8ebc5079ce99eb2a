import { useRef, useState, type ChangeEvent } from 'react';
import { parseBidsCsv, type BidFile as ReadFile } from '#shared/bids-csv.ts';
import { decodeText } from '#shared/decode-text.ts';
import { counted } from '#contract/text.ts';
import type { Grid } from '#app/editor/grid/grid.ts';
import controls from '#app/editor/shell/controls.module.css';
import { HEADERS_LEFT_OUT } from '#app/editor/grid/use-grid-paste.ts';
import { gridOfFile } from './bid-grid.ts';
import styles from './cash-bids-section.module.css';

const failureOf = (name: string, { line, field, message }: ReadFile['issues'][number]) =>
  `${name}, line ${line}, ${field}: ${message} Fix the file, then import it again.`;

/** Renders a button that reads cash bids from a CSV file and passes them to `onRead` for review. Saves nothing. */
export function BidFile({
  describedBy,
  onRead,
  onStatus,
}: {
  describedBy: string;
  onRead: (grid: Grid) => void;
  onStatus: (message: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<string>();

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    const { rows, issues } = parseBidsCsv(decodeText(new Uint8Array(await file.arrayBuffer())));
    // Clear the input, so that choosing the same file again fires `change`.
    target.value = '';
    const [first] = issues;
    setFailure(first && failureOf(file.name, first));
    if (first) return;
    const { grid, hasHeaders } = gridOfFile(rows);
    const status = `${file.name} has ${counted(grid.rows.length, 'row')}.`;
    onStatus(hasHeaders ? `${status} ${HEADERS_LEFT_OUT}` : status);
    onRead(grid);
  }

  return (
    <>
      <button type="button" aria-describedby={describedBy} onClick={() => input.current?.click()}>
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
