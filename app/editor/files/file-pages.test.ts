import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf, positionIn, rowPageOf } from './file-pages.ts';

const someTexts = (count: number) =>
  Array.from({ length: count }, (_, index) => `Field ${index}${index % 2 === 0 ? '\nCorn' : ''}`);

const shown = (search: string, page: number, count = 120) => {
  const { positions, ...rest } = rowPageOf(someTexts(count), { search, page });
  return { ...rest, positions: [...positions] };
};

test('rowPageOf returns 50 positions of a page, and the last page when there are fewer', () => {
  const first = shown('', 0);
  assert.deepEqual([first.positions.length, first.positions[0], first.pages], [50, 0, 3]);
  const last = shown('', 9);
  assert.deepEqual([last.page, last.before, last.matches], [2, 100, 120]);
  assert.deepEqual([last.positions.length, last.positions[0]], [20, 100]);
  assert.deepEqual(shown('', 0, 0), { page: 0, pages: 1, matches: 0, before: 0, positions: [] });
});

test('rowPageOf finds texts in any case', () => {
  assert.deepEqual(shown(' FIELD 11 ', 0).positions, [11, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119]);
  assert.equal(shown('corn', 1).positions[0], 100);
  assert.equal(shown('barley', 3).matches, 0);
});

test('pageOf returns the page of a position', () => {
  assert.deepEqual([0, 49, 50, 119].map(pageOf), [0, 0, 1, 2]);
});

test('positionIn accepts the positions of the list, with or without commas', () => {
  const found = ['1', ' 120 ', '1,200'].map((text) => positionIn(text, 1200));
  assert.deepEqual(found, [0, 119, 1199]);
  for (const text of ['', '0', '-1', '1.5', 'x', '1201'])
    assert.equal(positionIn(text, 1200), undefined, text);
});
