import type { KeyboardEvent } from 'react';

export function onSaveShortcut(event: KeyboardEvent, save: () => void): void {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 's')
    return;
  event.preventDefault();
  save();
}
