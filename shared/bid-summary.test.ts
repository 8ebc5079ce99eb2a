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
  assert.deepEqual(
    bids.map(({ delivery, isStale }) => [delivery, isStale]),
    [
      ['Delivery 0', false],
      ['Delivery 2', true],
      ['Delivery 3', false],
    ],
  );
  assert.equal(locations, 1);
});

const aLocation = (location: string, count: number) =>
  Array.from({ length: count }, (_, n) => aShownBid({ location, delivery: `Delivery ${n}` }));
const frameOf = (...bids: CashBid[]) => summary(bids).frame;

test('computes the iframe height from the bids, higher on a phone, where rows have more lines', () => {
  const [head, headOnPhone, grain, gap] = [81, 106, 44, 32];
  assert.deepEqual(frameOf(aShownBid()), { wide: head + grain + 59, narrow: headOnPhone + grain + 59 });
  assert.deepEqual(frameOf(...aLocation('Hickory Bend', 2), aShownBid({ location: 'Cedar Fork' })), {
    wide: 2 * (head + grain) + 3 * 59 + gap,
    narrow: 2 * (headOnPhone + grain) + 3 * 59 + gap,
  });
  const period = { deliveryStart: '2026-11-20', deliveryEnd: '2026-11-30' };
  const full = aShownBid({ ...period, notes: 'Corn up to 18% moisture only' });
  assert.deepEqual(frameOf(full), { wide: head + grain + 77, narrow: headOnPhone + grain + 99 });
  const stale = aShownBid({ asOf: '2026-11-18T15:00:00.000Z' });
  assert.deepEqual(frameOf(stale), { wide: head + 22 + grain + 59, narrow: headOnPhone + 22 + grain + 59 });
  assert.deepEqual(frameOf(), { wide: 96, narrow: 96 });
});

test('ends the iframe after the last whole location, or the last whole row of a long location', () => {
  const [first, second] = [aLocation('Hickory Bend', 8), aLocation('Cedar Fork', 8)];
  assert.deepEqual(frameOf(...first, ...second), frameOf(...first));
  const { wide } = frameOf(...aLocation('Hickory Bend', 40));
  assert.equal(wide, 81 + 44 + 14 * 59);
  assert.ok(wide <= FRAME_MAX_PX && wide + 59 > FRAME_MAX_PX);
});
