import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffRows } from './diff-rows.ts';

const shown = (...args: Parameters<typeof diffRows>) =>
  diffRows(...args).map(
    ({ kind, row, cells }) =>
      `${kind} ${row}: ${cells.map(({ before, after }) => `${before}>${after}`).join(',')}`,
  );

test('shows the cells of a row that changed, with its position in the table', () => {
  assert.deepEqual(shown([['Urea', '640']], [['Urea', '655']], 3), ['changed 3: Urea>Urea,640>655']);
});

test('finds a row again by its name when rows before it were removed', () => {
  assert.deepEqual(
    shown(
      [
        ['Urea', '640'],
        ['UAN', '415'],
      ],
      [['UAN', '420']],
      1,
    ),
    ['removed 1: Urea>undefined,640>undefined', 'changed 1: UAN>UAN,415>420'],
  );
});

test('shows rows that were added and removed between rows that stayed', () => {
  assert.deepEqual(shown([['MAP'], ['DAP'], ['TSP']], [['MAP'], ['TSP'], ['MESZ']], 1), [
    'same 1: MAP>MAP',
    'removed 2: DAP>undefined',
    'same 2: TSP>TSP',
    'added 3: undefined>MESZ',
  ]);
});
