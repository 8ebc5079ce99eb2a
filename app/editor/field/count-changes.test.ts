import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countChanges } from './count-changes.ts';

const count = (saved: unknown, draft: unknown) => countChanges(JSON.stringify(saved), JSON.stringify(draft));

test('counts the rows of a table that were changed, added or removed, and its headers', () => {
  const table = {
    headers: ['Product', 'Price'],
    rows: [
      ['Urea', '1'],
      ['MAP', '2'],
      ['MAP', '2'],
    ],
  };
  const { headers, rows } = table;
  assert.equal(count(table, { headers, rows: rows.with(0, ['Urea', '3']) }), 1);
  assert.equal(count(table, { headers, rows: [['New', ''], ...rows] }), 1);
  assert.equal(count(table, { headers, rows: rows.slice(2) }), 2);
  assert.equal(count(table, { headers: ['Name', 'Price'], rows: [['UAN', '4'], ...rows.slice(1)] }), 2);
  const longer = rows.map((cells) => [...cells, '']);
  assert.equal(count(table, { headers: [...headers, ''], rows: longer }), 1);
  assert.equal(count(table, { headers, rows, heldAt: '2026-11-20' }), 1);
});

test('counts the items of a list, and a new order or another text as one change', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, name: id }));
  assert.equal(count([a, b], [a, { ...b, name: 'd' }, c]), 2);
  assert.equal(count([a, b], [b, a]), 1);
  assert.equal(count({ description: 'x', items: [a] }, { description: 'y', items: [a, b] }), 2);
  assert.equal(countChanges('one two', 'two one'), 1);
});
