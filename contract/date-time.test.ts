import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zonedMomentInWords } from './date-time.ts';

const CHICAGO: readonly [moment: string, words: string][] = [
  ['2026-11-20T15:05:00Z', 'Fri, Nov 20, 9:05 am CST'],
  ['2026-07-01T15:05:00Z', 'Wed, Jul 1, 10:05 am CDT'],
  // The hour that comes twice, and the one that is left out.
  ['2026-11-01T06:59:00Z', 'Sun, Nov 1, 1:59 am CDT'],
  ['2026-11-01T07:00:00Z', 'Sun, Nov 1, 1:00 am CST'],
  ['2026-03-08T07:59:00Z', 'Sun, Mar 8, 1:59 am CST'],
  ['2026-03-08T08:00:00Z', 'Sun, Mar 8, 3:00 am CDT'],
];
for (const [moment, words] of CHICAGO) {
  test(`${moment} is ${words}`, () => assert.equal(zonedMomentInWords(moment, 'America/Chicago'), words));
}
