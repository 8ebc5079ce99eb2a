import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_COMMODITIES } from '#contract/cash-bids.ts';
import { parseBidsCsv } from '#shared/bids-csv.ts';
import { withLineRemoved, withLineRestored } from '#app/editor/grid/grid-draft.ts';
import { keptGrid } from '#app/editor/grid/grid.ts';
import {
  BID_COLUMNS,
  BIDS_FORM,
  columnOf,
  differences,
  firstIssue,
  gridOfFile,
  previousBids,
  warningsOf,
  toBids,
  toGrid,
  withCell,
  withKnownTexts,
  withOffer,
} from './bid-grid.ts';
import { bidPriceQuestions } from './bid-questions.ts';
import { mergeBidLists } from './merge-bids.ts';

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
    firstIssue(invalid, FIRST_COMMODITIES),
    "Hickory Bend, Corn, March, Futures: Enter cents and eighths, such as 432'6.",
  );
  for (const [column, rest] of [
    ['basis', ' 1 more cell needs fixing.'],
    ['change', ' 2 more cells need fixing.'],
  ] as const) {
    invalid = withCell(invalid, { row: 2, column: columnOf(column) }, 'x').grid;
    const message = firstIssue(invalid, FIRST_COMMODITIES);
    assert.match(message ?? '', new RegExp(`\\.${rest}$`));
  }
  assert.equal(firstIssue(grid, FIRST_COMMODITIES), undefined);
});

test('offers the basis for a cash price that differs from futures plus basis, and sets it instead', () => {
  const offerFor = (fields: object) => {
    const typed = toGrid([{ ...ROW, ...fields }]);
    return warningsOf(typed, FIRST_COMMODITIES).offers[0]?.[columnOf('cashPrice')];
  };
  const cases: [fields: object, offer: string][] = [
    [{ cashPrice: '4.06' }, 'Set basis to \u221227'],
    [{ cashPrice: '$4.06', futures: '432.5', commodity: 'corn' }, 'Set basis to \u221227'],
    [{ cashPrice: '4.60' }, 'Set basis to 27'],
    [{ cashPrice: '4.01' }, ''],
    [{ cashPrice: '4.06', basis: '-26.75' }, ''],
    [{ cashPrice: '4.065' }, ''],
    [{ cashPrice: '4.06', basis: '' }, ''],
    [{ cashPrice: '4.06', futures: '' }, ''],
    [{ cashPrice: 'call' }, ''],
  ];
  for (const [fields, offer] of cases) assert.equal(offerFor(fields), offer, JSON.stringify(fields));
  assert.deepEqual(
    withOffer(toGrid([ROW, { ...ROW, cashPrice: '4.06' }]), 1, 'Set basis to \u221227'),
    toGrid([ROW, { ...ROW, basis: '-27' }]),
  );
});

test('omits blank rows, adds `heldAt` to every bid, and reads only drafts of bids', () => {
  const blank = { ...grid, rows: [...grid.rows, grid.headers.map(() => ' ')] };
  assert.equal(toBids(blank).length, 3);
  const heldAt = '2026-11-20T15:00:00.000Z';
  assert.deepEqual([...new Set(toBids({ ...blank, heldAt }).map(({ asOf }) => asOf))], [heldAt]);
  const { headers, rows } = grid;
  const text = JSON.stringify({ headers, rows, removedRows: [1], heldAt });
  assert.deepEqual(BIDS_FORM.read(text), { ...grid, removedRows: [1], heldAt });
  assert.equal(BIDS_FORM.write({ ...withLineRemoved(grid, 'row', 1), heldAt }), text);
  for (const other of ['{"headers":["A"],"rows":[]}', 'nonsense'])
    assert.equal(BIDS_FORM.read(other), undefined);
});

test('names the earlier of two equal rows by its number in the grid, counting blank rows', () => {
  const [first = []] = grid.rows;
  const rows = [grid.headers.map(() => ''), first, first];
  const { warnings } = warningsOf({ ...grid, rows }, FIRST_COMMODITIES);
  assert.match(warnings[2]?.[columnOf('delivery')] ?? '', / Row 2 already has this /);
});

const csv = (...lines: string[]) => gridOfFile(parseBidsCsv(lines.join('\n')).rows);

test('reads CSV that a spreadsheet made of the copied table, without a second row of headers', () => {
  const headers = BID_COLUMNS.map(({ header }) => header).join(',');
  const bid = "Hickory Bend,Corn,Spot,Dec 2026,432'6,,-32,,,,no,";
  const { rows } = toGrid([{ ...ROW, active: false }]);
  assert.deepEqual(csv(headers, bid), { grid: { ...grid, rows }, hasHeaders: false });
  assert.deepEqual(csv(headers, headers.toUpperCase(), bid), { grid: { ...grid, rows }, hasHeaders: true });
  assert.equal(csv('location,commodity', 'River,Corn').grid.rows[0]?.[columnOf('active')], 'yes');
});

test('keeps the texts of bids that a spreadsheet has only spelled in another way', () => {
  const bid = {
    ...ROW,
    delivery: 'Dec 2026',
    cashPrice: '4.0100',
    deliveryStart: '2026-12-01',
    deliveryEnd: '2026-12-31',
  };
  const known = toGrid([bid, { ...bid, location: 'River Terminal' }]);
  const read = csv(
    'location,commodity,delivery,futuresMonth,futures,basis,cashPrice,deliveryStart,deliveryEnd,active',
    "Hickory Bend,Corn,Dec-26,26-Dec,432'6,-32.00,4.01,12/1/2026,31-Dec-26,TRUE",
    "River Terminal,Corn,Dec-26,Dec-26,432'6,-30,4.01,12/1/2026,12/31/2026,TRUE",
  );
  const found = withKnownTexts(read.grid, known);
  assert.deepEqual(found.rows[0], known.rows[0]);
  assert.deepEqual(differences(known, found), [
    { name: 'River Terminal, Corn, Dec 2026', kind: 'changed', changes: ['Basis ¢ -32 → -30'] },
  ]);
});

test('asks about errors of a spreadsheet in any column', () => {
  const [bid] = grid.rows;
  const now = { ...grid, rows: [bid!.with(columnOf('notes'), '#REF!'), ...grid.rows.slice(1)] };
  const questions = bidPriceQuestions(now, previousBids(grid, now), FIRST_COMMODITIES);
  assert.match(
    questions[0]?.[columnOf('notes')] ?? '',
    /^Hickory Bend, Corn, Spot, Notes: #REF! is an error/,
  );
});

test('lists each new, changed or removed row, with its changes', () => {
  const after = toGrid([
    { ...ROW, basis: '-30' },
    { ...ROW, location: 'River Terminal' },
  ]);
  const shown = differences(grid, after).map(({ kind, name, changes }) => [kind, name, changes.slice(0, 1)]);
  assert.deepEqual(shown, [
    ['changed', 'Hickory Bend, Corn, Spot', ['Basis ¢ -32 → -30']],
    ['new', 'River Terminal, Corn, Spot', ['Delivery Spot']],
    ['gone', 'Cedar Fork, Corn, Spot', []],
    ['gone', 'Hickory Bend, Corn, March', []],
  ]);
});

test('omits removed rows from a save, and restores them after a merge with their unsaved texts', () => {
  const CEDAR = { ...ROW, location: 'Cedar Fork' };
  const draft = withLineRemoved(toGrid([ROW, { ...CEDAR, basis: '-30' }]), 'row', 1);
  assert.equal(toBids(draft).length, 1);
  const merged = mergeBidLists({
    draft,
    base: toGrid([ROW, CEDAR]),
    theirs: toGrid([ROW, { ...CEDAR, futures: "440'0" }]),
  })?.merged;
  assert.ok(merged);
  assert.deepEqual(keptGrid(merged), toGrid([ROW]));
  assert.deepEqual(
    keptGrid(withLineRestored(merged, 'row', 1)),
    toGrid([ROW, { ...CEDAR, basis: '-30', futures: "440'0" }]),
  );
});

const rowsOf = (each: ReturnType<typeof mergeBidLists>) => each && keptGrid(each.merged).rows;

test('names each cell and row that both have changed, and takes the chosen ones', () => {
  const CEDAR = { ...ROW, location: 'Cedar Fork' };
  const MARCH = { ...ROW, delivery: 'March' };
  const versions = {
    draft: withLineRemoved(toGrid([{ ...ROW, basis: '-30 ' }, CEDAR, MARCH]), 'row', 1),
    base: toGrid([ROW, CEDAR, MARCH]),
    theirs: toGrid([
      { ...ROW, basis: '-28' },
      { ...CEDAR, basis: '-35' },
    ]),
  };
  const merged = mergeBidLists(versions);
  const found = merged?.conflicts.map(({ key: _key, ...shown }) => shown);
  assert.deepEqual(found, [
    { name: 'Hickory Bend, Corn, Spot, Basis ¢', mine: '-30 ', theirs: '-28' },
    { name: 'Cedar Fork, Corn, Spot', mine: 'Removed', theirs: 'Basis ¢ -35' },
  ]);
  assert.deepEqual(rowsOf(merged), toGrid([{ ...ROW, basis: '-30 ' }]).rows);
  assert.deepEqual(
    rowsOf(mergeBidLists(versions, () => 'theirs')),
    toGrid([
      { ...ROW, basis: '-28' },
      { ...CEDAR, basis: '-35' },
    ]).rows,
  );
});

test('asks about prices that changed by more than a factor of three, lost their sign, or were emptied', () => {
  const FLAT = { ...ROW, commodity: 'Wheat', futuresMonth: '', futures: '', basis: '', cashPrice: '5.17' };
  const saved = toGrid([ROW, FLAT]);
  const questionsOf = (corn: object, wheat: object = {}) => {
    const now = toGrid([
      { ...ROW, ...corn },
      { ...FLAT, ...wheat },
    ]);
    const questions = bidPriceQuestions(now, previousBids(saved, now), FIRST_COMMODITIES);
    return questions.flatMap((texts) =>
      texts.flatMap((text, column) => (text === '' ? [] : [`${BID_COLUMNS[column]?.field}: ${text}`])),
    );
  };
  const [corn, wheat] = ['Hickory Bend, Corn, Spot:', 'Hickory Bend, Wheat, Spot:'];
  const falling = [
    "futures: Corn, Dec 2026 futures: 432'6 before, 43'2 now. Check the decimal point.",
    `cashPrice: ${wheat} 5.17 before, 1.70 now. Check the price.`,
  ];
  const flat = { futures: '', basis: '', cashPrice: '40.1' };
  const cases: readonly [changes: [corn: object, wheat?: object], ...questions: string[]][] = [
    [[{}]],
    [[{ basis: '-30', futures: "440'0" }, { cashPrice: '5.2' }]],
    [[{}, { cashPrice: '517' }], `cashPrice: ${wheat} 5.17 before, 517 now. Check the decimal point.`],
    [[{ futures: "43'2" }, { cashPrice: '1.70' }], ...falling],
    [
      [{ basis: '-0.32' }],
      `basis: ${corn} A basis of -0.32 is under 1 cent. Enter the basis in cents, such as -32 for -0.32 dollars.`,
    ],
    [[{ basis: '-320' }], `cashPrice: ${corn} 4.01 before, 1.13 now. Check the price.`],
    [[{ basis: '-3200' }], `cashPrice: ${corn} 4.01 before, -27.67 now. Check the minus sign.`],
    [[{ basis: '32' }], 'basis: Hickory Bend, Corn, Spot, Basis: -32 before, 32 now. Check the minus sign.'],
    [[{ basis: '+2' }], 'basis: Hickory Bend, Corn, Spot, Basis: -32 before, +2 now. Check the minus sign.'],
    [[{ basis: '0' }]],
    [[{ basis: '' }], 'basis: Hickory Bend, Corn, Spot, Basis: -32 before, blank now. Check the price.'],
    [[{ futures: ' ' }], "futures: Corn, Dec 2026 futures: 432'6 before, blank now. Check the price."],
    [[{}, { cashPrice: '' }], `cashPrice: ${wheat} 5.17 before, blank now. Check the price.`],
    [[flat], `cashPrice: ${corn} 4.01 before, 40.1 now. Check the decimal point.`],
  ];
  for (const [changes, ...questions] of cases) assert.deepEqual(questionsOf(...changes), questions);
});
