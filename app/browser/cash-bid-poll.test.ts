import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';

import { CASH_BID_POLL } from '#shared/prepare-bids.ts';
import { startCashBidPoll } from './cash-bid-poll.ts';

/** Starts the poll of an iframe with these elements. Returns a function that lets time pass. */
function poll({ mock }: TestContext, elements: Record<string, object[]>, document = {}) {
  mock.timers.enable({ apis: ['setInterval'] });
  startCashBidPoll({ frame: aFrame(elements, document) });
  return (ms: number) => mock.timers.tick(ms);
}

test('colors negative and positive changes of our own page, but not zero changes', (t) => {
  const [fall, rise, zero] = [aChange(' -0.05 '), aChange('+0.10'), aChange('0.00')];
  poll(t, { '[data-cash-bids]': [{}], '.change': [fall, rise, zero] })(CASH_BID_POLL.everyMs);
  assert.deepEqual(styleOf(fall), ['var(--negative)', 'down']);
  assert.deepEqual(styleOf(rise), ['var(--positive)', 'up']);
  assert.deepEqual(styleOf(zero), ['', undefined]);
});

test('mutes all audio and video elements of the page', (t) => {
  const [audio, video] = [{ muted: false }, { muted: false }];
  poll(t, { '[data-cash-bids]': [{}], audio: [audio], video: [video] })(100);
  assert.deepEqual([audio.muted, video.muted], [true, true]);
});

test('recognizes a vendor page by its price changes', (t) => {
  const rise = aChange('3');
  poll(t, { '.change': [rise] })(100);
  assert.deepEqual(styleOf(rise), ['var(--positive)', 'up']);
});

test('waits until a vendor widget has content', (t) => {
  const widget = { childElementCount: 0, textContent: ' ' };
  const video = { muted: false };
  const pass = poll(t, { '.barchart': [widget], video: [video] });
  pass(300);
  assert.equal(video.muted, false);
  widget.childElementCount = 1;
  pass(100);
  assert.equal(video.muted, true);
});

test('skips an iframe that is still loading or still about:blank', (t) => {
  for (const document of [{ readyState: 'loading' }, { URL: 'about:blank' }]) {
    const rise = aChange('3');
    poll(t, { '.change': [rise] }, document)(10_000);
    assert.deepEqual(styleOf(rise), ['', undefined]);
    t.mock.reset();
  }
});

test('gives up after 150 attempts in 15 seconds when the page never loads', ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const frame = aFrame({});
  startCashBidPoll({ frame });

  mock.timers.tick(14_999);
  assert.equal(frame.tries(), 149);
  mock.timers.tick(60_000);
  assert.equal(frame.tries(), 150);
});

test('counts attempts on an iframe from another origin and gives up', ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const hidden = mock.fn(() => null);
  const rejected = mock.fn((): Document => {
    throw new DOMException('Blocked', 'SecurityError');
  });
  for (const find of [hidden, rejected]) {
    startCashBidPoll({
      frame: {
        get contentDocument() {
          return find();
        },
      },
    });
  }

  mock.timers.tick(60_000);
  assert.deepEqual([hidden.mock.callCount(), rejected.mock.callCount()], [150, 150]);
});

type Change = { textContent: string; style: { color: string }; dataset: { direction?: string } };

function aChange(textContent: string): Change {
  return { textContent, style: { color: '' }, dataset: {} };
}

function styleOf(change: Change) {
  return [change.style.color, change.dataset.direction];
}

/** Creates an iframe whose elements are listed under the one simple selector that they match. */
function aFrame(elements: Record<string, object[]>, document = {}) {
  const find = (selectors: string) => selectors.split(', ').flatMap((selector) => elements[selector] ?? []);
  const page = {
    readyState: 'interactive',
    URL: 'http://localhost/cash-bids.html',
    querySelectorAll: find,
    querySelector: (selectors: string) => find(selectors)[0] ?? null,
    ...document,
  } as unknown as Document;
  let tries = 0;
  return {
    get contentDocument() {
      tries += 1;
      return page;
    },
    tries: () => tries,
  };
}
