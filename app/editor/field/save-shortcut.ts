import type { KeyboardEvent } from 'react';

export function onSaveShortcut(event: KeyboardEvent, save: () => void): void {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 's')
    return;
  event.preventDefault();
  save();
}

/** Like `onSaveShortcut`, and saves on Enter. For boxes of one line, with `enterKeyHint="done"` for phones. */
export function onSaveKey(event: KeyboardEvent, save: () => void): void {
  onSaveShortcut(event, save);
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (key !== 'Enter' || ctrlKey || metaKey || shiftKey || altKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  save();
}
