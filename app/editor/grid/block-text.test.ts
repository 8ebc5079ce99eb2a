import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
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
  ['comma-separated', 'Urea,583.00,\nUAN,408.00,1', 'Urea | 583.00 |  / UAN | 408.00 | 1'],
  [
    'comma-separated with quotes',
    '"Zinc, 35%","$1,019.00"\nLime,24.50\n',
    'Zinc, 35% | $1,019.00 / Lime | 24.50',
  ],
  ['one line with quotes', '"Zinc","$1,019.00"', 'Zinc | $1,019.00'],
  ['quoted line breaks', '"a\nb",c\nd,e', 'a b | c / d | e'],
  ['a column of large prices', '$1,019.00\n$2,400.00', '$1,019.00 / $2,400.00'],
  ['prose of two lines', 'Corn, beans\nRye, oats', 'Corn, beans / Rye, oats'],
  ['lines with different numbers of cells', 'a,b\nc', 'a,b / c'],
  ['a price', '$1,019.00', undefined],
  ['a price from a spreadsheet', '3.45\r\n', undefined],
  ['a sentence', 'Corn, beans and wheat', undefined],
  ['one line with commas', 'a,b,c', undefined],
  ['nothing', '', undefined],
];

for (const [name, pasted, block] of BLOCKS) {
  test(`parses pasted text: ${name}`, () => assert.equal(shown(parseBlock(pasted)), block));
}
