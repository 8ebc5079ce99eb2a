import { CopyButton } from '#app/editor/shell/copy-button.tsx';
import type { Grid } from './grid.ts';
import { serializeBlock } from './block-text.ts';

/** Renders the button that copies a table for spreadsheets. */
export const CopyTable = ({
  name,
  grid: { headers, rows },
  onStatus,
}: {
  name: string;
  grid: Grid;
  onStatus: (message: string) => void;
}) => (
  <CopyButton
    label="Copy table"
    textOf={() => serializeBlock([headers, ...rows])}
    copied="Copied. Now paste it into a spreadsheet."
    what="the text below"
    shownLabel={`${name} table as text`}
    isMultiline
    onStatus={onStatus}
  />
);
