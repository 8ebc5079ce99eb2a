import { useCallback, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { PRICE_TABLE_LIMITS, type PriceTableType } from '#contract/price-tables.ts';
import { useField } from '#app/editor/field/use-field.ts';
import { CopyTable } from '#app/editor/grid/copy-table.tsx';
import {
  EMPTY_GRID,
  HEADER_ROW,
  parseGrid,
  serializeGrid,
  withNewColumn,
  withText,
  type CellPosition,
} from '#app/editor/grid/grid.ts';
import { GridField } from '#app/editor/grid/grid-field.tsx';
import { idsOf } from '#app/editor/grid/grid-ids.ts';
import { availableColumns, blockWidth } from '#app/editor/grid/paste-block.ts';
import { Spreadsheet } from '#app/editor/grid/spreadsheet.tsx';
import { useGridSteps } from '#app/editor/grid/use-grid-steps.ts';
import { PriceTableView } from '#app/ui/price-table-view.tsx';
import { PasteConfirmation } from './paste-confirmation.tsx';
import { submitTable } from './submit-table.ts';
import { headerWarning, previousCells, priceWarning } from './table-warnings.ts';

export function TableField({
  section,
  type,
  name,
  hasFixedColumns,
  saved,
  version,
}: {
  section: string;
  type: PriceTableType;
  name: string;
  hasFixedColumns: boolean;
  saved: string;
  version: number;
}) {
  const id = `table-${type}`;
  const { text: textId } = idsOf(id);
  const confirmationId = `${id}-question`;
  const save = useCallback(
    (text: string, baseVersion: number) => submitTable({ type, hasFixedColumns }, text, baseVersion),
    [type, hasFixedColumns],
  );
  const field = useField({ section, field: id, saved, version, save, whenSignedOut: 'fail' });
  const { draft, saved: savedText } = field.state;
  const savedGrid = useMemo(() => parseGrid(savedText) ?? EMPTY_GRID, [savedText]);
  const grid = useMemo(() => parseGrid(draft) ?? savedGrid, [draft, savedGrid]);
  const theirs = field.state.theirs && (parseGrid(field.state.theirs.content) ?? EMPTY_GRID);
  const previous = useMemo(() => previousCells(savedGrid, grid), [savedGrid, grid]);
  const warnings = useMemo(
    () =>
      grid.rows.map((cells, row) =>
        cells.map((text, column) => priceWarning(previous[row]?.[column] ?? '', text) ?? ''),
      ),
    [previous, grid],
  );
  const [pendingPaste, setPendingPaste] = useState<{ position: CellPosition; block: string[][] }>();
  const steps = useGridSteps({
    id,
    grid,
    hasFixedColumns,
    fullMessage: `This table is full (${PRICE_TABLE_LIMITS.rows} rows). Remove a row to add another.`,
    mayPaste,
    onChange: (next) => field.type(serializeGrid(next)),
  });

  function addColumn() {
    const next = withNewColumn(grid);
    if (next === grid)
      return steps.setNotice(
        `This table is full (${PRICE_TABLE_LIMITS.columns} columns). Remove a column to add another.`,
      );
    steps.change(next, { focus: textId({ row: HEADER_ROW, column: grid.headers.length }) });
  }

  /** Requires a confirmation if columns do not fit. */
  function mayPaste(position: CellPosition, block: string[][]): boolean {
    const fits = blockWidth(block) <= availableColumns(grid, position, hasFixedColumns);
    flushSync(() => setPendingPaste(fits ? undefined : { position, block }));
    if (!fits) document.getElementById(confirmationId)?.focus();
    return fits;
  }

  function confirmPaste(position: CellPosition, block: string[][]) {
    setPendingPaste(undefined);
    steps.paste(position, block);
  }

  function cancelPaste(position: CellPosition) {
    setPendingPaste(undefined);
    document.getElementById(textId(position))?.focus();
  }

  return (
    <GridField
      id={id}
      name={name}
      field={field}
      theirs={theirs && <PriceTableView name={name} table={{ ...theirs, changedAt: null }} />}
      steps={steps}
      actions={
        <>
          {!hasFixedColumns && (
            <button type="button" onClick={addColumn}>
              Add Column
            </button>
          )}
          <CopyTable name={name} grid={grid} onStatus={steps.setNotice} />
        </>
      }
    >
      <Spreadsheet
        id={id}
        name={name}
        grid={grid}
        previous={previous}
        warnings={warnings}
        editableHeaders={{
          warnings: grid.headers.map((_, column) => headerWarning(grid, column) ?? ''),
          canRemove: !hasFixedColumns || grid.headers.length > 1,
        }}
        steps={steps}
        onType={(position, text) => steps.change(withText(grid, position, text))}
        onSave={field.save}
      />
      {pendingPaste && (
        <PasteConfirmation
          id={confirmationId}
          width={blockWidth(pendingPaste.block)}
          columns={grid.headers.length}
          available={availableColumns(grid, pendingPaste.position, hasFixedColumns)}
          onPaste={() => confirmPaste(pendingPaste.position, pendingPaste.block)}
          onCancel={() => cancelPaste(pendingPaste.position)}
        />
      )}
    </GridField>
  );
}
