import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepAboveKeyboard } from './above-keyboard.ts';

test('moves a bar above the keyboard and back, but not on an enlarged page', (t) => {
  const visualViewport = Object.assign(new EventTarget(), { height: 800, offsetTop: 0, scale: 1 });
  t.after(() => Reflect.deleteProperty(globalThis, 'window'));
  Object.assign(globalThis, { window: { innerHeight: 800, visualViewport } });
  const bar = { style: { bottom: '' } };
  const stop = keepAboveKeyboard(bar as HTMLElement);
  const afterChange = (change: Partial<typeof visualViewport>) => {
    Object.assign(visualViewport, change).dispatchEvent(new Event('resize'));
    return bar.style.bottom;
  };
  assert.equal(afterChange({ height: 500 }), '300px');
  assert.equal(afterChange({ offsetTop: 120 }), '180px');
  assert.equal(afterChange({ height: 400, offsetTop: 0, scale: 2 }), '');
  assert.equal(afterChange({ height: 800, scale: 1 }), '0px');
  stop();
  assert.equal(afterChange({ height: 500 }), '0px');
});
