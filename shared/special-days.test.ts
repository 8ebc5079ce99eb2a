import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSeasonProblem, parseSpecialDays, specialDaysText } from './special-days.ts';

const TODAY = '2026-11-20';

for (const [line, date, hours, more] of [
  ['Nov 26: closed', '2026-11-26', 'closed'],
  ['Thu, Nov. 26 closed', '2026-11-26', 'closed'],
  ['November 20th - closed at noon', '2026-11-20', 'closed at noon'],
  ['Nov 19: closed', '2027-11-19', 'closed'],
  ['Dec 24, 2027: 8:00 am - noon', '2027-12-24', '8:00 am - noon'],
  ['Dec 24 8:00 am - noon', '2026-12-24', '8:00 am - noon'],
  ['12/24: 8-12', '2026-12-24', '8-12'],
  ['12/24/26 8-12', '2026-12-24', '8-12'],
  ['Feb 29: closed', '2028-02-29', 'closed'],
  ['Nov 26: closed (Thanksgiving)', '2026-11-26', 'closed', { reason: 'Thanksgiving' }],
  ['Nov 26 - Nov 27: closed', '2026-11-26', 'closed', { until: '2026-11-27' }],
  ['12/30 through Jan 2: 8-12 (holidays)', '2026-12-30', '8-12', { until: '2027-01-02', reason: 'holidays' }],
] as [string, string, string, object?][]) {
  test(`parseSpecialDays reads ${line}`, () =>
    assert.deepEqual(parseSpecialDays(line, TODAY).days, [{ date, hours, ...more }]));
}

for (const [text, problem] of [
  ['closed on Friday', /^Start each line with a date.*: closed on Friday$/],
  ['Nov 26', /^Type the hours after the date/],
  ['Nov 31: closed', /^There is no such day/],
  ['13/1: closed', /^There is no such day/],
  ['Nov 26, 2026 – Nov 20, 2026: closed', 'Nov 20, 2026 is before Nov 26, 2026. Start with the first day.'],
  ['Nov 26 – Nov 28: closed\nNov 27: 8-12', 'Nov 27, 2026 is listed twice. Keep one of them.'],
  ['Nov 26: closed\n11/26: open', 'Nov 26, 2026 is listed twice. Keep one of them.'],
] as const) {
  test(`parseSpecialDays says what to do about ${JSON.stringify(text)}`, () => {
    const actual = parseSpecialDays(text, TODAY).problem ?? '';
    if (typeof problem === 'string') assert.equal(actual, problem);
    else assert.match(actual, problem);
  });
}

test('parseSpecialDays sorts days, and reads what specialDaysText has formatted', () => {
  const { days = [] } = parseSpecialDays('\nDec 24-12/25: closed (Christmas)\nNov 26, 2026: 8-12 ', TODAY);
  const text = 'Nov 26, 2026: 8-12\nDec 24, 2026 – Dec 25, 2026: closed (Christmas)';
  assert.equal(specialDaysText(days), text);
  assert.deepEqual(parseSpecialDays(text, '2027-06-01').days, days);
});

test('findSeasonProblem asks for days that exist, in their order', () => {
  for (const season of ['', 'normal', 'harvest', '2026-09-10/2026-11-20', '2026-11-20/2026-11-20'])
    assert.equal(findSeasonProblem(season), '');
  assert.match(findSeasonProblem('2026-09-31/2026-11-20'), /^Choose the first and the last day/);
  assert.match(findSeasonProblem('2026-11-20/2026-09-10'), /ends before it begins/);
});
