import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whenUntouched } from './when-untouched.ts';

test('waits until no button is pressed, and the focus is elsewhere', (t) => {
  const { mock } = t;
  mock.timers.enable({ apis: ['setTimeout'] });
  const page = Object.assign(new EventTarget(), {
    activeElement: 'in the list',
    querySelector: (): string | null => pressed,
  });
  let pressed: string | null = 'a button';
  Object.assign(globalThis, { document: page });
  t.after(() => void Reflect.deleteProperty(globalThis, 'document'));
  const run = mock.fn();
  const list = { contains: (element: unknown) => element === 'in the list' };
  whenUntouched(() => list as unknown as Element, run);
  const happen = (type: string) => {
    page.dispatchEvent(new Event(type));
    mock.timers.tick(1);
    return run.mock.callCount();
  };
  page.activeElement = 'elsewhere';
  assert.equal(happen('focusout'), 0, 'pressed');
  [pressed, page.activeElement] = [null, 'in the list'];
  assert.equal(happen('pointerup'), 0, 'focused');
  page.activeElement = 'elsewhere';
  assert.equal(happen('focusout'), 1);
  assert.equal(happen('keyup'), 1, 'once');
});
