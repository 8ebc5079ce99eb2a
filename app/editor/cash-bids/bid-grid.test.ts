import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_COMMODITIES } from '#contract/cash-bids.ts';
import {
  bidListText,
  columnOf,
  differences,
  firstIssue,
  mergeBidLists,
  parseBidDraft,
  warningsOf,
  toBids,
  toGrid,
  withCell,
  serializeBidDraft,
} from './bid-grid.ts';

const ROW = {
  location: 'Hickory Bend',
  commodity: 'Corn',
  delivery: 'Spot',
  futuresMonth: 'Dec 2026',
  futures: "432'6",
  basis: '-32',
  active: true,
};
const grid = toGrid([
  ROW,
  { ...ROW, location: 'Cedar Fork', futuresMonth: 'Z26' },
  { ...ROW, delivery: 'March', futuresMonth: 'Mar 2027' },
]);

test('copies futures and change to all rows of the same commodity and month, in any notation of the month', () => {
  for (const field of ['futures', 'change'] as const) {
    const { grid: next, copiedRows } = withCell(grid, { row: 0, column: columnOf(field) }, "433'0");
    assert.equal(copiedRows, 1);
    const texts = next.rows.map((cells) => cells[columnOf(field)]);
    assert.deepEqual(texts, ["433'0", "433'0", grid.rows[2]?.[columnOf(field)]]);
  }
  assert.equal(withCell(grid, { row: 0, column: columnOf('basis') }, '-30').copiedRows, 0);
});

test('computes the cash price of valid rows, and the validation error of an invalid one', () => {
  let { grid: invalid } = withCell(grid, { row: 2, column: columnOf('futures') }, '4.33');
  const { warnings, hints } = warningsOf(invalid, FIRST_COMMODITIES);
  assert.equal(hints[0]?.[columnOf('cashPrice')], '4.01');
  assert.equal(hints[2]?.[columnOf('cashPrice')], '');
  assert.equal(warnings[2]?.[columnOf('futures')], "Enter cents and eighths, such as 432'6.");
  assert.equal(
    firstIssue({ grid: invalid, heldAt: undefined }, FIRST_COMMODITIES),
    "Row 3, Futures: Enter cents and eighths, such as 432'6.",
  );
  for (const [column, rest] of [
    ['basis', ' 1 more cell needs fixing.'],
    ['change', ' 2 more cells need fixing.'],
  ] as const) {
    invalid = withCell(invalid, { row: 2, column: columnOf(column) }, 'x').grid;
    const message = firstIssue({ grid: invalid, heldAt: undefined }, FIRST_COMMODITIES);
    assert.match(message ?? '', new RegExp(`\\.${rest}$`));
  }
  assert.equal(firstIssue({ grid, heldAt: undefined }, FIRST_COMMODITIES), undefined);
});

test('omits blank rows, adds `heldAt` to every bid, and parses only serialized bid lists', () => {
  const blank = { ...grid, rows: [...grid.rows, grid.headers.map(() => ' ')] };
  assert.equal(toBids({ grid: blank, heldAt: undefined }).length, 3);
  const heldAt = '2026-11-20T15:00:00.000Z';
  assert.deepEqual([...new Set(toBids({ grid: blank, heldAt }).map(({ asOf }) => asOf))], [heldAt]);
  assert.deepEqual(parseBidDraft(serializeBidDraft({ grid, heldAt })), { grid, heldAt });
  assert.equal(parseBidDraft('{"headers":["A"],"rows":[]}'), undefined);
  assert.equal(parseBidDraft('nonsense'), undefined);
  assert.deepEqual(parseBidDraft(bidListText({ bids: [] }))?.grid.rows, []);
});

test('lists each new, changed or removed row, with its changes', () => {
  const after = toGrid([
    { ...ROW, basis: '-30' },
    { ...ROW, location: 'River Terminal' },
  ]);
  assert.deepEqual(
    differences(grid, after).map(({ kind, name, changes }) => [kind, name, changes.slice(0, 1)]),
    [
      ['changed', 'Hickory Bend, Corn, Spot', ['Basis ¢ -32 → -30']],
      ['new', 'River Terminal, Corn, Spot', ['Delivery Spot']],
      ['gone', 'Cedar Fork, Corn, Spot', []],
      ['gone', 'Hickory Bend, Corn, March', []],
    ],
  );
});

test('merges a draft with a newer bid list, and keeps the cells and rows that the draft changed', () => {
  const CEDAR = { ...ROW, location: 'Cedar Fork' };
  const RIVER = { ...ROW, location: 'River Terminal' };
  const MARCH = { ...ROW, delivery: 'March' };
  const merge = (
    draft: readonly object[],
    theirs: readonly object[],
    base: readonly object[] = [ROW, CEDAR],
  ) => {
    const [draftText = '', theirText = '', baseText = ''] = [draft, theirs, base].map((rows) =>
      serializeBidDraft({ grid: toGrid(rows), heldAt: undefined }),
    );
    return parseBidDraft(mergeBidLists({ draft: draftText, theirs: theirText, base: baseText }))?.grid.rows;
  };
  const moved = { ...ROW, futures: "440'0" };
  // Changes to different cells of one row, to different rows, and to the same cell.
  assert.deepEqual(
    merge([{ ...ROW, basis: '-30' }, CEDAR], [moved, { ...CEDAR, basis: '-36' }]),
    toGrid([
      { ...moved, basis: '-30' },
      { ...CEDAR, basis: '-36' },
    ]).rows,
  );
  assert.deepEqual(
    merge([{ ...ROW, basis: '-30' }, CEDAR], [{ ...ROW, basis: '-31' }, CEDAR])?.[0],
    toGrid([{ ...ROW, basis: '-30' }]).rows[0],
  );
  // Rows added on both sides; rows removed on either side, which stay if the draft has changed them.
  assert.deepEqual(merge([ROW, CEDAR, MARCH], [ROW, CEDAR, RIVER]), toGrid([ROW, CEDAR, MARCH, RIVER]).rows);
  assert.deepEqual(merge([ROW], [moved, CEDAR]), toGrid([moved]).rows);
  assert.deepEqual(merge([ROW, CEDAR], [moved]), toGrid([moved]).rows);
  assert.deepEqual(
    merge([ROW, { ...CEDAR, basis: '-30' }], [ROW]),
    toGrid([ROW, { ...CEDAR, basis: '-30' }]).rows,
  );
});
