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
