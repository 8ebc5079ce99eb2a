import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HarvestEntry } from '#contract/harvest.ts';
import { changesOf, currentRow, mergeHarvest, rowsOf, steppedWait, summaryOf } from './harvest-rows.ts';

const TIME_ZONE = 'America/Chicago';
const BOARD = { locations: [{ id: '@main', name: 'Hickory Bend' }], commodities: ['Corn', 'Wheat'] };
const NOON = '2026-11-20T18:00:00.000Z';
const SIX = '2026-11-21T00:00:00.000Z';
const MIDNIGHT = '2026-11-21T06:00:00.000Z';

const ENTRY: HarvestEntry = {
  locationId: '@main',
  location: 'Hickory Bend',
  commodity: 'Corn',
  status: 'limited',
  moisture: '15.5%',
  limits: '',
  closes: '',
  note: '',
  asOf: NOON,
  until: SIX,
  wait: 20,
  waitAsOf: NOON,
  waitUntil: MIDNIGHT,
};
const rows = (...entries: HarvestEntry[]) => rowsOf(BOARD, entries, TIME_ZONE);
const SAVED = rows(ENTRY);
const [whole, corn, wheat] = SAVED as [(typeof SAVED)[0], (typeof SAVED)[0], (typeof SAVED)[0]];

test('lists each location as a whole, and each of its commodities', () => {
  assert.deepEqual(
    SAVED.map(({ id, name, status, until }) => [id, name, status, until]),
    [
      ['@main:', 'Hickory Bend', '', ''],
      ['@main:Corn', 'Hickory Bend, Corn', 'limited', '18:00'],
      ['@main:Wheat', 'Hickory Bend, Wheat', '', ''],
    ],
  );
  const untilOf = (until: string | null) => rows({ ...ENTRY, until })[1]?.until;
  assert.deepEqual([untilOf(MIDNIGHT), untilOf(null)], ['today', 'changed']);
  assert.equal(rows({ ...ENTRY, asOf: null, until: null })[1]?.until, 'today', 'of the wait alone');
});

const at = (time: string) => summaryOf(currentRow(corn, Date.parse(time)));

test('shows nothing after its end', () => {
  assert.equal(at(NOON), 'Hickory Bend, Corn: Limited, about 20 min');
  assert.equal(at(SIX), 'Hickory Bend, Corn: about 20 min');
  assert.equal(at(MIDNIGHT), 'Hickory Bend, Corn: nothing posted');
});

test('saves what has changed, also a status that was tapped again', () => {
  const draft = [
    { ...whole, wait: steppedWait('', 1) },
    { ...corn, tappedAt: NOON, wait: '' },
    { ...wheat, status: 'full', note: 'Pit 2' },
  ];
  assert.deepEqual(changesOf(draft, SAVED), [
    { location: '@main', wait: 5 },
    { location: '@main', commodity: 'Corn', status: 'limited', wait: null },
    { location: '@main', commodity: 'Wheat', status: 'full', note: 'Pit 2' },
  ]);
  assert.deepEqual([steppedWait('5', -1), steppedWait('600', 1)], ['', '600']);
});

test('asks only about what two people have posted differently', () => {
  const theirs = rows({ ...ENTRY, status: 'full', moisture: '14%', asOf: SIX });
  const draft = [whole, { ...corn, status: 'taking' }, wheat];
  const merged = mergeHarvest({ draft, base: SAVED, theirs });
  assert.deepEqual(
    merged?.conflicts.map(({ name, mine, theirs: other }) => [name, mine, other]),
    [['Hickory Bend, Corn, Status', 'Taking', 'Full']],
  );
  assert.equal(merged?.merged[1]?.moisture, '14%');
});
