import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hoursOn, openAt, openText, seasonOn, turnsOn, type LocationHours } from './location-hours.ts';

const hours = (more: Partial<LocationHours> = {}): LocationHours => ({
  normalMonFri: '7:30 am - 5:00 pm',
  normalSatSun: '8:00 am - noon, closed Sun',
  harvestMonFri: '',
  harvestSatSun: '',
  season: '',
  exceptions: [],
  ...more,
});
// A Friday, and the days around it.
const [THU, FRI, SAT, SUN, MON] = [19, 20, 21, 22, 23].map((day) => `2026-11-${day}`);

function says(more: Partial<LocationHours>, time: string): string {
  const open = openAt(hours(more), time);
  return open ? openText(open) : '';
}

const BOTH = { harvestMonFri: '7:00 am - 9:00 pm' };
const HARVEST = { ...BOTH, harvestSatSun: '7-7', season: 'harvest' };
const THANKSGIVING = { date: FRI!, hours: 'closed', reason: 'Thanksgiving' };

for (const [what, more, time, expected] of [
  ['before opening', {}, `${FRI} 07:29`, 'Closed. Opens 7:30 am'],
  ['at opening', {}, `${FRI} 07:30`, 'Open until 5:00 pm'],
  ['at the last minute', {}, `${FRI} 16:59`, 'Open until 5:00 pm'],
  ['at closing', {}, `${FRI} 17:00`, 'Closed. Opens Saturday 8:00 am'],
  ['before noon', {}, `${SAT} 11:59`, 'Open until noon'],
  ['on a closed day', {}, `${SUN} 09:00`, 'Closed. Opens Monday 7:30 am'],
  ['without hours', { normalMonFri: '' }, `${FRI} 10:00`, ''],
  ['with hours that cannot be read', { normalMonFri: 'By appointment' }, `${FRI} 10:00`, ''],
  [
    'with hours of which a part cannot be read',
    { normalMonFri: '7-5, closed Fri Nov 20' },
    `${FRI} 10:00`,
    '',
  ],
  ['before a day that cannot be read', { normalSatSun: 'Call us' }, `${FRI} 18:00`, 'Closed now'],
  ['in both seasons', BOTH, `${FRI} 10:00`, 'Open now'],
  ['in one of two seasons', BOTH, `${FRI} 19:00`, ''],
  ['in neither season', BOTH, `${FRI} 21:00`, 'Closed. Opens Saturday 8:00 am'],
  ['in the chosen season', HARVEST, `${FRI} 19:00`, 'Open until 9:00 pm'],
  [
    'in the chosen season, after its end',
    { ...HARVEST, season: `${MON}/${MON}` },
    `${FRI} 19:00`,
    'Closed. Opens Saturday 8:00 am',
  ],
  [
    'on the last day of harvest',
    { ...HARVEST, season: `${THU}/${FRI}` },
    `${FRI} 21:00`,
    'Closed. Opens Saturday 8:00 am',
  ],
  ['in a season without hours', { season: 'harvest' }, `${FRI} 10:00`, ''],
  [
    'on a special day',
    { exceptions: [THANKSGIVING] },
    `${FRI} 10:00`,
    'Closed today: Thanksgiving. Opens Saturday 8:00 am',
  ],
  [
    'on a special day instead of both seasons',
    { ...BOTH, exceptions: [{ date: FRI!, hours: '9-3' }] },
    `${FRI} 10:00`,
    'Open until 3:00 pm',
  ],
  [
    'within special days',
    { exceptions: [{ ...THANKSGIVING, date: THU!, until: SUN! }] },
    `${SAT} 10:00`,
    'Closed today: Thanksgiving. Opens Monday 7:30 am',
  ],
  ['before midnight', { normalMonFri: '6:00 am - 1:00 am' }, `${FRI} 23:59`, 'Open until 1:00 am'],
  ['after midnight', { normalMonFri: '6:00 am - 1:00 am' }, `${SAT} 00:59`, 'Open until 1:00 am'],
  ['after the end at night', { normalMonFri: '6:00 am - 1:00 am' }, `${SAT} 01:00`, 'Closed. Opens 8:00 am'],
  ['at night, after a day that cannot be read', { normalSatSun: 'Call us' }, `${MON} 01:00`, ''],
  ['until midnight', { normalSatSun: '8 am - midnight' }, `${SUN} 10:00`, 'Open until midnight'],
  ['through midnight', { normalMonFri: '24 hours' }, `${FRI} 10:00`, 'Open until midnight'],
  ['through a night', { normalMonFri: '24 hours' }, `${THU} 10:00`, 'Open until midnight on Friday'],
  ['at all times', { normalMonFri: '24 hours', normalSatSun: '24 hours' }, `${FRI} 10:00`, 'Open now'],
] as [string, Partial<LocationHours>, string, string][]) {
  test(`says whether a location is open ${what}`, () => assert.equal(says(more, time), expected));
}

test('seasonOn reads a season, and the dates of the harvest', () => {
  const season = '2026-09-10/2026-11-20';
  assert.deepEqual(
    ['2026-09-09', '2026-09-10', '2026-11-20', '2026-11-21'].map((day) => seasonOn(season, day)),
    ['normal', 'harvest', 'harvest', 'normal'],
  );
  assert.deepEqual(
    ['normal', 'harvest', ''].map((each) => seasonOn(each, FRI!)),
    ['normal', 'harvest', undefined],
  );
});

test('hoursOn returns the hours of a special day, of the season, or of both seasons', () => {
  const [normal, harvest] = ['7:30 am - 5:00 pm', '7:00 am - 9:00 pm'];
  assert.deepEqual(hoursOn(hours(BOTH), FRI!), [normal, harvest]);
  assert.deepEqual(hoursOn(hours(HARVEST), FRI!), [harvest]);
  assert.deepEqual(hoursOn(hours({ ...HARVEST, exceptions: [THANKSGIVING] }), FRI!), ['closed']);
  assert.deepEqual(hoursOn(hours(), SAT!), ['8:00 am - noon, closed Sun']);
});

test('turnsOn returns each minute at which a season opens or closes', () => {
  assert.deepEqual(turnsOn(hours({ harvestMonFri: '7-12, 1-9' }), FRI!), [450, 1020, 420, 720, 780, 1260]);
  assert.deepEqual(turnsOn(hours(), SUN!), []);
  assert.deepEqual(turnsOn(hours({ normalMonFri: '6:00 am - 1:00 am', normalSatSun: '' }), SAT!), [60]);
});
