import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { formatCsv, parseCsv } from '#shared/csv.ts';
import { parseBlock, serializeBlock } from './block-text.ts';

test('parses a serialized block back to the same block', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom('', '"', 'a "b"', '"a" b', '$1,019.00', 'a, b'),
  );
  const oneLine = text.filter((each) => !/[\t\n\r]/.test(each));
  const block = fc
    .integer({ min: 2, max: 5 })
    .chain((width) =>
      fc.array(fc.array(oneLine, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
    );
  fc.assert(fc.property(block, (each) => assert.deepEqual(parseBlock(serializeBlock(each)), each)));
});

const asCopied = (text: string) => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const oneLine = (text: string) => text.replaceAll(/\s*[\n\r\t]\s*/g, ' ');

test('reads the same cells from a paste and from a file, whatever is in them', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', '2', '.', '"', ',', '\t', '\n', '\r\n', ' '),
    maxLength: 8,
  });
  const block = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 2, maxLength: 5 }),
    )
    // A file has no blank lines, and spaces around a line break or tab are no part of the text.
    .map((rows) => rows.map(([first = '', ...others]) => [`x${first}`, ...others]));
  fc.assert(
    fc.property(block, (rows) => {
      const copied = rows.map((texts) => `${texts.map(asCopied).join('\t')}\r\n`).join('');
      const inFile = parseCsv(formatCsv(rows)).map(({ cells }) => cells.map(oneLine));
      assert.deepEqual(parseBlock(copied), inFile);
      assert.deepEqual(
        inFile,
        rows.map((texts) => texts.map(oneLine)),
      );
    }),
  );
});

/** A block as one text, such as `a | b / c | d`. */
const shown = (block: string[][] | undefined) => block?.map((cells) => cells.join(' | ')).join(' / ');

const BLOCKS: [name: string, pasted: string, block: string | undefined][] = [
  ['cells of a spreadsheet', 'a\tb\r\nc\t\r\n', 'a | b / c | '],
  ['a row with an empty cell in front', '\tb', ' | b'],
  ['a column', '2.79\n3.29\n', '2.79 / 3.29'],
  ['a column with an empty cell', 'a\n\nb', 'a /  / b'],
  ['a cell of several lines', 'a\t"two\r\nlines"\r\n', 'a | two lines'],
  ['doubled quotes', '"2"" pipe"\tb', '2" pipe | b'],
  ['a quote in the middle', '2" pipe\tb', '2" pipe | b'],
  ['a quote that never ends', '"a\tb\nc\td', '"a | b / c | d'],
  ['a column with a cell of several lines', '"2.79\ncash"\r\n3.29\r\n2.99\r\n', '2.79 cash / 3.29 / 2.99'],
  ['one cell of several lines', '"2.79\ncash"\r\n', '2.79 cash'],
  ['a column with commas', 'Diesel,dyed\r\nDiesel,clear\r\n', 'Diesel,dyed / Diesel,clear'],
  ['decimal commas', '2,79\n3,29', '2,79 / 3,29'],
  ['a column of large prices', '$1,019.00\n$2,400.00', '$1,019.00 / $2,400.00'],
  ['prose of two lines', 'Corn, beans\nRye, oats', 'Corn, beans / Rye, oats'],
  ['a quoted name', '"Zinc", 35%', undefined],
  ['a price', '$1,019.00', undefined],
  ['a price from a spreadsheet', '3.45\r\n', undefined],
  ['a sentence', 'Corn, beans and wheat', undefined],
  ['one line with commas', 'a,b,c', undefined],
  ['nothing', '', undefined],
];

for (const [name, pasted, block] of BLOCKS) {
  test(`parses pasted text: ${name}`, () => assert.equal(shown(parseBlock(pasted)), block));
}
