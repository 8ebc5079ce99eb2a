import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HEADER_ROW } from './grid.ts';
import { moveForKey, type ActiveCell, type CellMove } from './grid-keys.ts';

const SIZE = { rows: 2, columns: 3 };
const activeCell = (row: number, column: number, caret?: 'start' | 'end'): ActiveCell => ({
  row,
  column,
  isAtStart: caret === 'start',
  isAtEnd: caret === 'end',
});
const press = (key: string, held: object = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});
const to = (row: number, column: number): CellMove => ({ row, column });

const STEPS: [name: string, ReturnType<typeof press>, ActiveCell, CellMove | undefined][] = [
  ['down', press('ArrowDown'), activeCell(0, 1), to(1, 1)],
  ['down from a header', press('ArrowDown'), activeCell(HEADER_ROW, 1), to(0, 1)],
  ['down at the end', press('ArrowDown'), activeCell(1, 1), undefined],
  ['up to a header', press('ArrowUp'), activeCell(0, 1), to(HEADER_ROW, 1)],
  ['up from a header', press('ArrowUp'), activeCell(HEADER_ROW, 1), undefined],
  ['right within a text', press('ArrowRight'), activeCell(0, 1), undefined],
  ['right at the end of a text', press('ArrowRight'), activeCell(0, 1, 'end'), to(0, 2)],
  ['right at the end of a row', press('ArrowRight'), activeCell(0, 2, 'end'), 'tools'],
  ['left within a text', press('ArrowLeft'), activeCell(0, 1), undefined],
  ['left at the start of a text', press('ArrowLeft'), activeCell(0, 1, 'start'), to(0, 0)],
  ['left at the start of a row', press('ArrowLeft'), activeCell(0, 0, 'start'), undefined],
  ['selecting to the left', press('ArrowLeft', { shiftKey: true }), activeCell(0, 1, 'start'), undefined],
  ['a word to the right', press('ArrowRight', { ctrlKey: true }), activeCell(0, 1, 'end'), undefined],
  ['Enter', press('Enter'), activeCell(0, 1), to(1, 1)],
  ['Enter in the last row', press('Enter'), activeCell(1, 1), 'new row'],
  ['Shift and Enter', press('Enter', { shiftKey: true }), activeCell(1, 1), to(0, 1)],
  ['Tab', press('Tab'), activeCell(0, 1), to(0, 2)],
  ['Tab at the end of a row', press('Tab'), activeCell(0, 2), to(1, 0)],
  ['Tab at the end of the headers', press('Tab'), activeCell(HEADER_ROW, 2), to(0, 0)],
  ['Tab at the end of the table', press('Tab'), activeCell(1, 2), undefined],
  ['Shift and Tab', press('Tab', { shiftKey: true }), activeCell(0, 1), undefined],
  ['a letter', press('a'), activeCell(0, 1), undefined],
];

for (const [name, key, from, step] of STEPS) {
  test(`returns the step for a key: ${name}`, () => assert.deepEqual(moveForKey(key, from, SIZE), step));
}

test('creates the first row when Enter is pressed in the headers of an empty table', () => {
  assert.equal(moveForKey(press('Enter'), activeCell(HEADER_ROW, 0), { rows: 0, columns: 1 }), 'new row');
});
