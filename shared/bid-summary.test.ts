import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShownBid, SHOWN_AT } from '#tests/support/a-shown-bid.ts';
import { summarizeBids } from './bid-summary.ts';
import type { CashBid } from '#contract/cash-bids.ts';

const AGE = { now: Date.parse(SHOWN_AT), oldAfterHours: 24 };
const summary = (bids: CashBid[]) => summarizeBids({ asOf: SHOWN_AT, bids }, AGE);

test('summarizes the first bid of each commodity, three at most, and whether it is stale', () => {
  const grains = ['Corn', 'Corn', 'Soybeans', 'Wheat', 'Milo'];
  const { locations } = summary(
    grains.map((commodity, n) =>
      aShownBid({
        commodity,
        delivery: `Delivery ${n}`,
        ...(n === 2 && { asOf: '2026-11-18T15:00:00.000Z' }),
      }),
    ),
  );
  const found = locations[0]?.bids.map(({ delivery, isStale }) => [delivery, isStale]);
  assert.deepEqual(found, [
    ['Delivery 0', false],
    ['Delivery 2', true],
    ['Delivery 3', false],
  ]);
  assert.equal(locations.length, 1);
});

test('says that the printed bids are cut only if one is left out', () => {
  const cut = [60, 61].map((count) => summary(aLocation('Hickory Bend', count)).isPrintedCut);
  assert.deepEqual(cut, [false, true]);
});

const aLocation = (location: string, count: number) =>
  Array.from({ length: count }, (_, n) => aShownBid({ location, delivery: `Delivery ${n}` }));
const frameOf = (...bids: CashBid[]) => summary(bids).frame;

const period = { deliveryStart: '2026-11-20', deliveryEnd: '2026-11-30' };
const [head, headOnPhone, grain, gap, choice] = [86, 104, 40, 32, 65];

test('computes the iframe height from the bids, with one line per bid only on a wide screen', () => {
  assert.deepEqual(frameOf(aShownBid(period)), {
    wide: head + grain + 40,
    narrow: headOnPhone + grain + 77,
  });
  assert.deepEqual(frameOf(aShownBid({ ...period, notes: 'Corn up to 18% moisture only' })), {
    wide: head + grain + 60,
    narrow: headOnPhone + grain + 99,
  });
  assert.equal(frameOf(aShownBid({ ...period, delivery: 'First half of November' })).wide, head + grain + 60);
  assert.deepEqual(frameOf(), { wide: 96, narrow: 96 });
});

test('computes the iframe height with long names, and with the time of a commodity and a bid that differs', () => {
  const earlier = '2026-11-20T14:00:00.000Z';
  const first = aShownBid();
  const wheat = aShownBid({ commodity: 'Wheat' });
  const onPhone = headOnPhone + 2 * (grain + 59);
  assert.equal(frameOf(first, wheat).narrow, onPhone);
  assert.equal(frameOf(first, { ...wheat, asOf: earlier }).narrow, onPhone + 22);
  const march = aShownBid({ delivery: 'March', asOf: earlier });
  assert.equal(frameOf(first, march).wide, head + grain + 40 + 60);
  const stale = aShownBid({ asOf: '2026-11-18T15:00:00.000Z' });
  assert.equal(frameOf(stale).wide, head + 22 + grain + 40);
  assert.equal(frameOf(aShownBid({ location: 'x'.repeat(60) })).wide, head + 2 * 28 + grain + 40);
});

test('computes the height of the first location with the choice, and what the others add without scripts', () => {
  const [first, second] = [aLocation('Hickory Bend', 12), aLocation('Cedar Fork', 30)];
  const { frame, others } = summary([...first, ...second]);
  assert.equal(frame.wide, head + grain + 12 * 40 + choice);
  assert.equal(others.wide, gap + head + grain + 30 * 40 - choice);
  assert.equal(others.narrow, gap + headOnPhone + grain + 30 * 59 - choice + 2 * 24);
  assert.deepEqual(summary(first).others, { wide: 0, narrow: 24 });
});
