import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseGrid, serializeGrid } from './grid.ts';
import { mergeGrids } from './merge-grids.ts';

const grid = (headers: string[], ...rows: string[][]) => serializeGrid({ headers, rows });
const HEADERS = ['Product', 'Price', 'Prepay'];
const BASE = grid(HEADERS, ['Urea', '410', '400'], ['MAP', '720', '700'], ['Potash', '395', '']);

test('does not merge an unreadable draft', () => {
  assert.equal(mergeGrids({ draft: '[', base: BASE, theirs: BASE }), undefined);
});

test('names what both have changed, and takes the chosen values', () => {
  const draft = grid(HEADERS, ['Urea', '415', '400'], ['MAP', '720', '700'], ['Potash', '399', '']);
  const theirs = grid(['Product', 'Price'], ['Urea', '420'], ['MAP', '720']);
  const merged = mergeGrids({ draft, base: BASE, theirs });
  assert.ok(merged);
  const { text, conflicts } = merged;
  const found = conflicts.map(({ key: _key, ...shown }) => shown);
  assert.deepEqual(found, [
    { name: 'Urea, Price', mine: '415', theirs: '420' },
    { name: 'Potash', mine: 'Potash, 399', theirs: 'Removed' },
  ]);
  assert.deepEqual(parseGrid(text)?.rows, [
    ['Urea', '415'],
    ['MAP', '720'],
    ['Potash', '399'],
  ]);
  const [price] = conflicts;
  const chosen = mergeGrids({ draft, base: BASE, theirs }, (key) => (key === price?.key ? 'mine' : 'theirs'));
  assert.deepEqual(parseGrid(chosen?.text ?? '')?.rows, [
    ['Urea', '415'],
    ['MAP', '720'],
  ]);
});
