import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commodityText, firstCommodityIssue, parseCommodities } from './commodity-grid.ts';
import { FIRST_COMMODITIES } from '#contract/cash-bids.ts';

const grid = parseCommodities(commodityText({ commodities: [...FIRST_COMMODITIES] }))!;
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
