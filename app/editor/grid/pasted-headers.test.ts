import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HEADER_ROW } from './grid.ts';
import { parseBlock } from './block-text.ts';
import { startsWithHeaders } from './pasted-headers.ts';

const FUEL = ['Fuel Type', 'Price'];
const PLANT = ['Product', 'Price per ton', 'Prepay'];

const BLOCKS: [name: string, headers: string[], column: number, pasted: string, isHeaders: boolean][] = [
  ['the headers of a spreadsheet', PLANT, 0, 'Product\tPrice per ton\tPrepay\r\nUrea\t583\t570\r\n', true],
  ['other case, spaces and punctuation', PLANT, 0, ' PRODUCT:\tPrice-per ton\tpre pay\nUrea\t583\t570', true],
  ['a header with fewer words', FUEL, 0, 'Fuel\tPrice\nDiesel\t2.79', true],
  ['a header with other words', PLANT, 0, 'Product\tPrice/ton\nUrea\t583', true],
  ['one different header of three', PLANT, 0, 'Product\tPrice per ton\tCash\nUrea\t583\t570', true],
  ['a column that the table does not have', FUEL, 0, 'Fuel Type\tPrice\tTank\nDiesel\t2.79\t500', true],
  ['blank headers between', PLANT, 0, 'Product\t\tPrepay\nUrea\t583\t570', true],
  ['one column', PLANT, 1, 'Price per ton\n583\n408', true],
  ['rows without headers', PLANT, 0, 'Urea\t583\t570\nUAN\t408\t', false],
  ['one matching cell of three', PLANT, 0, 'Product\t583\t570\nUAN\t408\t', false],
  ['one matching cell of two', FUEL, 0, 'Diesel\tPrice\nGas\t3.10', false],
  ['headers of other columns', PLANT, 1, 'Product\tPrice per ton\nUrea\t583', false],
  ['one column that only starts like its header', ['Notes'], 0, 'Notes: call first\nCall', false],
  ['a price that contains a header', ['Product', '2026'], 0, 'Urea\t2026.50\nUAN\t1', false],
  ['a single row', PLANT, 0, 'Product\tPrice per ton\tPrepay', false],
  ['blank headers', ['', ''], 0, '\t\nUrea\t583', false],
];

for (const [name, headers, column, pasted, isHeaders] of BLOCKS) {
  test(`${isHeaders ? 'recognizes' : 'does not recognize'} headers in a pasted block: ${name}`, () =>
    assert.equal(startsWithHeaders(parseBlock(pasted) ?? [], { row: 0, column }, headers), isHeaders));
}

test('recognizes no headers when they are pasted into the headers', () => {
  const block = [PLANT, ['Urea', '583', '570']];
  assert.equal(startsWithHeaders(block, { row: HEADER_ROW, column: 0 }, PLANT), false);
});

test('recognizes other names of a column', () => {
  const block = [['place', 'price']];
  const names = [['Location', 'place'], ['Price']];
  assert.equal(startsWithHeaders([...block, ['River', '1']], { row: 0, column: 0 }, names), true);
});
