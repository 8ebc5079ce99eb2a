import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { followLocation } from './followed-location.ts';

const [BEND, FORK] = ['Hickory Bend', 'Cedar Fork'] as const;
type Listener = (event: object) => void;

/** Runs the source of `followLocation` in a page with two locations that is parsed after it has started. */
function aPage(stored: Record<string, string> | 'blocked') {
  const control = { hidden: true };
  const choices = [BEND, FORK].map((value) => ({ value, selected: false, closest: () => control }));
  const parts = [BEND, FORK].map((location, index) => ({ dataset: { location }, hidden: index > 0 }));
  const on: Record<string, Listener> = {};
  const addEventListener = (type: string, listener: Listener) => (on[type] = listener);
  let isParsed = false;
  const querySelectorAll = (selector: string) =>
    isParsed ? (selector.endsWith('[value]') ? choices : parts) : [];
  const values = stored === 'blocked' ? {} : stored;
  runInNewContext(`(${followLocation.toString()})()`, {
    document: { documentElement: { dataset: {} }, querySelectorAll, addEventListener },
    addEventListener,
    MutationObserver: function (show: Listener) {
      return { observe: () => addEventListener('parsed', show) };
    },
    get localStorage() {
      if (stored === 'blocked') throw new Error('The operation is insecure.');
      return {
        getItem: (key: string) => values[key] ?? null,
        setItem: (key: string, value: string) => (values[key] = value),
        removeItem: (key: string) => Reflect.deleteProperty(values, key),
      };
    },
  });
  isParsed = true;
  on['parsed']?.({});
  return {
    shown() {
      const selected = choices.findLast((choice) => choice.selected)?.value;
      return [selected, ...parts.flatMap(({ hidden, dataset }) => (hidden ? [] : dataset.location))];
    },
    isControlShown: () => !control.hidden,
    choose: (value: string) => on['change']?.({ target: { value, closest: () => control } }),
    hear: () => on['storage']?.({}),
  };
}

test('shows the first location, then the one that the visitor chooses, and stores it', () => {
  const stored: Record<string, string> = {};
  const { shown, isControlShown, choose } = aPage(stored);
  assert.deepEqual(shown(), [BEND, BEND]);
  assert.equal(isControlShown(), true);
  choose(FORK);
  assert.deepEqual(shown(), [FORK, FORK]);
  assert.deepEqual(stored, { 'bid-location': FORK });
});

test('shows the stored location, and another that another document stores', () => {
  const stored: Record<string, string> = { 'bid-location': FORK };
  const { shown, hear } = aPage(stored);
  assert.deepEqual(shown(), [FORK, FORK]);
  stored['bid-location'] = BEND;
  hear();
  assert.deepEqual(shown().slice(1), [BEND]);
});

test('forgets a location that the page does not have', () => {
  const stored = { 'bid-location': 'Elm', other: 'stays' };
  assert.deepEqual(aPage(stored).shown(), [BEND, BEND]);
  assert.deepEqual(stored, { other: 'stays' });
});

test('shows the chosen location where storage is blocked', () => {
  const { shown, choose } = aPage('blocked');
  assert.deepEqual(shown(), [BEND, BEND]);
  choose(FORK);
  assert.deepEqual(shown(), [FORK, FORK]);
});
