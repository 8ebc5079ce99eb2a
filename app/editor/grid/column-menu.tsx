import { useRef } from 'react';
import styles from './column-menu.module.css';

/** Renders a button that opens a menu with the actions of a column. */
export function ColumnMenu({ id, column, onRemove }: { id: string; column: number; onRemove: () => void }) {
  const menu = useRef<HTMLDivElement>(null);
  const menuId = `${id}-items`;
  return (
    <>
      <button
        type="button"
        id={id}
        aria-label={`Column ${column + 1} menu`}
        aria-haspopup="menu"
        popoverTarget={menuId}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M8 2v2M8 7v2M8 12v2" stroke="currentColor" strokeWidth="2" />
        </svg>
      </button>
      {/* Above the scrolling headers, which would clip it. Escape and a click outside close it. */}
      <div
        ref={menu}
        id={menuId}
        className={styles.menu}
        popover="auto"
        role="menu"
        aria-label={`Column ${column + 1}`}
        onToggle={({ newState, currentTarget }) => {
          if (newState === 'open') currentTarget.querySelector('button')?.focus();
        }}
        onBlur={() => menu.current?.hidePopover()}
      >
        <button type="button" role="menuitem" onClick={onRemove}>
          Remove column {column + 1}
        </button>
      </div>
    </>
  );
}
