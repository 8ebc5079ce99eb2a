import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CASH_BID_POLL } from '#shared/prepare-bids.ts';
import { startCashBidPoll } from './cash-bid-poll.ts';

test('colors negative and positive changes of our own page, but not zero changes', ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const [fall, rise, zero] = [aChange(' -0.05 '), aChange('+0.10'), aChange('0.00')];
  startCashBidPoll({ frame: aFrame({ '[data-cash-bids]': [{}], '.change': [fall, rise, zero] }) });

  mock.timers.tick(CASH_BID_POLL.everyMs);
  assert.deepEqual(styleOf(fall), ['var(--negative)', 'down']);
  assert.deepEqual(styleOf(rise), ['var(--positive)', 'up']);
  assert.deepEqual(styleOf(zero), ['', undefined]);
});

test('mutes all audio and video elements of the page', ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const [audio, video] = [{ muted: false }, { muted: false }];
  startCashBidPoll({ frame: aFrame({ '[data-cash-bids]': [{}], audio: [audio], video: [video] }) });

  mock.timers.tick(100);
  assert.deepEqual([audio.muted, video.muted], [true, true]);
});

test('recognizes a vendor page by its price changes', ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const rise = aChange('3');
  startCashBidPoll({ frame: aFrame({ '.change': [rise] }) });

  mock.timers.tick(100);
  assert.deepEqual(styleOf(rise), ['var(--positive)', 'up']);
});

test('waits until a vendor widget has content', ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const widget = { childElementCount: 0, textContent: ' ' };
  const video = { muted: false };
  startCashBidPoll({ frame: aFrame({ '.barchart': [widget], video: [video] }) });

  mock.timers.tick(300);
  assert.equal(video.muted, false);
  widget.childElementCount = 1;
  mock.timers.tick(100);
  assert.equal(video.muted, true);
});

for (const [state, document] of Object.entries({
  'still loading': { readyState: 'loading' },
  'still about:blank': { URL: 'about:blank' },
})) {
  test(`skips an iframe that is ${state}`, ({ mock }) => {
    mock.timers.enable({ apis: ['setInterval'] });
    const rise = aChange('3');
    startCashBidPoll({ frame: aFrame({ '.change': [rise] }, document) });

    mock.timers.tick(10_000);
    assert.deepEqual(styleOf(rise), ['', undefined]);
  });
}

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
