import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGrid, toTableSave } from './submit-table.ts';

test('omits blank headers and cells, and cells beyond the number of headers', () => {
  const grid = {
    headers: ['Product', '', 'Prepay'],
    rows: [
      ['Urea', ' ', '571'],
      ['', '', ''],
      ['UAN', '408', ''],
    ],
  };
  assert.deepEqual(toTableSave(3, grid), {
    TableType: 3,
    ColumnHeaders: { n_header_0: 'Product', n_header_2: 'Prepay' },
    AllRows: [{ n_row_0_header_0: 'Urea' }, { n_row_2_header_0: 'UAN', n_row_2_header_1: '408' }],
  });
});

test('adds a first column to an empty table only if its columns are fixed', () => {
  const content = { columnHeaders: {}, allRows: [] };
  assert.deepEqual(toGrid(content, true), { headers: [''], rows: [] });
  assert.deepEqual(toGrid(content, false), { headers: [], rows: [] });
});
