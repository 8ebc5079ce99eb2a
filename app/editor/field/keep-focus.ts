import { flushSync } from 'react-dom';

/** Applies updates that move an element, and keeps the focus, because browsers drop that of an element that moves. */
export function keepFocus(update: () => void): void {
  const focused = document.activeElement;
  flushSync(update);
  if (focused instanceof HTMLElement) focused.focus();
}
