import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOpeningHours } from './opening-hours.ts';

const read = (text: string) => {
  const [hours] = readOpeningHours(['Saturday'], text);
  return hours && `${hours.opens} ${hours.closes}`;
};

test('reads unambiguous opening hours in several notations', () => {
  for (const [text, hours] of [
    ['7:30 am – 5:00 pm', '07:30 17:00'],
    ['7:30am-5pm', '07:30 17:00'],
    ['8 a.m. to noon', '08:00 12:00'],
    ['Noon–5 PM', '12:00 17:00'],
    ['12:15 am - 12:30 pm', '00:15 12:30'],
  ] as const) {
    assert.equal(read(text), hours, text);
  }
});

test('returns undefined for ambiguous or invalid hours', () => {
  for (const text of [
    '',
    'Closed',
    '7-7',
    '7:30 – 5:00',
    'By appt.',
    '5 pm – 7 am',
    '7:75 am – 5 pm',
    '13 am – 2 pm',
    '0 am – 2 pm',
    '8 am – noon in season',
    '8 am – 8 am',
  ]) {
    assert.equal(read(text), undefined, text);
  }
});
