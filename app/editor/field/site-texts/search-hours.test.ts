import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEEKDAYS, WEEKEND } from '#shared/opening-hours.ts';
import { searchHoursNote } from './search-hours.ts';

test('says what search engines will show', () => {
  for (const [text, days, expected] of [
    ['7–5', WEEKDAYS, 'Search engines will show Mon-Fri 7 am to 5 pm.'],
    ['7:30-12, 1-5', WEEKDAYS, 'Search engines will show Mon-Fri 7:30 am to noon and 1 pm to 5 pm.'],
    ['7-5, closed Wed', WEEKDAYS, 'Search engines will show Mon-Tue, Thu-Fri 7 am to 5 pm; Wed closed.'],
    ['8 am to midnight, closed Sun', WEEKEND, 'Search engines will show Sat 8 am to midnight; Sun closed.'],
    ['24 hours', WEEKEND, 'Search engines will show Sat-Sun open 24 hours.'],
  ] as const) {
    assert.deepEqual(searchHoursNote(text, days), { text: expected, isWarning: false }, text);
  }
});

test('warns about words and days that search engines will not show', () => {
  for (const [text, days, expected] of [
    [
      '7–5, closed Thu Nov 26',
      WEEKDAYS,
      "Search engines will show Mon-Fri 7 am to 5 pm. They won't see: closed Thu Nov 26.",
    ],
    [
      '8-12 or by appointment, call first',
      WEEKEND,
      'Search engines will show no hours for Sat-Sun. They can read hours like 7:30 am – 5:00 pm.',
    ],
  ] as const) {
    assert.deepEqual(searchHoursNote(text, days), { text: expected, isWarning: true }, text);
  }
  assert.equal(searchHoursNote(' ', WEEKDAYS), undefined);
});
