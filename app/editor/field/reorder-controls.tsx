import { useState, type PointerEvent } from 'react';
import { StrokeIcon } from '#app/editor/shell/stroke-icon.tsx';
import { createDragAutoscroll } from './drag-autoscroll.ts';
import styles from './reorder-controls.module.css';

/** Renders the controls that move a list item: a drag grip, and buttons that move it up or down by one. */
export function ReorderControls({
  position,
  count,
  itemName,
  onMove,
}: {
  position: number;
  count: number;
  itemName?: string;
  onMove: (to: number) => void;
}) {
  const [isDragged, setIsDragged] = useState(false);
  const [dragAutoscroll] = useState(createDragAutoscroll);
  const suffix = itemName === undefined ? '' : ` ${itemName}`;

  function drag(isActive: boolean) {
    if (!isActive) dragAutoscroll.end();
    setIsDragged(isActive);
  }

  /** Moves the item if it is dropped on another item of its list. */
  function drop(event: PointerEvent) {
    drag(false);
    const list = event.currentTarget.closest('ol, ul');
    const items = [...(list?.children ?? [])].filter((item) => !item.hasAttribute('data-removed'));
    const target = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((element) => items.findIndex((item) => item.contains(element)))
      .find((index) => index !== -1);
    if (target === undefined) return;
    // A long list contains only some of its items, which then name their positions.
    const named = (items[target] as HTMLElement | undefined)?.dataset['position'];
    onMove(named === undefined ? target : Number(named));
  }

  return (
    <>
      <span
        className={styles.grip}
        aria-hidden="true"
        data-testid="grip"
        data-dragged={isDragged}
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
        label={`Move${suffix} up`}
        path="M8 13V3M3 8l5-5 5 5"
        isDisabled={position === 0}
        onPress={() => onMove(position - 1)}
      />
      <MoveButton
        label={`Move${suffix} down`}
        path="M8 3v10M3 8l5 5 5-5"
        isDisabled={position === count - 1}
        onPress={() => onMove(position + 1)}
      />
    </>
  );
}

/** Renders a button that stays focusable while disabled, so that the focus is not lost at either end of the list. */
function MoveButton({
  label,
  path,
  isDisabled,
  onPress,
}: {
  label: string;
  path: string;
  isDisabled: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.move}
      aria-label={label}
      aria-disabled={isDisabled}
      onClick={isDisabled ? undefined : onPress}
    >
      <StrokeIcon path={path} size={18} />
    </button>
  );
}
