import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastBackupMessage } from './last-backup-message.ts';

const AT_OFFICE = { timeZone: 'America/Chicago', today: '2026-11-20' };

test('names the time of the last backup, with the day unless it was today', () => {
  for (const [at, message] of [
    ['2026-11-20T08:00:00Z', 'Last backup: today at 2:00 am'],
    ['2026-11-20T05:59:00Z', 'Last backup: Thu, Nov 19, 11:59 pm'],
    ['2025-12-31T08:00:00Z', 'Last backup: December 31, 2025'],
    [null, 'No backup yet. Ask the person who runs the server to make one every night.'],
  ] as const) {
    assert.equal(lastBackupMessage(at, AT_OFFICE), message);
  }
});
