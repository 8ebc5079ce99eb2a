import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import styles from './row-toggle.module.css';

/** Class of what a closed row hides on phones. Its parent has `data-open`. */
export const rowBody = styles.body;

/** Renders the button that opens and closes a row, by default only on phones: one line with the row's name and value. */
export function RowToggle({
  label,
  name,
  value,
  note,
  isChanged = false,
  isOpen,
  isOnWideScreens = false,
  onToggle,
}: {
  /** What the row is, such as "Employee 2". */
  label: ReactNode;
  name: string;
  value?: string | undefined;
  /** What needs attention in the row. */
  note?: string | undefined;
  isChanged?: boolean;
  isOpen: boolean;
  isOnWideScreens?: boolean;
  onToggle: () => void;
}) {
  return (
    <button
      type="button"
      className={isOnWideScreens ? styles.toggle : `${styles.toggle} ${styles.onPhones}`}
      aria-expanded={isOpen}
      data-changed={isChanged}
      data-row-toggle={name}
      onClick={onToggle}
    >
      <span className={styles.text}>
        <span className={styles.label}>{label}</span> <span className={styles.name}>{name}</span>{' '}
        {isChanged && <span className="visually-hidden">Changed</span>}{' '}
        {note && !isOpen && <span className={styles.note}>{note}</span>}
      </span>{' '}
      <span className={styles.value}>{value}</span>
    </button>
  );
}

const toggleOf = (element: Element) =>
  element.closest('[data-open="false"]')?.querySelector<HTMLElement>('[data-row-toggle]');

/** Focuses an element, and first opens its row if that is closed. For event handlers. */
export function focusInRow(element: HTMLElement | null | undefined): void {
  if (element && !element.checkVisibility()) flushSync(() => toggleOf(element)?.click());
  element?.focus();
}

/** Focuses an element, or the button of its row if that is closed. */
export function focusOrRow(element: HTMLElement | null | undefined): void {
  if (element) (element.checkVisibility() ? element : (toggleOf(element) ?? element)).focus();
}
