import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createFilmAllowed } from './film-allowed.ts';

const WIDE = '(width > 699px)';
const LESS_MOTION = '(prefers-reduced-motion: reduce)';
const LESS_DATA = '(prefers-reduced-data: reduce)';

test('The film starts by itself in a window above 699 px', () => {
  assert.equal(createFilmAllowed(aBrowser({ matching: [WIDE] })).getSnapshot(), 'autoplay');
});

test('The film is not there at 699 px and below, whatever else was asked for', () => {
  assert.equal(createFilmAllowed(aBrowser({ matching: [] })).getSnapshot(), 'none');
  assert.equal(
    createFilmAllowed(aBrowser({ matching: [LESS_MOTION], saveData: true })).getSnapshot(),
    'none',
  );
});

test('The film shows its poster to visitors who asked for less motion or less data', () => {
  for (const asked of [
    { matching: [WIDE, LESS_MOTION] },
    { matching: [WIDE, LESS_DATA] },
    { matching: [WIDE], saveData: true },
  ]) {
    assert.equal(createFilmAllowed(aBrowser(asked)).getSnapshot(), 'poster');
  }
});

test('The film does without network information', () => {
  const { matchMedia } = aBrowser({ matching: [WIDE] });
  const film = createFilmAllowed({ matchMedia, navigator: {} });
  film.subscribe(() => {})();
  assert.equal(film.getSnapshot(), 'autoplay');
});

test('The server shows no film and touches no browser', () => {
  const { matchMedia } = aBrowser({ matching: [WIDE] });
  assert.equal(createFilmAllowed({ matchMedia }).getServerSnapshot(), 'none');
  assert.equal(createFilmAllowed().getServerSnapshot(), 'none');
});

test('A change of width, of a preference or of the network is told until unsubscribed', ({ mock }) => {
  const browser = aBrowser({ matching: [WIDE] });
  const film = createFilmAllowed(browser);
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
