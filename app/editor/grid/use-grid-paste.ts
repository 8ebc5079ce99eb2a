import { useState, type ClipboardEvent } from 'react';
import { isEqual } from '#shared/merge-values.ts';
import { HEADER_ROW, type CellPosition, type Grid } from './grid.ts';
import { pasteBlock, pastedMessage } from './paste-block.ts';
import { startsWithHeaders } from './pasted-headers.ts';
import { readBlock } from './read-block.ts';

/** Paste whose first row was left out, with the grids before and after it. */
type PasteWithoutHeaders = { before: Grid; after: Grid; position: CellPosition; block: string[][] };

export const HEADERS_LEFT_OUT = 'The first row looks like the headers, so we left it out.';

/** Returns the functions that paste blocks of cells into a grid. */
export function useGridPaste({
  grid,
  headerNames,
  limits,
  mayPaste,
  onPasted,
}: {
  grid: Grid;
  /** Names of each column in pasted headers. */
  headerNames: readonly (string | readonly string[])[];
  limits: { hasFixedColumns: boolean; maxRows: number };
  mayPaste: (grid: Grid, position: CellPosition, block: string[][]) => boolean;
  onPasted: (after: Grid, position: CellPosition, message: string) => void;
}) {
  const [withoutHeaders, setWithoutHeaders] = useState<PasteWithoutHeaders>();

  /** Pastes a block. Leaves out a first row that repeats the headers, except for the headers of new columns. */
  function paste(position: CellPosition, block: string[][]) {
    if (!startsWithHeaders(block, position, headerNames)) return pasteAll(grid, position, block);
    const [headers = [], ...rows] = block;
    const pasted = pasteBlock(grid, position, rows, limits);
    const firstNew = grid.headers.length - position.column;
    const newHeaders = headers.slice(firstNew, firstNew + pasted.newColumns);
    const headerPosition = { row: HEADER_ROW, column: grid.headers.length };
    const { grid: after } = pasteBlock(pasted.grid, headerPosition, [newHeaders], limits);
    setWithoutHeaders({ before: grid, after, position, block });
    onPasted(after, position, `${pastedMessage(pasted)} ${HEADERS_LEFT_OUT}`);
  }

  function pasteAll(before: Grid, position: CellPosition, block: string[][]) {
    const pasted = pasteBlock(before, position, block, limits);
    onPasted(pasted.grid, position, pastedMessage(pasted));
  }

  /** Pastes the last block again with its first row, or undefined if the grid has changed since. */
  const keepHeaders =
    withoutHeaders && isEqual(withoutHeaders.after, grid)
      ? () => pasteAll(withoutHeaders.before, withoutHeaders.position, withoutHeaders.block)
      : undefined;

  function onPaste(event: ClipboardEvent<HTMLInputElement>, position: CellPosition) {
    const block = readBlock(event);
    if (block && mayPaste(grid, position, block)) paste(position, block);
  }

  return { paste, onPaste, keepHeaders };
}
