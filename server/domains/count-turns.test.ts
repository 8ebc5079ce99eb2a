import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HoursException, Location } from '#contract/locations.ts';
import { SITE_TEXT_ID } from '#contract/site-text.ts';
import { createTurnCounter } from './count-turns.ts';

const EMPTY: Location = {
  id: 'north',
  name: 'North Elevator',
  address: '',
  phoneNumber: '',
  fax: '',
  emergencyNumber: '',
  normalMonFri: '',
  normalSatSun: '',
  harvestMonFri: '',
  harvestSatSun: '',
  season: '',
  exceptions: [],
  services: '',
  mapUrl: '',
  imageId: '',
};
const mainHours = (text: string) => new Map<number, string>([[SITE_TEXT_ID.ContactUsNormMonFri, text]]);

test('counts the turns of all locations after each change of hours, and on another day', () => {
  let snapshot = { locations: [] as Location[], siteTexts: mainHours('7 am - 5 pm') };
  let site = { season: '', specialDays: [] as HoursException[] };
  let time = '2026-11-20 12:00';
  const count = createTurnCounter({
    content: { snapshot: () => snapshot as never },
    site: () => site,
    localTime: () => time,
  });
  assert.equal(count(), 1);
  snapshot = { ...snapshot, siteTexts: mainHours('7 am - 11 am') };
  assert.equal(count(), 2);
  snapshot = { ...snapshot, locations: [{ ...EMPTY, normalMonFri: '7 am - 11:30 am' }] };
  assert.equal(count(), 3, 'They open at the same time.');
  snapshot = { ...snapshot, siteTexts: mainHours('') };
  assert.equal(count(), 2);
  snapshot = { ...snapshot, siteTexts: mainHours('7 am - 5 pm') };
  site = { season: '', specialDays: [{ date: '2026-11-20', hours: '9 am - 10 am' }] };
  assert.equal(count(), 4, 'The special day of the main location.');
  time = '2026-11-21 12:00';
  assert.equal(count(), 0);
});
