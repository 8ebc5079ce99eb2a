import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  calendarDay,
  formatDate,
  formatDay,
  isWeekend,
  formatDateTimeWithZone,
  localTime,
} from './date-time.ts';

const CHICAGO: readonly [moment: string, words: string][] = [
  ['2026-11-20T15:05:00Z', 'Fri, Nov 20, 9:05 am CST'],
  ['2026-07-01T15:05:00Z', 'Wed, Jul 1, 10:05 am CDT'],
  ['2026-11-20T18:00:00Z', 'Fri, Nov 20, 12:00 pm CST'],
  ['2026-11-20T06:00:00Z', 'Fri, Nov 20, 12:00 am CST'],
  // The repeated hour in fall, and the skipped hour in spring.
  ['2026-11-01T06:59:00Z', 'Sun, Nov 1, 1:59 am CDT'],
  ['2026-11-01T07:00:00Z', 'Sun, Nov 1, 1:00 am CST'],
  ['2026-03-08T07:59:00Z', 'Sun, Mar 8, 1:59 am CST'],
  ['2026-03-08T08:00:00Z', 'Sun, Mar 8, 3:00 am CDT'],
];
for (const [moment, words] of CHICAGO) {
  test(`formats ${moment} as ${words}`, () =>
    assert.equal(formatDateTimeWithZone(moment, 'America/Chicago'), words));
}

test('formats every day of a leap year like Intl.DateTimeFormat, and detects weekends', () => {
  const short = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  });
  const long = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' });
  for (let n = 0; n < 366; n += 1) {
    const date = new Date(Date.UTC(2028, 0, 1 + n));
    const day = date.toISOString().slice(0, 10);
    assert.equal(formatDay(day), short.format(date));
    assert.equal(formatDate(day), long.format(date));
    assert.equal(isWeekend(day), short.format(date).startsWith('S'));
  }
});

test('returns the calendar day in the time zone', () => {
  assert.equal(calendarDay(new Date('2026-11-20T05:59:59Z'), 'America/Chicago'), '2026-11-19');
});

test('formats a moment for spreadsheets', () => {
  for (const [moment, text] of [
    ['2026-11-20T06:00:00Z', '2026-11-20 00:00'],
    ['2026-11-20T18:05:00Z', '2026-11-20 12:05'],
    ['2026-11-21T05:59:00Z', '2026-11-20 23:59'],
  ] as const) {
    assert.equal(localTime(moment, 'America/Chicago'), text);
  }
});
