import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyboardEvent } from 'react';
import { onSaveKey, onSaveShortcut } from './save-shortcut.ts';

const NO_MODIFIERS = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

function press(
  handle: typeof onSaveKey,
  { isComposing = false, ...key }: Partial<typeof NO_MODIFIERS> & { key: string; isComposing?: boolean },
) {
  const calls: string[] = [];
  const event = {
    ...NO_MODIFIERS,
    ...key,
    nativeEvent: { isComposing },
    preventDefault: () => calls.push('prevented'),
  };
  handle(event as unknown as KeyboardEvent, () => calls.push('saved'));
  return calls;
}

test('saves on Control+S and Command+S, in any box', () => {
  for (const handle of [onSaveShortcut, onSaveKey]) {
    assert.deepEqual(press(handle, { key: 's', ctrlKey: true }), ['prevented', 'saved']);
    assert.deepEqual(press(handle, { key: 'S', metaKey: true }), ['prevented', 'saved']);
    assert.deepEqual(press(handle, { key: 's' }), []);
    assert.deepEqual(press(handle, { key: 's', ctrlKey: true, shiftKey: true }), []);
  }
});

test('saves on Enter in a box of one line, and not when Enter picks a word of an input method', () => {
  assert.deepEqual(press(onSaveKey, { key: 'Enter' }), ['prevented', 'saved']);
  assert.deepEqual(press(onSaveKey, { key: 'Enter', isComposing: true }), []);
  assert.deepEqual(press(onSaveKey, { key: 'Enter', altKey: true }), []);
  assert.deepEqual(press(onSaveShortcut, { key: 'Enter' }), []);
});
