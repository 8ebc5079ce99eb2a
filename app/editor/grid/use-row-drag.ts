import { useState, type PointerEvent } from 'react';
import { createDragAutoscroll } from '#app/editor/field/drag-autoscroll.ts';

export function useRowDrag(onDropped: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<{ from: number; to: number }>();
  const [dragAutoscroll] = useState(createDragAutoscroll);
  return {
    drag,
    onDragStart(event: PointerEvent<HTMLElement>, row: number) {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: row, to: row });
    },
    onDragMove(event: PointerEvent<HTMLElement>) {
      if (!drag) return;
      dragAutoscroll.follow(event.clientY);
      const to = rowAt(event);
      if (to !== undefined && to !== drag.to) setDrag({ ...drag, to });
    },
    onDragEnd(event: PointerEvent<HTMLElement>) {
      dragAutoscroll.end();
      setDrag(undefined);
      if (!drag) return;
      // Autoscroll may have moved the rows under a resting pointer.
      const to = rowAt(event) ?? drag.to;
      if (drag.from !== to) onDropped(drag.from, to);
    },
    onDragCancel() {
      dragAutoscroll.end();
      setDrag(undefined);
    },
  };
}

function rowAt({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): number | undefined {
  const table = currentTarget.closest('[data-row]')?.parentElement;
  const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-row]');
  return row && row.parentElement === table ? Number(row.dataset['row']) : undefined;
}
