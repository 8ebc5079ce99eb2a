import { callAs } from '#app/editor/shell/admin-api.ts';
import { GRID_FORM, type GridDraft } from '#app/editor/grid/grid.ts';
import { mergeGrids } from '#app/editor/grid/merge-grids.ts';
import { useGridField, type GridFieldProps } from '#app/editor/grid/use-grid-field.ts';
import { loadTable, savedTable, type Table } from './submit-table.ts';
import { previousCells, priceQuestions } from './table-warnings.ts';

/** Manages a price table as a field. */
export const useTableField = ({ type, hasFixedColumns, ...source }: GridFieldProps<GridDraft> & Table) =>
  useGridField(
    {
      ...source,
      field: `table-${type}`,
      subject: `price-table:${type}`,
      ...savedTable({ type, hasFixedColumns }),
      load: () => callAs(loadTable({ type, hasFixedColumns }), ({ saved }) => saved),
      mergeDraft: mergeGrids,
      previousOf: previousCells,
      questionsOf: priceQuestions,
    },
    GRID_FORM,
  );
