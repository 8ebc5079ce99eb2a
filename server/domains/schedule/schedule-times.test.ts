import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValidationError } from '#server/platform/errors.ts';
import { readTimes } from './schedule-times.ts';

const CLOCK = { now: new Date('2026-10-20T12:00:20.000Z'), timeZone: 'America/Chicago' };

const read = (at: string, until?: string) => readTimes({ at, ...(until && { until }) }, CLOCK);

function refusalOf(...times: Parameters<typeof read>): string {
  try {
    return JSON.stringify(read(...times));
  } catch (error) {
    assert.ok(error instanceof ValidationError);
    return `${error.path} ${error.message}`;
  }
}

test('reads times in the time zone, on both sides of the changes of clocks', () => {
  assert.deepEqual(read('2026-10-31T07:00'), { at: '2026-10-31T12:00:00.000Z', until: null });
  assert.deepEqual(read('2026-11-02T07:00'), { at: '2026-11-02T13:00:00.000Z', until: null });
  // The first of the two hours.
  assert.equal(read('2026-11-01T01:30').at, '2026-11-01T06:30:00.000Z');
  assert.deepEqual(read('2027-03-13T23:00', '2027-03-14T03:00'), {
    at: '2027-03-14T05:00:00.000Z',
    until: '2027-03-14T08:00:00.000Z',
  });
});

test('refuses the hour that clocks skip, and names the next time', () => {
  const message =
    'Clocks skip this time when daylight saving time begins. The next time is Sun, Mar 14, 3:00 am.';
  assert.equal(refusalOf('2027-03-14T02:30'), `/at ${message}`);
  assert.equal(refusalOf('2027-03-14T01:30', '2027-03-14T02:00'), `/until ${message}`);
});

test('refuses times that do not exist, are over, or are too far ahead, and an end before the start', () => {
  assert.equal(refusalOf('2027-02-29T07:00'), '/at Use a date and time, such as 2026-11-27T07:00.');
  assert.equal(refusalOf('2026-10-20T07:00'), '/at This time has passed. Choose a later one.');
  assert.match(refusalOf('2026-10-20T07:01'), /12:01:00/);
  assert.match(refusalOf('2028-10-20T07:00'), /2028/);
  assert.equal(refusalOf('2028-10-20T07:01'), '/at Choose a time within 2 years.');
  const order = '/until The end must be later than the start.';
  assert.equal(refusalOf('2026-11-27T07:00', '2026-11-27T07:00'), order);
  assert.equal(refusalOf('2026-11-27T07:00', '2026-11-26T07:00'), order);
});
