import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createVideoPolicy } from './video-policy.ts';

const WIDE = '(width > 699px)';
const LESS_MOTION = '(prefers-reduced-motion: reduce)';
const LESS_DATA = '(prefers-reduced-data: reduce)';

test('allows autoplay in windows wider than 699 px', () => {
  assert.equal(createVideoPolicy(aBrowser({ matching: [WIDE] })).getSnapshot(), 'autoplay');
});

test('shows no video at 699 px and below, regardless of other preferences', () => {
  assert.equal(createVideoPolicy(aBrowser({ matching: [] })).getSnapshot(), 'none');
  assert.equal(
    createVideoPolicy(aBrowser({ matching: [LESS_MOTION], saveData: true })).getSnapshot(),
    'none',
  );
});

test('shows only the poster when the visitor prefers reduced motion or data', () => {
  for (const options of [
    { matching: [WIDE, LESS_MOTION] },
    { matching: [WIDE, LESS_DATA] },
    { matching: [WIDE], saveData: true },
  ]) {
    assert.equal(createVideoPolicy(aBrowser(options)).getSnapshot(), 'poster');
  }
});

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

function aBrowser({ matching, saveData = false }: { matching: string[]; saveData?: boolean }) {
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
