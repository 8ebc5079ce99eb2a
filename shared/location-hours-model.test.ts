import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EFFORT } from '#tests/support/effort.ts';
import { localTime } from './date-time.ts';
import { openAt, type LocationHours } from './location-hours.ts';

/** 100,000 in the complete long run. */
const CASES = 20 * EFFORT.propertyRuns;
/** Cases for one whose following days are checked, too. */
const FOLLOWED = 20;
const SEED = 20261126;

/** Typed hours, and the minutes of the day of each weekday (Sunday is 0) between which they are open; null if unclear. */
const WEEKDAY_TEXTS: readonly [string, (weekday: number) => readonly (readonly [number, number])[] | null][] =
  [
    ['7:30 am - 5:00 pm', () => [[450, 1020]]],
    [
      '7-12, 1-5:30',
      () => [
        [420, 720],
        [780, 1050],
      ],
    ],
    ['24 hours', () => [[0, 1440]]],
    ['6:00 am - 1:00 am', () => [[360, 1500]]],
    ['closed', () => []],
    ['Mon-Thu 7-5, Fri 7-noon', (weekday) => (weekday === 5 ? [[420, 720]] : [[420, 1020]])],
    ['By appointment', () => null],
    ['', () => null],
  ];
const WEEKEND_TEXTS: typeof WEEKDAY_TEXTS = [
  ['8:00 am - noon, closed Sun', (weekday) => (weekday === 6 ? [[480, 720]] : [])],
  ['Sat 8-12', (weekday) => (weekday === 6 ? [[480, 720]] : null)],
  ['noon - midnight', () => [[720, 1440]]],
  ['closed', () => []],
  ['', () => null],
];
const SPECIAL_TEXTS: typeof WEEKDAY_TEXTS = [
  ['closed', () => []],
  ['9 am - 3 pm', () => [[540, 900]]],
  ['call first', () => null],
];
const ZONES = ['America/Chicago', 'America/New_York', 'America/Phoenix', 'America/Denver'];

/** A linear congruential generator, so that a failing case can be repeated. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('never says open or closed where an independent model of the hours says otherwise or nothing', () => {
  const random = createRandom(SEED);
  const oneOf = <Each>(list: readonly Each[]) => list[random(list.length)]!;
  let claims = 0;
  for (let count = 0; count < CASES; count += 1) {
    const timeZone = oneOf(ZONES);
    // Half of the moments are in the weeks in which clocks change.
    const around = oneOf([Date.UTC(2026, 2, 8), Date.UTC(2026, 10, 1), Date.UTC(2026, random(12), 15)]);
    const moment = new Date(around + (random(7 * 24 * 60) - 3 * 24 * 60) * 60_000);
    const [normalWeek, harvestWeek] = [oneOf(WEEKDAY_TEXTS), oneOf(WEEKDAY_TEXTS)];
    const [normalEnd, harvestEnd] = [oneOf(WEEKEND_TEXTS), oneOf(WEEKEND_TEXTS)];
    const now = localTime(moment.toISOString(), timeZone);
    const today = now.slice(0, 10);
    const dayAfter = (days: number) =>
      new Date(Date.parse(`${today}T12:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
    const season = oneOf([
      '',
      'normal',
      'harvest',
      `${dayAfter(-random(3))}/${dayAfter(random(3))}`,
      `${dayAfter(1)}/${dayAfter(9)}`,
    ]);
    const special = oneOf(SPECIAL_TEXTS);
    const [date, until] = [dayAfter(random(5) - 3), dayAfter(random(3))];
    const hasSpecial = random(3) === 0 && date <= until;
    const hours: LocationHours = {
      normalMonFri: normalWeek[0],
      normalSatSun: normalEnd[0],
      harvestMonFri: harvestWeek[0],
      harvestSatSun: harvestEnd[0],
      season,
      exceptions: hasSpecial ? [{ date, until, hours: special[0] }] : [],
    };

    /** Returns whether it is open at a minute of a day by the hours of a season; null if they do not say. */
    const isOpenOn = (day: string, minute: number, isHarvest: boolean): boolean | null => {
      const weekday = new Date(`${day}T12:00Z`).getUTCDay();
      const isWeekend = weekday === 0 || weekday === 6;
      const [own, other] = isHarvest
        ? [isWeekend ? harvestEnd : harvestWeek, isWeekend ? normalEnd : normalWeek]
        : [isWeekend ? normalEnd : normalWeek, isWeekend ? harvestEnd : harvestWeek];
      const usual = own[0] === '' && season === '' ? other : own;
      const text = hasSpecial && day >= date && day <= until ? special : usual;
      const times = text[1](weekday);
      return times && times.some(([opens, closes]) => opens <= minute && minute < closes);
    };
    const holds = (day: string, isHarvest: boolean) => {
      const [from = '', to] = season.split('/');
      if (to !== undefined) return day >= from && day <= to;
      return season === '' ? isHarvest : season === 'harvest';
    };
    const [hour = 0, minute = 0] = now.slice(11).split(':').map(Number);
    const at = hour * 60 + minute;
    const answers = [false, true].map((isHarvest) => {
      const own = isOpenOn(today, at, holds(today, isHarvest));
      const night = isOpenOn(dayAfter(-1), at + 1440, holds(dayAfter(-1), isHarvest));
      if (own === true || night === true) return true;
      return own === null || (night === null && at < 240) ? null : false;
    });
    const expected = answers[0] === answers[1] ? answers[0] : null;
    const open = openAt(hours, now);
    assert.equal(open === null ? null : open.isOpen, expected, `${now} ${timeZone} ${JSON.stringify(hours)}`);
    if (open) claims += 1;

    // What is said about the end and the next opening holds, too.
    if (!open || count % FOLLOWED !== 0) continue;
    const said = open.isOpen ? open.until : open.opens;
    if (said === '') continue;
    for (let step = 0; step < 8 * 24 * 4; step += 1) {
      const later = new Date(moment.getTime() + step * 15 * 60_000);
      const then = openAt(hours, localTime(later.toISOString(), timeZone));
      if (then?.isOpen === open.isOpen) continue;
      assert.ok(then, `Unknown after ${said}: ${now} ${timeZone} ${JSON.stringify(hours)}`);
      break;
    }
  }
  assert.ok(claims > CASES / 3, `${claims} claims`);
});
