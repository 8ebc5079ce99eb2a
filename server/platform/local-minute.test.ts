import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '#shared/date-time.ts';
import { formatLocalMinute, parseLocalMinute, startOfDay } from './local-minute.ts';

const CENTRAL = 'America/Chicago';
const at = (iso: string) => Date.parse(iso);

test('parses a minute of the time zone', () => {
  const expected = { instants: [at('2026-11-20T15:05:00Z')] };
  for (const text of [
    '2026-11-20T09:05',
    '2026-11-20 09:05',
    '2026-11-20T09:05:42',
    '2026-11-20T15:05Z',
    '2026-11-20T09:05-06:00',
    '2026-11-20T20:35 05:30',
  ]) {
    assert.deepEqual(parseLocalMinute(text, CENTRAL), expected, text);
  }
});

test('returns both instants of a minute that clocks repeat', () => {
  const instants = [at('2026-11-01T06:30:00Z'), at('2026-11-01T07:30:00Z')];
  assert.deepEqual(parseLocalMinute('2026-11-01T01:30', CENTRAL), { instants });
  const shown = instants.map((each) => formatLocalMinute(each, CENTRAL, { withOffset: true }));
  assert.deepEqual(shown, ['2026-11-01T01:30-05:00', '2026-11-01T01:30-06:00']);
  assert.deepEqual(parseLocalMinute('2026-11-01T01:30-06:00', CENTRAL), { instants: instants.slice(1) });
});

test('returns the nearest minutes of one that clocks skip', () => {
  const skipped = { before: at('2026-03-08T07:59:00Z'), after: at('2026-03-08T08:00:00Z') };
  for (const time of ['02:00', '02:30', '02:59'])
    assert.deepEqual(parseLocalMinute(`2026-03-08T${time}`, CENTRAL), { skipped }, time);
  const found = [skipped.before, skipped.after].map((each) => formatLocalMinute(each, CENTRAL));
  assert.deepEqual(found, ['2026-03-08T01:59', '2026-03-08T03:00']);
});

test('rejects what is not a minute', () => {
  const texts = ['', 'noon', '2026-11-20', '2026-02-30T09:05', '2026-11-20T25:00', '2026-11-20T09:05+99:00'];
  for (const text of texts) assert.equal(parseLocalMinute(text, CENTRAL), undefined, text);
});

test('returns the first instant of a day, also if clocks skip midnight', () => {
  assert.equal(startOfDay('2026-11-20', CENTRAL), at('2026-11-20T06:00:00Z'));
  assert.equal(startOfDay('2026-09-06', 'America/Santiago'), at('2026-09-06T04:00:00Z'));
  assert.equal(addDays('2026-03-01', -1), '2026-02-28');
});

test('returns the start of a day in any time zone, across changes to daylight saving time', () => {
  for (const [day, zone, start] of [
    ['2026-03-08', 'America/Chicago', '2026-03-08T06:00:00.000Z'],
    ['2026-03-09', 'America/Chicago', '2026-03-09T05:00:00.000Z'],
    ['2026-11-01', 'America/Chicago', '2026-11-01T05:00:00.000Z'],
    ['2026-11-02', 'America/Chicago', '2026-11-02T06:00:00.000Z'],
    ['2026-06-01', 'Pacific/Kiritimati', '2026-05-31T10:00:00.000Z'],
    ['2026-06-01', 'Pacific/Pago_Pago', '2026-06-01T11:00:00.000Z'],
    ['2026-06-01', 'Asia/Kolkata', '2026-05-31T18:30:00.000Z'],
  ] as const) {
    assert.equal(new Date(startOfDay(day, zone)).toISOString(), start, `${day} ${zone}`);
  }
});
