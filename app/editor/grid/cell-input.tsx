import { useState, type ComponentProps, type MouseEvent } from 'react';
import styles from './cell-input.module.css';

/**
 * Renders the text box of a cell. Focus selects its text, so that typing replaces it; a second click or F2 places the
 * caret. While a box that `isSigned` has the focus, touch screens show a key for the minus sign, which number keys lack.
 */
export function CellInput({
  isSigned = false,
  onKeyDown,
  ...attributes
}: ComponentProps<'input'> & { isSigned?: boolean }) {
  const [isFocused, setIsFocused] = useState(false);
  return (
    <>
      <input
        type="text"
        autoComplete="off"
        {...attributes}
        onFocus={({ target }) => {
          target.select();
          setIsFocused(isSigned);
        }}
        onBlur={() => setIsFocused(false)}
        onMouseDown={focusOnPress}
        onKeyDown={(event) => {
          const { key, currentTarget: input } = event;
          if (key === 'F2') input.setSelectionRange(input.value.length, input.value.length);
          onKeyDown?.(event);
        }}
      />
      {isFocused && (
        <button
          type="button"
          className={styles.sign}
          data-sign
          aria-label="Plus or minus"
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={changeSign}
        >
          ±
        </button>
      )}
    </>
  );
}

/** Focuses the box, because the browser would then replace the selection by a caret. */
function focusOnPress(event: MouseEvent<HTMLInputElement>): void {
  const { button, currentTarget: input } = event;
  if (button !== 0 || input === document.activeElement) return;
  event.preventDefault();
  input.focus();
}

/** Adds a minus sign to the text before a button or removes it, as if it were typed. Keeps the selection. */
function changeSign({ currentTarget }: MouseEvent): void {
  const input = currentTarget.previousElementSibling as HTMLInputElement;
  const isNegative = /^[-\u2212\u2013]/.test(input.value);
  input.setRangeText(isNegative ? '' : '-', 0, isNegative ? 1 : 0, 'preserve');
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
