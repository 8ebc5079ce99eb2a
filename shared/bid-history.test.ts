import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHART_VALUES, chartOf, type HistoryPoint } from './bid-history.ts';

const valuesOf = (price: HistoryPoint['price']) =>
  Object.values(CHART_VALUES).map((read) => read({ day: '2026-11-20', price }));
const BOX = { width: 100, height: 50 };

test('draws a line between the lowest and the highest value of a box', () => {
  assert.deepEqual(chartOf([4, 4.5, 4.25], BOX), { path: 'M0 50L50 0L100 25', min: 4, max: 4.5 });
  assert.deepEqual(chartOf([4, 4], BOX)?.path, 'M0 25L100 25');
});

test('leaves gaps where values are missing, and draws a dot between two gaps', () => {
  assert.equal(chartOf([1, undefined, 2, undefined, 1, 2], BOX)?.path, 'M0 50h0M40 0h0M80 50L100 0');
  assert.equal(chartOf([], BOX), undefined);
  assert.equal(chartOf([undefined, undefined], BOX), undefined);
});

test('reads the numbers of prices in dollars, and missing prices as missing, not as zero', () => {
  assert.deepEqual(
    valuesOf({ cash: '4.0075', futures: "432'6", basis: '-32.25' }),
    [4.0075, 4.3275, -0.3225],
  );
  assert.deepEqual(valuesOf({ cash: '', futures: '', basis: '' }), [undefined, undefined, undefined]);
  assert.deepEqual(valuesOf(null), [undefined, undefined, undefined]);
});
