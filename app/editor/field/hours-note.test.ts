import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEEKDAYS, WEEKEND } from '#shared/opening-hours.ts';
import { hoursNote } from './hours-note.ts';

test('says what the website understands of opening hours', () => {
  for (const [text, days, expected] of [
    ['7:30-5', WEEKDAYS, 'Mon–Fri 7:30 am – 5:00 pm'],
    ['7-5, closed Wed', WEEKDAYS, 'Mon–Tue, Thu–Fri 7:00 am – 5:00 pm, Wed closed'],
    ['8 to noon, closed Sun', WEEKEND, 'Sat 8:00 am – noon, Sun closed'],
    ['7-12, 1-5', WEEKDAYS, 'Mon–Fri 7:00 am – noon and 1:00 pm – 5:00 pm'],
    ['6:00 am – 1:00 am', WEEKDAYS, 'Mon–Fri 6:00 am – 1:00 am'],
  ] as const)
    assert.deepEqual(hoursNote(text, days), { text: `We read this as ${expected}`, isWarning: false }, text);
  assert.equal(hoursNote(' ', WEEKDAYS).text, '');
});

test('warns about words and days that no one can read in opening hours', () => {
  for (const [text, days, unread] of [
    ['7–5, closed Thu Nov 26', WEEKDAYS, '“closed Thu Nov 26,”'],
    ['8-12 or by appointment, call first', WEEKEND, 'this,'],
  ] as const) {
    const note = `We can't read ${unread} so we won't say if you're open.`;
    assert.deepEqual(hoursNote(text, days), { text: note, isWarning: true }, text);
  }
});
