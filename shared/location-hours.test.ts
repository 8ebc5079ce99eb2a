import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hoursOn, openAt, turnsOn, type LocationHours } from './location-hours.ts';

const hours = (more: Partial<LocationHours> = {}): LocationHours => ({
  normalMonFri: '7:30 am - 5:00 pm',
  normalSatSun: '8:00 am - noon, closed Sun',
  harvestMonFri: '',
  harvestSatSun: '',
  exceptions: [],
  ...more,
});
// A Friday, and the days after it.
const [FRI, SAT, SUN] = ['2026-11-20', '2026-11-21', '2026-11-22'];

for (const [time, expected] of [
  [`${FRI} 07:29`, { isOpen: false, until: '' }],
  [`${FRI} 07:30`, { isOpen: true, until: '5:00 pm' }],
  [`${FRI} 16:59`, { isOpen: true, until: '5:00 pm' }],
  [`${FRI} 17:00`, { isOpen: false, until: '' }],
  [`${SAT} 11:59`, { isOpen: true, until: 'noon' }],
  [`${SUN} 09:00`, { isOpen: false, until: '' }],
] as const) {
  test(`openAt returns ${JSON.stringify(expected)} at ${time}`, () =>
    assert.deepEqual(openAt(hours(), time), expected));
}

test('openAt returns null when only one season has the location open, and no end when they end at different times', () => {
  const both = hours({ harvestMonFri: '7:00 am - 9:00 pm' });
  assert.deepEqual(openAt(both, `${FRI} 10:00`), { isOpen: true, until: '' });
  assert.equal(openAt(both, `${FRI} 19:00`), null);
  assert.deepEqual(openAt(both, `${FRI} 21:00`), { isOpen: false, until: '' });
});

test('openAt returns null when the hours are missing, or when a part of them has no clear meaning', () => {
  assert.equal(openAt(hours({ normalMonFri: '' }), `${FRI} 10:00`), null);
  assert.equal(openAt(hours({ normalMonFri: 'By appointment' }), `${FRI} 10:00`), null);
  assert.equal(openAt(hours({ normalMonFri: '7-5, closed Fri Nov 20' }), `${FRI} 10:00`), null);
});

test('openAt and hoursOn use the exception of a date instead of both seasons', () => {
  const exceptions = [
    { date: FRI, hours: 'closed' },
    { date: SUN, hours: '8:00 am - midnight' },
  ];
  const dated = hours({ harvestMonFri: '24 hours', exceptions });
  assert.deepEqual(openAt(dated, `${FRI} 10:00`), { isOpen: false, until: '' });
  assert.deepEqual(openAt(dated, `${SUN} 10:00`), { isOpen: true, until: 'midnight' });
  assert.deepEqual(hoursOn(dated, FRI), ['closed']);
  assert.deepEqual(hoursOn(dated, SAT), ['8:00 am - noon, closed Sun']);
});

test('turnsOn returns each minute at which a season opens or closes', () => {
  assert.deepEqual(turnsOn(hours({ harvestMonFri: '7-12, 1-9' }), FRI), [450, 1020, 420, 720, 780, 1260]);
  assert.deepEqual(turnsOn(hours(), SUN), []);
});
