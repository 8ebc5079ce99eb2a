import type { VersionId } from '#contract/content-version.ts';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { PRICE_TABLE_LIMITS, type PriceTableType } from '#contract/price-tables.ts';
import { useField } from '#app/editor/field/use-field.ts';
import { CopyTable } from '#app/editor/grid/copy-table.tsx';
import {
  HEADER_ROW,
  keptGrid,
  withNewColumn,
  withText,
  GRID_FORM,
  type CellPosition,
  type GridDraft,
} from '#app/editor/grid/grid.ts';
import { keptTexts } from '#app/editor/grid/grid-draft.ts';
import { mergeGrids } from '#app/editor/grid/merge-grids.ts';
import { GridField } from '#app/editor/grid/grid-field.tsx';
import { savedQuestions } from '#app/editor/grid/price-question.ts';
import { idsOf } from '#app/editor/grid/grid-ids.ts';
import { availableColumns, blockWidth } from '#app/editor/grid/paste-block.ts';
import { Spreadsheet } from '#app/editor/grid/spreadsheet.tsx';
import { COLUMNS_FULL, useGridSteps } from '#app/editor/grid/use-grid-steps.ts';
import { PriceTableView } from '#app/ui/price-table-view.tsx';
import { PasteConfirmation } from './paste-confirmation.tsx';
import { loadTable, submitTable } from './submit-table.ts';
import { headerWarning, previousCells, priceQuestions } from './table-warnings.ts';

type TableFieldProps = {
  section: string;
  type: PriceTableType;
  name: string;
  hasFixedColumns: boolean;
  saved: GridDraft;
  version: VersionId;
};

export function TableField({ section, type, name, hasFixedColumns, saved, version }: TableFieldProps) {
  const id = `table-${type}`;
  const { text: textId } = idsOf(id);
  const confirmationId = `${id}-question`;
  const table = { type, hasFixedColumns };
  const field = useField(
    {
      section,
      field: id,
      subject: `price-table:${type}`,
      saved,
      version,
      async save(sent: GridDraft, baseVersion: VersionId, base: GridDraft) {
        const result = await submitTable(table, sent, baseVersion);
        if (result.outcome === 'done') steps.setAfterSave(questionsAfterSave(base, sent));
        return result;
      },
      load: () => loadTable(table),
      mergeDraft: mergeGrids,
      whenSignedOut: 'fail',
    },
    GRID_FORM,
  );
  const { draft, saved: savedGrid, theirs } = field.state;
  const grid = useMemo(() => keptGrid(draft), [draft]);
  const previous = useMemo(() => keptTexts(draft, previousCells(savedGrid, draft)), [savedGrid, draft]);
  const questions = useMemo(() => priceQuestions(grid, previous), [previous, grid]);
  const [pendingPaste, setPendingPaste] = useState<{ position: CellPosition; block: string[][] }>();
  const steps = useGridSteps({
    id,
    draft,
    grid,
    hasFixedColumns,
    fullMessage: `This table is full (${PRICE_TABLE_LIMITS.rows} rows). Remove a row to add another.`,
    mayPaste,
    onChange: field.type,
  });

  function addColumn() {
    const next = withNewColumn(grid);
    if (next === grid) return steps.setNotice(COLUMNS_FULL);
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
      theirs={theirs && <PriceTableView name={name} table={{ ...theirs.content, changedAt: null }} />}
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
        draft={draft}
        previous={previous}
        questions={questions}
        closedColumn={grid.headers.length > 1 ? 1 : undefined}
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

function questionsAfterSave(base: GridDraft, sent: GridDraft): string {
  const grid = keptGrid(sent);
  return savedQuestions(priceQuestions(grid, previousCells(base, grid)));
}
