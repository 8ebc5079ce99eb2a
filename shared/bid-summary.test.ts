import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShownBid, SHOWN_AT } from '#tests/support/a-shown-bid.ts';
import { FRAME_MAX_PX, summarizeBids } from './bid-summary.ts';
import type { CashBid } from '#contract/cash-bids.ts';

const AGE = { now: Date.parse(SHOWN_AT), oldAfterHours: 24 };
const summary = (bids: CashBid[]) => summarizeBids({ asOf: SHOWN_AT, bids }, AGE);

test('summarizes the first bid of each commodity, three at most, and whether it is stale', () => {
  const grains = ['Corn', 'Corn', 'Soybeans', 'Wheat', 'Milo'];
  const { bids, locations } = summary(
    grains.map((commodity, n) =>
      aShownBid({
        commodity,
        delivery: `Delivery ${n}`,
        ...(n === 2 && { asOf: '2026-11-18T15:00:00.000Z' }),
      }),
    ),
  );
  const found = bids.map(({ delivery, isStale }) => [delivery, isStale]);
  assert.deepEqual(found, [
    ['Delivery 0', false],
    ['Delivery 2', true],
    ['Delivery 3', false],
  ]);
  assert.equal(locations, 1);
});

const aLocation = (location: string, count: number) =>
  Array.from({ length: count }, (_, n) => aShownBid({ location, delivery: `Delivery ${n}` }));
const frameOf = (...bids: CashBid[]) => summary(bids).frame;

const period = { deliveryStart: '2026-11-20', deliveryEnd: '2026-11-30' };
const [head, headOnPhone, grain, gap] = [82, 82, 40, 32];
const [time, timeOnPhone] = [2, 22];

test('computes the iframe height from the bids, with one line per bid only on a wide screen', () => {
  assert.deepEqual(frameOf(aShownBid(period)), {
    wide: head + time + grain + 40,
    medium: headOnPhone + time + grain + 59,
    narrow: headOnPhone + timeOnPhone + grain + 77,
  });
  assert.deepEqual(frameOf(aShownBid({ ...period, notes: 'Corn up to 18% moisture only' })), {
    wide: head + time + grain + 55,
    medium: headOnPhone + time + grain + 77,
    narrow: headOnPhone + timeOnPhone + grain + 99,
  });
  assert.equal(
    frameOf(aShownBid({ ...period, delivery: 'First half of November' })).wide,
    head + time + grain + 55,
  );
  assert.deepEqual(frameOf(), { wide: 96, medium: 96, narrow: 96 });
});

test('computes the iframe height with the time of each location, commodity and bid that differs', () => {
  const earlier = '2026-11-20T14:00:00.000Z';
  const [first, second] = [aShownBid(), aShownBid({ location: 'Cedar Fork' })];
  assert.equal(frameOf(first, second).wide, 2 * (head + time + grain + 40) + gap);
  const wheat = aShownBid({ commodity: 'Wheat' });
  const onPhone = headOnPhone + timeOnPhone + 2 * (grain + 59);
  assert.equal(frameOf(first, wheat).narrow, onPhone);
  assert.equal(frameOf(first, { ...wheat, asOf: earlier }).narrow, onPhone + timeOnPhone);
  const march = aShownBid({ delivery: 'March', asOf: earlier });
  assert.equal(frameOf(first, march).wide, head + time + grain + 40 + 55);
  const stale = aShownBid({ asOf: '2026-11-18T15:00:00.000Z' });
  assert.equal(frameOf(stale).wide, head + time + 22 + grain + 40);
});

test('ends the iframe after the last whole location, or the last whole row of a long location', () => {
  const [first, second] = [aLocation('Hickory Bend', 12), aLocation('Cedar Fork', 12)];
  assert.deepEqual(frameOf(...first, ...second), frameOf(...first));
  const { wide } = frameOf(...aLocation('Hickory Bend', 40));
  assert.equal(wide, head + time + grain + 21 * 40);
  assert.ok(wide <= FRAME_MAX_PX && wide + 40 > FRAME_MAX_PX);
});
