import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartOf } from './bid-history.ts';

const BOX = { width: 100, height: 50 };

test('draws a line between the lowest and the highest value of a box', () => {
  assert.deepEqual(chartOf(['4.00', '4.50', '4.25'], BOX), {
    path: 'M0 50L50 0L100 25',
    low: '4.00',
    high: '4.50',
  });
  assert.deepEqual(chartOf(['4', '4'], BOX)?.path, 'M0 25L100 25');
  assert.deepEqual(chartOf(['−0.32', '−0.30'], BOX)?.path, 'M0 50L100 0');
});

test('leaves gaps where values are missing, and draws a dot between two gaps', () => {
  assert.equal(chartOf(['1', '', '2', '', '1', '2'], BOX)?.path, 'M0 50h0M40 0h0M80 50L100 0');
  assert.equal(chartOf([], BOX), undefined);
  assert.equal(chartOf(['', ''], BOX), undefined);
});
