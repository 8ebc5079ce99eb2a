import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeRow, countEnds, currentRow, isBlank, presentRows } from './harvest-rows.ts';

const TIME_ZONE = 'America/Chicago';
const KNOWN = { id: 'north:corn', locationId: 'north', location: 'North', commodity: 'Corn' };
const SENT = { location: 'North', commodity: 'Corn' };
const at = (now: string) => ({ now: new Date(now), timeZone: TIME_ZONE, path: '' });

test('ends at the end of the day in the time zone, also when clocks are changed', () => {
  for (const [now, end] of [
    ['2026-10-31T15:00:00Z', '2026-11-01T05:00:00.000Z'],
    ['2026-11-01T15:00:00Z', '2026-11-02T06:00:00.000Z'],
    ['2027-03-14T15:00:00Z', '2027-03-15T05:00:00.000Z'],
    ['2026-11-21T05:59:59Z', '2026-11-21T06:00:00.000Z'],
  ] as const) {
    const row = changeRow(KNOWN, undefined, { ...SENT, status: 'taking' }, at(now));
    assert.equal(row.until, end, now);
    assert.equal(countEnds([row], new Date(Date.parse(end) - 1)), 0);
    assert.equal(countEnds([row], new Date(end)), 1);
    assert.ok(isBlank(currentRow(row, at(end))));
  }
});

test('keeps the end of what lasts until it is changed, and changes only the end if nothing else is sent', () => {
  const morning = at('2026-11-20T14:00:00Z');
  const row = changeRow(KNOWN, undefined, { ...SENT, status: 'taking', wait: 5, until: 'changed' }, morning);
  const noted = changeRow(KNOWN, row, { ...SENT, note: 'Pit 2' }, at('2026-11-22T14:00:00Z'));
  assert.deepEqual([noted.status, noted.until, noted.waitAsOf], ['taking', 'changed', row.waitAsOf]);
  const ended = changeRow(KNOWN, noted, { ...SENT, until: '12:00' }, at('2026-11-22T14:00:00Z'));
  const noon = '2026-11-22T18:00:00.000Z';
  assert.deepEqual([ended.until, ended.waitUntil, ended.wait], [noon, noon, '5']);
  assert.deepEqual(changeRow(KNOWN, ended, { ...SENT, wait: null }, morning).waitAsOf, '');
});

test('renews the time of what is confirmed, and of what a wrong clock has dated', () => {
  const row = changeRow(KNOWN, undefined, { ...SENT, wait: 62 }, at('2026-11-20T14:00:00.000Z'));
  assert.equal(row.wait, '60');
  const asOf = (now: string) => changeRow(KNOWN, row, { ...SENT, wait: 60 }, at(now)).waitAsOf;
  assert.equal(asOf('2026-11-20T14:14:59.000Z'), '2026-11-20T14:00:00.000Z');
  assert.equal(asOf('2026-11-20T14:15:00.000Z'), '2026-11-20T14:15:00.000Z');
  assert.equal(asOf('2026-11-20T08:00:00.000Z'), '2026-11-20T08:00:00.000Z');
});

test('presents known locations and commodities in their order', () => {
  const clock = at('2026-11-20T14:00:00Z');
  const rows = ['south', 'gone', 'north'].flatMap((id) =>
    ['Corn', '', 'Tobacco', 'Milo'].map((commodity) =>
      changeRow(
        { id: `${id}:${commodity}`, locationId: id, location: 'Old name', commodity },
        undefined,
        { ...SENT, status: 'full' },
        clock,
      ),
    ),
  );
  const locations = ['north', 'south'].map((id) => ({ id, name: id.toUpperCase() }));
  const shown = presentRows(rows, { ...clock, locations, commodities: ['Milo', 'Corn'] });
  assert.deepEqual(
    shown.map(({ location, commodity }) => `${location} ${commodity}`),
    ['NORTH ', 'NORTH Milo', 'NORTH Corn', 'SOUTH ', 'SOUTH Milo', 'SOUTH Corn'],
  );
});
