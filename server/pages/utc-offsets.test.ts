import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDateTimeWithZone, localTime, setUtcOffsets } from '#shared/date-time.ts';
import { utcOffsetsAround } from './utc-offsets.ts';

test('formats times with known offsets as without them, in the years around the day and in others', () => {
  const zones = [
    'America/Chicago',
    'Africa/Casablanca',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
    'UTC',
  ];
  for (const zone of zones) {
    // Names of time zones ignore case, so this one has no offsets.
    const plain = zone.toLowerCase();
    const offsets = utcOffsetsAround('2026-11-20', zone);
    setUtcOffsets(zone, offsets);
    const changes = offsets.map(([since]) => since);
    for (let at = Date.parse('2023-01-01T00:07:00Z'); at < Date.parse('2029-01-01'); at += 143.3 * 3_600_000)
      changes.push(Math.floor(at));
    for (const change of changes) {
      for (const ms of [change - 1, change, change + 1]) {
        const iso = new Date(ms).toISOString();
        assert.equal(formatDateTimeWithZone(iso, zone), formatDateTimeWithZone(iso, plain), `${iso} ${zone}`);
        assert.equal(localTime(iso, zone), localTime(iso, plain), `${iso} ${zone}`);
      }
    }
  }
});
