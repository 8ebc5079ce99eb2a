import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HistoryEntry } from '#contract/history.ts';
import { daysOf } from './history-days.ts';

const entry = (id: string, at: string, origin: HistoryEntry['origin'] = 'admin') =>
  ({ id, at, origin }) as HistoryEntry;

test('groups changes by the day of the cooperative, and demo content next to each other', () => {
  const entries = [
    entry('6', '2026-11-20T06:00:00Z'),
    entry('5', '2026-11-20T05:59:00Z', 'demo'),
    entry('4', '2026-11-19T20:00:00Z'),
    entry('3', '2026-11-19T19:00:00Z', 'demo'),
    entry('2', '2026-11-19T19:00:00Z', 'demo'),
    entry('1', '2026-11-18T19:00:00Z', 'demo'),
  ];
  const shown = daysOf(entries, 'America/Chicago').map(([day, runs]) => [
    day,
    runs.map(({ first, more }) => [first, ...more].map(({ id }) => id).join('+')).join(' '),
  ]);
  assert.deepEqual(shown, [
    ['2026-11-20', '6'],
    ['2026-11-19', '5 4 3+2'],
    ['2026-11-18', '1'],
  ]);
});
