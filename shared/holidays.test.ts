import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comingHolidays } from './holidays.ts';

test('comingHolidays returns those of the coming 12 months that are not special days yet, by their rules', () => {
  const days = [{ date: '2026-12-24', until: '2026-12-25' }];
  assert.deepEqual(
    comingHolidays('2026-11-26', days).map(({ name, date }) => `${name} ${date}`),
    [
      'Thanksgiving 2026-11-26',
      "New Year's Day 2027-01-01",
      'Memorial Day 2027-05-31',
      'Independence Day 2027-07-04',
      'Labor Day 2027-09-06',
      'Thanksgiving 2027-11-25',
    ],
  );
  const none = comingHolidays('2028-05-01', []).map(({ date }) => date);
  assert.deepEqual(none.slice(0, 4), ['2028-05-29', '2028-07-04', '2028-09-04', '2028-11-23']);
});
