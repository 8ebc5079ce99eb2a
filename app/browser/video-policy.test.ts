import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createVideoPolicy } from './video-policy.ts';

const WIDE = '(width > 699px)';
const LESS_MOTION = '(prefers-reduced-motion: reduce)';
const LESS_DATA = '(prefers-reduced-data: reduce)';

for (const [what, policy, options] of [
  ['wider than 699 px', 'autoplay', { matching: [WIDE] }],
  ['of at most 699 px', 'none', { matching: [] }],
  ['of at most 699 px with other preferences', 'none', { matching: [LESS_MOTION], saveData: true }],
  ['of visitors who prefer reduced motion', 'poster', { matching: [WIDE, LESS_MOTION] }],
  ['of visitors who prefer reduced data', 'poster', { matching: [WIDE, LESS_DATA] }],
  ['of visitors who save data', 'poster', { matching: [WIDE], saveData: true }],
] as const) {
  test(`returns ${policy} in windows ${what}`, () =>
    assert.equal(createVideoPolicy(aBrowser(options)).getSnapshot(), policy));
}

test('works without the Network Information API', () => {
  const { matchMedia } = aBrowser({ matching: [WIDE] });
  const film = createVideoPolicy({ matchMedia, navigator: {} });
  film.subscribe(() => {})();
  assert.equal(film.getSnapshot(), 'autoplay');
});

test('returns none on the server, without accessing the browser', () => {
  const { matchMedia } = aBrowser({ matching: [WIDE] });
  assert.equal(createVideoPolicy({ matchMedia }).getServerSnapshot(), 'none');
  assert.equal(createVideoPolicy().getServerSnapshot(), 'none');
});

test('reports changes of width, preferences and network until unsubscribed', ({ mock }) => {
  const browser = aBrowser({ matching: [WIDE] });
  const film = createVideoPolicy(browser);
  const onChange = mock.fn();
  const unsubscribe = film.subscribe(onChange);

  for (const source of [WIDE, LESS_MOTION, LESS_DATA, 'connection']) browser.change(source);
  assert.equal(onChange.mock.callCount(), 4);

  unsubscribe();
  for (const source of [WIDE, LESS_MOTION, LESS_DATA, 'connection']) browser.change(source);
  assert.equal(onChange.mock.callCount(), 4);
});

function aBrowser({ matching, saveData = false }: { matching: readonly string[]; saveData?: boolean }) {
  const events = new EventTarget();
  const changesOf = (source: string) => ({
    addEventListener: (_: string, listener: Listener) => events.addEventListener(source, listener),
    removeEventListener: (_: string, listener: Listener) => events.removeEventListener(source, listener),
  });
  return {
    matchMedia: (query: string) => ({ ...changesOf(query), matches: matching.includes(query) }),
    navigator: { connection: { ...changesOf('connection'), saveData } },
    change: (source: string) => events.dispatchEvent(new Event(source)),
  };
}

type Listener = Parameters<EventTarget['addEventListener']>[1];
