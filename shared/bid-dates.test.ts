import assert from 'node:assert/strict';
import { test } from 'node:test';
import { futuresSymbol, parseDay, parseFuturesMonth } from './bid-dates.ts';

const MONTHS: readonly [text: string, month: string | undefined][] = [
  ['Dec 2026', 'Dec 2026'],
  ['Dec26', 'Dec 2026'],
  ["Dec '26", 'Dec 2026'],
  ['december 2026', 'Dec 2026'],
  ['2026-12', 'Dec 2026'],
  ['Dec-26', 'Dec 2026'],
  ['26-Dec', 'Dec 2026'],
  ['1-Dec-26', 'Dec 2026'],
  ['JUL 27', 'Jul 2027'],
  ['7/27', 'Jul 2027'],
  ['07/2027', 'Jul 2027'],
  ['13/27', undefined],
  ['12/1/2026', 'Dec 2026'],
  ['12/15/2026', undefined],
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

test('parses a day in every form in which spreadsheets write it', () => {
  const forms = [
    '2026-11-05',
    '11/5/2026',
    '11/05/26',
    '11/5/26',
    '11-5-2026',
    '5-Nov-26',
    '5-Nov-2026',
    'November 5, 2026',
  ];
  for (const text of [...forms, 'Thursday, November 5, 2026', '11/5/2026 0:00', '2026-11-05 00:00:00'])
    assert.equal(parseDay(text), '2026-11-05', text);
  for (const text of ['', '11/31/2026', '13/1/2026', '2026-11-5', '5-Nov', 'Nov 2026', '11/5/2026 8:00'])
    assert.equal(parseDay(text), undefined, text);
});
