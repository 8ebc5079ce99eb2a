import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newsTables } from './market-tables.ts';

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
