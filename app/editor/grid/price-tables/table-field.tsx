import { useState } from 'react';
import { flushSync } from 'react-dom';
import { PRICE_TABLE_LIMITS } from '#contract/price-tables.ts';
import { Button } from '#app/editor/shell/button.tsx';
import { CopyTable } from '#app/editor/grid/copy-table.tsx';
import { HEADER_ROW, withNewColumn, withText, type CellPosition, type Grid } from '#app/editor/grid/grid.ts';
import { GridField } from '#app/editor/grid/grid-field.tsx';
import { idsOf } from '#app/editor/grid/grid-ids.ts';
import { availableColumns, blockWidth } from '#app/editor/grid/paste-block.ts';
import { GridQuestion } from '#app/editor/grid/grid-question.tsx';
import { COLUMNS_FULL, useGridSteps } from '#app/editor/grid/use-grid-steps.ts';
import { PriceTableView } from '#app/ui/price-table-view.tsx';
import { headerWarning } from './table-warnings.ts';
import { useTableField } from './use-table-field.ts';

type TableFieldProps = Omit<Parameters<typeof useTableField>[0], 'onSaved'> & { name: string };

/** A block that is wider than the columns that are `available` at a position. */
type PendingPaste = { position: CellPosition; block: string[][]; available: number };

export function TableField({ name, ...props }: TableFieldProps) {
  const { hasFixedColumns } = props;
  const { field, grid, previous, questions } = useTableField({
    ...props,
    onSaved: (text) => steps.setAfterSave(text),
  });
  const { draft, theirs } = field.state;
  const id = field.name;
  const { text: textId } = idsOf(id);
  const confirmationId = `${id}-question`;
  const [pendingPaste, setPendingPaste] = useState<PendingPaste>();
  const steps = useGridSteps({
    id,
    draft,
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
  function mayPaste(into: Grid, position: CellPosition, block: string[][]): boolean {
    const available = availableColumns(into, position, hasFixedColumns);
    const fits = blockWidth(block) <= available;
    flushSync(() => setPendingPaste(fits ? undefined : { position, block, available }));
    if (!fits) document.getElementById(confirmationId)?.focus();
    return fits;
  }

  return (
    <GridField
      id={id}
      name={name}
      field={field}
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
      theirs={theirs && <PriceTableView name={name} table={{ ...theirs.content, changedAt: null }} />}
      actions={
        <>
          {!hasFixedColumns && <Button onClick={addColumn}>Add Column</Button>}
          <CopyTable name={name} grid={grid} onStatus={steps.setNotice} />
        </>
      }
    >
      {pendingPaste && (
        <GridQuestion
          id={confirmationId}
          {...pasteQuestion(grid.headers.length, pendingPaste)}
          onConfirm={() => {
            setPendingPaste(undefined);
            steps.paste(pendingPaste.position, pendingPaste.block);
          }}
          onCancel={() => {
            setPendingPaste(undefined);
            document.getElementById(textId(pendingPaste.position))?.focus();
          }}
        />
      )}
    </GridField>
  );
}

function pasteQuestion(columns: number, { block, available }: PendingPaste) {
  const limit =
    available === columns ? `this table has ${columns}` : `there's room for only ${available} here`;
  return {
    text: `You pasted ${blockWidth(block)} columns, but ${limit}.`,
    confirmLabel: `Paste the first ${available === 1 ? 'column' : `${available} columns`}`,
  };
}
