import type { KeyboardEvent } from 'react';
import { focusInRow } from '#app/editor/field/row-toggle.tsx';
import { onSaveShortcut } from '#app/editor/field/save-shortcut.ts';
import { useStableHandlers } from '#app/editor/field/use-stable-handlers.ts';
import { HEADER_ROW, type CellPosition, type Grid } from './grid.ts';
import { idsOf } from './grid-ids.ts';
import { moveForKey } from './grid-keys.ts';
import type { GridSteps } from './use-grid-steps.ts';
import { useRowDrag } from './use-row-drag.ts';

/** Event handlers of the rows of a grid, which keep their identity, because `GridRow` is memoized. */
export type RowHandlers = ReturnType<typeof useRowHandlers>['handlers'];

/** Handles the events of the rows of a grid: keys, presses, and drags. `drag`: the row that is being dragged. */
export function useRowHandlers({
  id,
  grid: { headers, rows },
  steps,
  onType,
  onOffer = () => undefined,
  onSave,
}: {
  id: string;
  grid: Grid;
  steps: GridSteps;
  onType: (position: CellPosition, text: string) => void;
  onOffer: ((position: CellPosition) => void) | undefined;
  onSave: () => void;
}) {
  const ids = idsOf(id);
  const { drag, ...dragging } = useRowDrag((from, to) =>
    steps.moveRow(from, to, ids.text({ row: to, column: 0 })),
  );

  const handlers = useStableHandlers({
    ...dragging,
    onType,
    onOffer,
    onPaste: steps.onPaste,
    onKey(event: KeyboardEvent<HTMLInputElement>, position: CellPosition) {
      onSaveShortcut(event, onSave);
      const { value, selectionStart, selectionEnd } = event.currentTarget;
      // A check box has no selection.
      const [start, end] = [selectionStart ?? 0, selectionEnd ?? value.length];
      const isAllSelected = start === 0 && end === value.length;
      const activeCell = {
        ...position,
        isAtStart: isAllSelected || end === 0,
        isAtEnd: isAllSelected || start === value.length,
      };
      const step = event.nativeEvent.isComposing
        ? undefined
        : moveForKey(event, activeCell, { rows: rows.length, columns: headers.length });
      if (!step) return;
      const next = typeof step === 'string' ? null : document.getElementById(ids.text(step));
      // In closed rows, Tab moves to the next control that shows.
      if (event.key === 'Tab' && next && !next.checkVisibility()) return;
      event.preventDefault();
      if (step === 'new row') return steps.addRow();
      if (step === 'tools') {
        const tool = position.row === HEADER_ROW ? ids.removeColumn(position.column) : ids.up(position.row);
        return focusInRow(document.getElementById(tool));
      }
      focusInRow(next);
    },
    onMove: (from: number, to: number) => steps.moveRow(from, to, to < from ? ids.up(to) : ids.down(to)),
    onRemove: steps.removeLine,
    onRestore: steps.restoreLine,
  });
  return { drag, handlers };
}
