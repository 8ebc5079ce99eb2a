import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBidsCsv } from './bids-csv.ts';

test('rejects a column that has the name of a property of every object', () => {
  for (const name of ['constructor', 'Constructor', '__proto__', 'toString']) {
    const { rows, issues } = parseBidsCsv(`location,commodity,${name}\nHickory Bend,Corn,x\n`);
    assert.deepEqual(rows, []);
    const shown = issues.map(({ line, field, message }) => [line, field, message.split(':')[0]]);
    assert.deepEqual(shown, [[1, name, 'Use one of these columns']]);
  }
});

test('reads the names of columns as people write them', () => {
  const { rows, issues } = parseBidsCsv(
    'Location,COMMODITY,Futures Month,On website\nHickory Bend,Corn,Dec 2026,no\n',
  );
  assert.deepEqual(issues, []);
  assert.deepEqual(rows, [
    { location: 'Hickory Bend', commodity: 'Corn', futuresMonth: 'Dec 2026', active: 'no' },
  ]);
});
