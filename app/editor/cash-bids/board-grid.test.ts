import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_COMMODITIES } from '#contract/cash-bids.ts';
import {
  boardText,
  columnOf,
  differences,
  firstMistake,
  parseBoard,
  remarksOf,
  toBids,
  toGrid,
  withCell,
  writeBoard,
} from './board-grid.ts';

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

test('A price of futures moves all rows of the same grain and month, however the month is written', () => {
  for (const field of ['futures', 'change'] as const) {
    const { grid: next, moved } = withCell(grid, { row: 0, column: columnOf(field) }, "433'0");
    assert.equal(moved, 1);
    const texts = next.rows.map((cells) => cells[columnOf(field)]);
    assert.deepEqual(texts, ["433'0", "433'0", grid.rows[2]?.[columnOf(field)]]);
  }
  assert.equal(withCell(grid, { row: 0, column: columnOf('basis') }, '-30').moved, 0);
});

test('Each row tells what it pays while it is typed, or what is wrong with it', () => {
  const { grid: wrong } = withCell(grid, { row: 2, column: columnOf('futures') }, '4.33');
  const { remarks, hints } = remarksOf(wrong, FIRST_COMMODITIES);
  assert.equal(hints[0]?.[columnOf('cashPrice')], '4.01');
  assert.equal(hints[2]?.[columnOf('cashPrice')], '');
  assert.equal(remarks[2]?.[columnOf('futures')], "Must be cents and eighths such as 432'6.");
  assert.equal(
    firstMistake({ grid: wrong, heldAt: undefined }, FIRST_COMMODITIES),
    "Row 3, Futures: Must be cents and eighths such as 432'6.",
  );
  assert.equal(firstMistake({ grid, heldAt: undefined }, FIRST_COMMODITIES), undefined);
});

test('Blank rows are not sent, and the moment at which all hold goes with every row', () => {
  const blank = { ...grid, rows: [...grid.rows, grid.headers.map(() => ' ')] };
  assert.equal(toBids({ grid: blank, heldAt: undefined }).length, 3);
  const heldAt = '2026-11-20T15:00:00.000Z';
  assert.deepEqual([...new Set(toBids({ grid: blank, heldAt }).map(({ asOf }) => asOf))], [heldAt]);
  assert.deepEqual(parseBoard(writeBoard({ grid, heldAt })), { grid, heldAt });
  assert.equal(parseBoard('{"headers":["A"],"rows":[]}'), undefined);
  assert.equal(parseBoard('nonsense'), undefined);
  assert.deepEqual(parseBoard(boardText({ bids: [] }))?.grid.rows, []);
});

test('Beside another board each row is new, gone or changed, with what it was', () => {
  const after = toGrid([
    { ...ROW, basis: '-30' },
    { ...ROW, location: 'River Terminal' },
  ]);
  assert.deepEqual(
    differences(grid, after).map(({ kind, name, words }) => [kind, name, words.slice(0, 1)]),
    [
      ['changed', 'Hickory Bend, Corn, Spot', ['Basis ¢ -32 → -30']],
      ['new', 'River Terminal, Corn, Spot', ['Delivery Spot']],
      ['gone', 'Cedar Fork, Corn, Spot', []],
      ['gone', 'Hickory Bend, Corn, March', []],
    ],
  );
});
