import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { EFFORT } from '#tests/support/effort.ts';
import { formatCsv, parseCsv } from './csv.ts';

fc.configureGlobal({ numRuns: EFFORT.propertyRuns });

test('returns each record with the number of its first line', () => {
  assert.deepEqual(parseCsv('a,b\r\n"1\n2",3\n\n , \n4,5'), [
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1\n2', '3'] },
    { line: 6, cells: ['4', '5'] },
  ]);
});

test('accepts a byte order mark, semicolons and tabs, as spreadsheets write them', () => {
  for (const text of ['\uFEFFa,b\r1,2', 'a;b\n1;2', 'a\tb\n1\t2\n']) {
    const cellses = parseCsv(text).map(({ cells }) => cells);
    assert.deepEqual(cellses, [
      ['a', 'b'],
      ['1', '2'],
    ]);
  }
});

test('unescapes doubled quotes, and keeps quotes that enclose nothing', () => {
  const shown = parseCsv('"say ""when""",5" pipe\n"open').map(({ cells }) => cells);
  assert.deepEqual(shown, [['say "when"', '5" pipe'], ['"open']]);
  assert.deepEqual(parseCsv(''), []);
});

test('round-trips records', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', '=', '-', '"', ',', ';', '\n', '\r', '\t', ' ', "'", 'é'),
    maxLength: 6,
  });
  // The first cell is never blank, because blank records are dropped. The first record is the header.
  const records = fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(records, (cells) => {
      const all = [['a', 'b', 'c'], ...cells];
      const found = parseCsv(formatCsv(all)).map((record) => record.cells);
      assert.deepEqual(found, all);
    }),
  );
});

test('marks texts that a spreadsheet would calculate, leaves prices, and reads both back', () => {
  const formulas = ['=1+1', '+1', '+A1', '@SUM(A1)', '-2+3', '-A1', '\t=1', '\r=1', '\n=1', "'=1"];
  const others = ['-32', "-3'2", '-0.25', '1-2', 'a=b', '', "'76 corn"];
  for (const text of [...formulas, ...others]) {
    const csv = formatCsv([['x', text]]);
    assert.deepEqual(parseCsv(csv)[0]?.cells, ['x', text]);
    assert.equal(/^x,"?'/.test(csv), formulas.includes(text) || text.startsWith("'"), text);
  }
});
