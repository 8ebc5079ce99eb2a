import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HistoryEntry, HistoryValue } from '#contract/history.ts';
import { shortChange } from './short-change.ts';

type Value = HistoryValue | null;
const text = (value: string, html?: true): Value => ({ type: 'text', text: value, ...(html && { html }) });
const fields = (...all: [label: string, text: string][]): Value => ({
  type: 'fields',
  fields: all.map(([label, value]) => ({ label, text: value })),
});
const cells = (headers: string[] | null, ...rows: string[][]): Value => ({
  type: 'cells',
  firstRow: 1,
  headers,
  rows,
  moreRows: 0,
});
const order = (...names: string[]): Value => ({ type: 'order', firstRow: 1, names, moreRows: 0 });

const CASES: [before: Value, after: Value, shown: string, action?: HistoryEntry['action']][] = [
  [text('Closed at noon'), text('Closed at one'), 'noon → one'],
  [text(''), text('Closed at noon'), '(blank) → Closed at noon'],
  [text('Closed'), text(''), 'Closed → (blank)'],
  [text('Open until 5'), text('Open daily until 6'), 'Added daily, and 1 more'],
  [text('<p>Sale</p>', true), text('<p><strong>Sale</strong></p>', true), 'Added bold'],
  [fields(['Basis', '-27']), fields(['Basis', '-32']), 'Basis: -27 → -32'],
  [
    fields(['Phone', '1'], ['Email', '-']),
    fields(['Phone', '2'], ['Email', 'a@b.c']),
    'Phone: 1 → 2, and 1 more',
  ],
  [fields(['Basis', '-27']), fields(['Basis', '-32']), 'Restored: Basis: -27 → -32', 'restored'],
  [cells(null, ['Urea', '640'], ['UAN', '1']), cells(null, ['Urea', '655'], ['UAN', '1']), 'Urea: 640 → 655'],
  [cells(null, ['Urea', '640']), cells(null, ['UREA', '640']), 'Urea → UREA'],
  [cells(['A'], ['Urea', '1']), cells(['B'], ['Urea', '2']), 'Headers, and 1 more'],
  [cells(null, ['MAP', '1']), cells(null), 'MAP removed'],
  [order('a', 'b'), order('b', 'a'), 'Moved', 'moved'],
  [null, fields(['Name', 'Ann']), 'Added', 'added'],
  [fields(['Name', 'Ann']), null, 'Deleted', 'deleted'],
  [null, null, 'Changed'],
];

for (const [before, after, shown, action = 'changed'] of CASES)
  test(`shows in short: ${shown}`, () =>
    assert.equal(shortChange({ action, before, after } as HistoryEntry), shown));
