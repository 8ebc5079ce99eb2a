import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShownBid } from '#tests/support/a-shown-bid.ts';
import { futuresTables, newsTables } from './market-tables.ts';

const aDay = (day: number, price: number) => ({
  day: `2026-11-${String(day).padStart(2, '0')}`,
  prices: new Map([
    ['corn', { part: 'Cash bids', name: 'Corn, Spot', note: 'North', price: price.toFixed(2) } as const],
  ]),
});

test('shows the newest seven days with changes, and the prices only if they are public', () => {
  const days = Array.from({ length: 10 }, (_, at) => aDay(at + 1, at === 4 ? 3 : at));
  const tables = newsTables(days, true);
  assert.deepEqual(
    tables.map(({ name }) => name.replace(/.* /, '')),
    ['10', '9', '8', '7', '6', '4', '3'],
  );
  assert.deepEqual(tables[0]?.rows, [
    [[{ text: 'Corn, Spot', note: 'North' }], [{ text: '8.00' }], [{ text: '9.00' }]],
  ]);
  assert.deepEqual(newsTables(days, false)[0]?.rows, [[[{ text: 'Cash bids' }], [{ text: '1' }]]]);
});

test('shows the newest futures of a month, from whichever bid', () => {
  const bids = [
    aShownBid(),
    aShownBid({ location: 'North', futures: "441'2", change: "8'4", asOf: '2026-11-20T16:00:00.000Z' }),
  ];
  const [table] = futuresTables(bids, { now: Date.parse('2026-11-20T17:00:00.000Z'), oldAfterHours: 24 });
  assert.deepEqual(
    table?.rows[0]?.slice(0, 2).map((cell) => cell.map(({ text }) => text)),
    [['Dec 2026'], ['4.4125', '+8½']],
  );
});
