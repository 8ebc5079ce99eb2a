import { useState, type PointerEvent } from 'react';
import { createDragAutoscroll } from './drag-autoscroll.ts';
import styles from './reorder-controls.module.css';

/** Renders the controls that move a list item: a drag grip, and buttons that move it up or down by one. */
export function ReorderControls({
  position,
  count,
  of,
  onMove,
  onDrag,
}: {
  position: number;
  count: number;
  of?: string;
  onMove: (to: number) => void;
  onDrag: (isDragged: boolean) => void;
}) {
  const [isDragged, setIsDragged] = useState(false);
  const [dragAutoscroll] = useState(createDragAutoscroll);
  const what = of === undefined ? '' : ` ${of}`;

  function drag(isBegun: boolean) {
    if (!isBegun) dragAutoscroll.end();
    setIsDragged(isBegun);
    onDrag(isBegun);
  }

  /** Moves the item if it is dropped on another item of its list. */
  function drop(event: PointerEvent) {
    drag(false);
    const list = event.currentTarget.closest('ol, ul');
    const under = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((element) => element.closest('li'))
      .find((item) => item?.parentElement === list);
    if (list && under) onMove([...list.children].indexOf(under));
  }

  return (
    <>
      <span
        className={styles.grip}
        aria-hidden="true"
        data-testid="grip"
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          drag(true);
        }}
        onPointerMove={({ clientY }) => {
          if (isDragged) dragAutoscroll.follow(clientY);
        }}
        onPointerUp={drop}
        onPointerCancel={() => drag(false)}
      />
      <MoveButton
        label={`Move${what} up`}
        path="M8 13V3M3 8l5-5 5 5"
        isOff={position === 0}
        onPress={() => onMove(position - 1)}
      />
      <MoveButton
        label={`Move${what} down`}
        path="M8 3v10M3 8l5 5 5-5"
        isOff={position === count - 1}
        onPress={() => onMove(position + 1)}
      />
    </>
  );
}

/** Stays focusable while disabled, so that the focus is not lost at either end of the list. */
function MoveButton({
  label,
  path,
  isOff,
  onPress,
}: {
  label: string;
  path: string;
  isOff: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.move}
      aria-label={label}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onPress}
    >
      <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
        <path d={path} fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
    </button>
  );
}
