import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parsePriceTable } from '#server/domains/price-tables/parse-price-table.ts';
import { aTable } from '#tests/support/a-table.ts';
import { headerWarning, priceQuestions, previousCells } from './table-warnings.ts';
import { toTableSave } from './submit-table.ts';

const filled = (rows: string[][]) => rows.flat().filter((text) => text.trim() !== '');

test('warns at a header whenever saving would drop a cell', () => {
  const text = fc.constantFrom('', ' ', 'a', 'b');
  const grid = fc.integer({ min: 1, max: 5 }).chain((columns) => {
    const texts = fc.array(text, { minLength: columns, maxLength: columns });
    return fc.record({ headers: texts, rows: fc.array(texts, { maxLength: 4 }) });
  });
  fc.assert(
    fc.property(grid, (table) => {
      const isWarned = table.headers.some((_, column) => headerWarning(table, column));
      const { rows } = parsePriceTable(toTableSave(2, table));
      if (!isWarned) assert.deepEqual(filled(rows), filled(table.rows));
    }),
    { numRuns: 500 },
  );
});

test('names the columns whose cells an empty header drops', () => {
  const rows = [['1', '2', '3', '4']];
  const warnings = (headers: string[]) =>
    headers.map((_, column) => headerWarning({ headers, rows }, column));
  assert.deepEqual(warnings(['A', '', 'C', 'D']), [
    undefined,
    "This column has no header. Type one, or you'll lose the last column (D) when you save.",
    undefined,
    undefined,
  ]);
  assert.equal(
    warnings(['A', '', ' ', 'D'])[2],
    "This column has no header. Type one, or you'll lose the last 2 columns (column 3, D) when you save.",
  );
  assert.equal(
    warnings(['A', 'B', 'C', ''])[3],
    "This column has no header. Type one, or you'll lose the column when you save.",
  );
  assert.equal(headerWarning({ headers: ['A', ''], rows: [['1', ' ']] }, 1), undefined);
});

const QUESTIONS: [before: string, now: string, question: string][] = [
  ['3.45', '34.5', 'Urea, Price: 3.45 before, 34.5 now. Check the decimal point.'],
  ['3.45', '35.1', 'Urea, Price: 3.45 before, 35.1 now. Check the decimal point.'],
  ['3.45', '345', 'Urea, Price: 3.45 before, 345 now. Check the decimal point.'],
  ['345', '3.40', 'Urea, Price: 345 before, 3.40 now. Check the decimal point.'],
  ['$1,019.00', ' $101.90', 'Urea, Price: $1,019.00 before, $101.90 now. Check the decimal point.'],
  ['.35', '3.5', 'Urea, Price: .35 before, 3.5 now. Check the decimal point.'],
  ['3.45', '10.36', 'Urea, Price: 3.45 before, 10.36 now. Check the price.'],
  ['3.45', '1.14', 'Urea, Price: 3.45 before, 1.14 now. Check the price.'],
  ['3.45', '0', 'Urea, Price: 3.45 before, 0 now. Check the price.'],
  ['3.45', '3.453.54', "Urea, Price: 3.453.54 isn't a number. Check the price."],
  ['', '2,79', "Urea, Price: 2,79 isn't a number. Check the price."],
  ['3.45', '#N/A', 'Urea, Price: #N/A is an error from the spreadsheet. Type what it should say.'],
  ['', '#DIV/0!', 'Urea, Price: #DIV/0! is an error from the spreadsheet. Type what it should say.'],
  ['#REF!', '#REF!', ''],
  ['', '10-34-0', ''],
  ['3.45', '3.54', ''],
  ['3.45', '10.35', ''],
  ['3.45', '1.15', ''],
  ['', '34.5', ''],
  ['0', '5', ''],
  ['call', '34.5', ''],
  ['call', 'x', ''],
  ['', 'N/A', ''],
  ['3.45', '', ''],
  ['3.45', '3.54 cash', ''],
  ['3.45', 'call', 'Urea, Price: 3.45 before, call now. Check the price.'],
  ['0', 'x', 'Urea, Price: 0 before, x now. Check the price.'],
  ['$1,019', '\u2013', 'Urea, Price: $1,019 before, \u2013 now. Check the price.'],
  ['0.30', '-0.3', 'Urea, Price: 0.30 before, -0.3 now. Check the minus sign.'],
  ['3.45', '-$3.45', 'Urea, Price: 3.45 before, -$3.45 now. Check the minus sign.'],
  ['-0.05', '0.05', 'Urea, Price: -0.05 before, 0.05 now. Check the minus sign.'],
  ['\u22120.05', '-0.5', 'Urea, Price: \u22120.05 before, -0.5 now. Check the decimal point.'],
  ['-0.05', '-0.06', ''],
];

for (const [before, now, question] of QUESTIONS) {
  test(`checks a new price of ${now} against a previous price of ${before || 'nothing'}`, () => {
    const [headers, rows] = [['Product', 'Price'], [['Urea', now]]];
    assert.deepEqual(priceQuestions({ headers, rows }, [['Urea', before]]), [['', question]]);
  });
}

const aPriceTable = (rows: string) => aTable(`Product Price | ${rows}`);

test('finds the previous values of a cell by row and column name after reordering', () => {
  const saved = aPriceTable('Urea 583 | UAN 408');
  for (const [now, previous] of [
    ['UAN 4080 | Urea 583', 'UAN 408 | Urea 583'],
    ['New 1 | Urea 2 | UAN 3', '_ _ | Urea 583 | UAN 408'],
    ['Urea-46 583 | UAN 1', 'Urea 583 | UAN 408'],
  ] as const)
    assert.deepEqual(previousCells(saved, aPriceTable(now)), aPriceTable(previous).rows, now);
  assert.deepEqual(previousCells(saved, aTable('Price Product | 583 Urea')), [['583', 'Urea']]);
});
