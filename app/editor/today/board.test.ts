import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_COMMODITIES } from '#contract/cash-bids.ts';
import { columnOf, previousBids, toGrid, warningsOf } from '#app/editor/grid/cash-bids/bid-grid.ts';
import { bidPriceQuestions } from '#app/editor/grid/cash-bids/bid-questions.ts';
import type { Grid } from '#app/editor/grid/grid.ts';
import { countChanged, groupOfTable, groupsOfBids, setBid, setCell, type Cell, type Group } from './board.ts';

const BID = {
  location: 'Hickory Bend',
  commodity: 'Corn',
  delivery: 'Spot',
  futuresMonth: 'Dec 2026',
  futures: "432'6",
  change: "3'0",
  basis: '-32',
  active: true,
};
const SAVED = toGrid([
  BID,
  { ...BID, location: 'Cedar Fork', futuresMonth: 'Z26', basis: '-35' },
  { ...BID, delivery: 'March', futuresMonth: 'Mar 2027', futures: "446'4" },
  { location: 'Cedar Fork', commodity: 'Milo', delivery: 'Spot', cashPrice: '3.73', active: true },
]);

const bidGroups = (grid: Grid, saved = SAVED) =>
  groupsOfBids({
    grid,
    previous: previousBids(saved, grid),
    questions: bidPriceQuestions(grid, previousBids(saved, grid), FIRST_COMMODITIES),
    ...warningsOf(grid, FIRST_COMMODITIES),
  });

const tableGroup = (grid: Grid, saved: Grid) =>
  groupOfTable('Fuel', { grid, previous: saved.rows, questions: [] });

const textsOf = ({ rows }: Group) =>
  rows.map(({ label, cells, result }) => [label, ...cells.map(({ text }) => text), result].join(' '));

const changedIn = (groups: Group[]): Cell[] =>
  groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)).filter(({ isChanged }) => isChanged);

test('shows futures once for each commodity and month, and bids by location with their cash prices', () => {
  const [futures, ...locations] = bidGroups(SAVED);
  assert.deepEqual(textsOf(futures!), ["Corn\nDec 2026 432'6 3'0 ", "Corn\nMar 2027 446'4 3'0 "]);
  assert.deepEqual(
    locations.map((group) => [group.name, ...textsOf(group)]),
    [
      ['Hickory Bend', 'Corn\nSpot -32 4.01', 'Corn\nMarch -32 4.15'],
      // The milo has a fixed price.
      ['Cedar Fork', 'Corn\nSpot -35 3.98', 'Milo\nSpot 3.73 '],
    ],
  );
});

test('sets futures in every bid that has them, and keeps when prices were marked current', () => {
  const held = { ...SAVED, heldAt: '2026-11-26T15:00:00.000Z' };
  const draft = setBid(held, { row: 0, column: columnOf('futures') }, "440'0");
  assert.deepEqual(
    draft.rows.map((cells) => cells[columnOf('futures')]),
    ["440'0", "440'0", "446'4", ''],
  );
  assert.equal(draft.heldAt, held.heldAt);
  assert.deepEqual(
    changedIn(bidGroups(draft)).map(({ name }) => name),
    ['Corn, Dec 2026, Futures'],
  );
});

test('keeps the cell of a price that is being typed, with its error', () => {
  const cleared = setBid(SAVED, { row: 3, column: columnOf('cashPrice') }, '');
  assert.equal(textsOf(bidGroups(cleared)[2]!)[1], 'Milo\nSpot  ');
  const fixed = toGrid([{ ...BID, basis: '', futures: '', change: '', cashPrice: '4.01' }]);
  const typing = setBid(fixed, { row: 0, column: columnOf('cashPrice') }, '');
  const [typed] = bidGroups(typing, fixed)[1]!.rows;
  assert.equal(typed?.cells[0]?.position.column, columnOf('cashPrice'));
  const wrong = setBid(SAVED, { row: 0, column: columnOf('basis') }, 'cheap');
  const [row] = bidGroups(wrong)[1]!.rows;
  assert.deepEqual([row?.result, row?.remark], ['', 'Enter cents, such as -32 or -32.25.']);
  const hidden = setBid(SAVED, { row: 0, column: columnOf('deliveryStart') }, 'soon');
  assert.equal(
    bidGroups(hidden)[1]!.rows[0]?.remark,
    'Delivery start: Enter a date, such as 12/1/2026.',
    'of a cell that only the dashboard shows',
  );
});

test('questions a price beside its cell, without its name', () => {
  const basis = setBid(SAVED, { row: 0, column: columnOf('basis') }, '32');
  const draft = setBid(basis, { row: 3, column: columnOf('cashPrice') }, '');
  const remarks = bidGroups(draft).flatMap(({ rows }) => rows.flatMap(({ remark }) => remark || []));
  assert.deepEqual(remarks, [
    'Basis: -32 before, 32 now. Check the minus sign.',
    '3.73 before, blank now. Check the price.',
  ]);
});

test('shows the number columns of a table, also while their last number is being typed', () => {
  const saved = {
    headers: ['Fuel', 'Unit', 'Price', 'Prepay'],
    rows: [
      ['Diesel', 'gallon', '2.79', ''],
      ['Propane', 'gallon', 'Call', ''],
    ],
  };
  const cleared = setCell(saved, { row: 0, column: 2 }, '');
  for (const grid of [saved, cleared]) {
    const group = tableGroup(grid, saved);
    assert.deepEqual(group.columns, ['Price', 'Prepay']);
    assert.equal(countChanged([group]), grid === saved ? 0 : 1);
  }
  assert.deepEqual(textsOf(tableGroup(saved, saved)), ['Diesel 2.79  ', 'Propane Call  ']);
});
