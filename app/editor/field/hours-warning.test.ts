import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEEKDAYS, WEEKEND } from '#shared/opening-hours.ts';
import { hoursWarning } from './hours-warning.ts';

test('warns about words and days that no one can read in opening hours', () => {
  for (const [text, days, expected] of [
    ['7–5', WEEKDAYS, ''],
    ['7-5, closed Wed', WEEKDAYS, ''],
    [' ', WEEKDAYS, ''],
    ['7–5, closed Thu Nov 26', WEEKDAYS, "Search engines can't read “closed Thu Nov 26.”"],
    ['8-12 or by appointment, call first', WEEKEND, "Shown as typed. Search engines can't read this."],
  ] as const)
    assert.equal(hoursWarning(text, days), expected, text);
});
