import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstCommodityIssue, gridOfCommodities, toCommodities } from './commodity-grid.ts';
import { FIRST_COMMODITIES } from '#contract/cash-bids.ts';

const grid = gridOfCommodities({ commodities: [...FIRST_COMMODITIES] });
const sent = (pounds: string, decimals: string) =>
  toCommodities({ ...grid, rows: [['Oats', pounds, 'half up', decimals, '']] }).map(
    (each) => [each.poundsPerBushel, each.decimals] as unknown[],
  );
const withRows = (...rows: string[][]) => ({ ...grid, rows: [...grid.rows, ...rows] });

test('firstCommodityIssue names the row and the column of the first error', () => {
  assert.equal(
    firstCommodityIssue(withRows(['Oats', '32', 'half up', '3', 'oats'], ['', '', 'half up', '2', ''])),
    'Row 5, Decimals: Enter 2 or 4.',
  );
});

test('firstCommodityIssue returns undefined for valid and blank rows', () => {
  assert.equal(firstCommodityIssue(withRows(['', '', '', '', ''])), undefined);
});

test('toCommodities keeps a text that is not a whole number, so that the server rejects it', () => {
  assert.deepEqual(sent(' 32 ', '2'), [[32, 2]]);
  assert.deepEqual(sent('', '4'), [[null, 4]]);
  for (const text of ['abc', '5e1', '0x20', '56.0', '-1']) assert.deepEqual(sent(text, text), [[text, text]]);
});
