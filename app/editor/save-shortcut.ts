import type { KeyboardEvent } from 'react';

/** Ctrl+S, or Cmd+S, saves the field in hand instead of the page. */
export function onSaveShortcut(event: KeyboardEvent, save: () => void): void {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 's')
    return;
  event.preventDefault();
  save();
}
