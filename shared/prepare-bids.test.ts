import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareBids } from './prepare-bids.ts';

test('colors negative and positive changes of our own page, but not zero changes', () => {
  const [fall, rise, zero] = [aChange(' -0.05 '), aChange('+0.10'), aChange('0.00')];
  assert.equal(prepareBids(aPage({ '[data-cash-bids]': [{}], '.change': [fall, rise, zero] })), true);
  assert.deepEqual(styleOf(fall), ['var(--negative)', 'down']);
  assert.deepEqual(styleOf(rise), ['var(--positive)', 'up']);
  assert.deepEqual(styleOf(zero), ['', undefined]);
});

test('mutes all audio and video elements of the page', () => {
  const [audio, video] = [{ muted: false }, { muted: false }];
  prepareBids(aPage({ '[data-cash-bids]': [{}], audio: [audio], video: [video] }));
  assert.deepEqual([audio.muted, video.muted], [true, true]);
});

test('recognizes a vendor page by its price changes', () => {
  const rise = aChange('3');
  assert.equal(prepareBids(aPage({ '.change': [rise] })), true);
  assert.deepEqual(styleOf(rise), ['var(--positive)', 'up']);
});

test('waits until a vendor widget has content', () => {
  const widget = { childElementCount: 0, textContent: ' ' };
  const video = { muted: false };
  const page = aPage({ '.barchart': [widget], video: [video] });
  assert.deepEqual([prepareBids(page), video.muted], [false, false]);
  widget.childElementCount = 1;
  assert.deepEqual([prepareBids(page), video.muted], [true, true]);
});

test('skips an iframe that is still loading or still about:blank', () => {
  for (const document of [{ readyState: 'loading' }, { URL: 'about:blank' }]) {
    const rise = aChange('3');
    assert.equal(prepareBids(aPage({ '.change': [rise] }, document)), false);
    assert.deepEqual(styleOf(rise), ['', undefined]);
  }
});

type Change = { textContent: string; style: { color: string }; dataset: { direction?: string } };

function aChange(textContent: string): Change {
  return { textContent, style: { color: '' }, dataset: {} };
}

function styleOf(change: Change) {
  return [change.style.color, change.dataset.direction];
}

/** Creates a document whose elements are listed under the one simple selector that they match. */
function aPage(elements: Record<string, object[]>, document = {}) {
  const find = (selectors: string) => selectors.split(', ').flatMap((selector) => elements[selector] ?? []);
  return {
    readyState: 'interactive',
    URL: 'http://localhost/cash-bids.html',
    querySelectorAll: find,
    querySelector: (selectors: string) => find(selectors)[0] ?? null,
    ...document,
  } as unknown as Document;
}
