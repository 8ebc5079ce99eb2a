import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comingDays, hoursOf, nearDays } from './shown-locations.ts';

const DAYS = [
  { date: '2026-12-25', hours: 'closed' },
  { date: '2026-11-27', hours: '8-12' },
  { date: '2026-11-19', until: '2026-11-20', hours: 'closed' },
  { date: '2026-11-18', hours: 'closed' },
  { date: '2026-11-28', hours: 'closed' },
];

const dates = (days: readonly { date: string }[]) => days.map(({ date }) => date.slice(5)).join(' ');

test('lists special days that have not passed by date, and those of a week apart', () => {
  assert.equal(dates(comingDays(DAYS, '2026-11-20')), '11-19 11-27 11-28 12-25');
  assert.equal(dates(nearDays(DAYS, '2026-11-20')), '11-19 11-27');
});

test('gives a location the season of the cooperative unless it has its own', () => {
  const texts = { normalMonFri: '7-5', normalSatSun: '', harvestMonFri: '7-9', harvestSatSun: '' };
  const seasonWith = (season: string) =>
    hoursOf({ ...texts, season, exceptions: [] }, { season: 'harvest', specialDays: [] }).season;
  assert.deepEqual(['', 'normal'].map(seasonWith), ['harvest', 'normal']);
});
