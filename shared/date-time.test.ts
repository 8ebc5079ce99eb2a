import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  calendarDay,
  formatDate,
  formatDay,
  isWeekend,
  formatDateTimeWithZone,
  formatFullDateTime,
  isCommonTimeZone,
  localTime,
  setUtcOffsets,
  startOfDay,
  utcOffsetsAround,
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

test('returns the start of a day in any time zone, across changes to daylight saving time', () => {
  for (const [day, zone, start] of [
    ['2026-03-08', 'America/Chicago', '2026-03-08T06:00:00.000Z'],
    ['2026-03-09', 'America/Chicago', '2026-03-09T05:00:00.000Z'],
    ['2026-11-01', 'America/Chicago', '2026-11-01T05:00:00.000Z'],
    ['2026-11-02', 'America/Chicago', '2026-11-02T06:00:00.000Z'],
    ['2026-06-01', 'Pacific/Kiritimati', '2026-05-31T10:00:00.000Z'],
    ['2026-06-01', 'Pacific/Pago_Pago', '2026-06-01T11:00:00.000Z'],
    ['2026-06-01', 'Asia/Kolkata', '2026-05-31T18:30:00.000Z'],
  ] as const) {
    assert.equal(startOfDay(day, zone).toISOString(), start, `${day} ${zone}`);
  }
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

test('formats times since 1990 in common time zones like Intl.DateTimeFormat', () => {
  const zones = Intl.supportedValuesOf('timeZone').filter(isCommonTimeZone);
  assert.equal(zones.length, 7);
  for (const zone of zones) {
    // Names of time zones ignore case, and this one is unknown.
    const unknown = zone.toLowerCase();
    for (let at = Date.parse('1990-01-01T00:07:00Z'); at < Date.parse('2040-01-01'); at += 61.7 * 3_600_000) {
      const iso = new Date(Math.floor(at)).toISOString();
      assert.equal(formatFullDateTime(iso, zone), formatFullDateTime(iso, unknown), `${zone} ${iso}`);
    }
    assert.deepEqual(utcOffsetsAround('2026-11-20', zone), utcOffsetsAround('2026-11-20', unknown));
  }
});

test('formats times with known offsets as without them, in the years around the day and in others', () => {
  const uncommon = ['Africa/Casablanca', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'UTC'];
  for (const zone of ['America/Chicago', ...uncommon]) {
    // Names of time zones ignore case, so this one has no offsets.
    const plain = zone.toLowerCase();
    const offsets = utcOffsetsAround('2026-11-20', zone);
    setUtcOffsets(zone, offsets);
    const changes = offsets.map(([since]) => since);
    for (let at = Date.parse('2023-01-01T00:07:00Z'); at < Date.parse('2029-01-01'); at += 143.3 * 3_600_000)
      changes.push(Math.floor(at));
    for (const change of changes) {
      for (const ms of [change - 1, change, change + 1]) {
        const iso = new Date(ms).toISOString();
        assert.equal(formatDateTimeWithZone(iso, zone), formatDateTimeWithZone(iso, plain), `${iso} ${zone}`);
        assert.equal(localTime(iso, zone), localTime(iso, plain), `${iso} ${zone}`);
      }
    }
  }
});
