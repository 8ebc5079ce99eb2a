import assert from 'node:assert/strict';
import { test } from 'node:test';
import { futuresSymbol, parseFuturesMonth } from './futures-month.ts';

const MONTHS: readonly [text: string, month: string | undefined][] = [
  ['Dec 2026', 'Dec 2026'],
  ['Dec26', 'Dec 2026'],
  ["Dec '26", 'Dec 2026'],
  ['december 2026', 'Dec 2026'],
  ['2026-12', 'Dec 2026'],
  ['Z26', 'Dec 2026'],
  ['ZCZ26', 'Dec 2026'],
  ['KEN27', 'Jul 2027'],
  ['JAN27', 'Jan 2027'],
  ['MAR27', 'Mar 2027'],
  ['NOV27', 'Nov 2027'],
  ['F27', 'Jan 2027'],
  ['', undefined],
  ['Dec', undefined],
  ['Dex 2026', undefined],
  ['2026-13', undefined],
  ['A26', undefined],
];
for (const [text, month] of MONTHS) {
  test(`parses "${text}" as ${month ?? 'undefined'}`, () => assert.equal(parseFuturesMonth(text), month));
}

test('returns the exchange symbol of a root and a month, and undefined without either', () => {
  assert.equal(futuresSymbol('ZC', 'Dec 2026'), 'ZCZ26');
  assert.equal(futuresSymbol('', 'Dec 2026'), undefined);
  assert.equal(futuresSymbol('ZC', ''), undefined);
});
