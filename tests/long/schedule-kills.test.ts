import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createScheduleStore } from '#server/domains/schedule/schedule-store.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { eventually } from '#tests/support/eventually.ts';
import { readPublished, scheduleTexts } from '#tests/support/scheduled-texts.ts';
import { startSiteCluster } from '#tests/support/site-cluster.ts';

const { changes: CHANGES, kills: KILLS } = EFFORT.schedule;
const SERVERS = 4;
const HOUR_MS = 3_600_000;
/** Five changes at a time, twenty in a second. */
const PACE = { spacingMs: 250, together: 5 };
const AFTER_MS = 3000;
/** Longest median, on a machine that runs other tests at the same time. The output has the others. */
const LATE_MS = 10_000;

const CLOCK = join(import.meta.dirname, '../support/clock-ahead.ts');

test(`publishes ${CHANGES} scheduled changes once and in order while servers are killed ${KILLS} times`, async (t) => {
  await using cluster = await startSiteCluster({
    count: SERVERS,
    environmentOf: (index) => ({
      NODE_OPTIONS: `--import=${CLOCK}`,
      CLOCK_AHEAD_MS: String(((index % 3) - 1) * HOUR_MS),
    }),
  });
  const database = await openDatabase({ dataDir: '', databaseUrl: cluster.databaseUrl });
  await using _ = { [Symbol.asyncDispose]: () => database.close() };
  const rows = await scheduleTexts(database, { count: CHANGES, afterMs: AFTER_MS, ...PACE });
  const since = performance.now();
  const untilPassed = (share: number) => {
    const ms = AFTER_MS + share * (CHANGES / PACE.together) * PACE.spacingMs;
    return delay(Math.max(0, ms - (performance.now() - since)));
  };
  for (let kill = 0; kill < KILLS; kill += 1) {
    await untilPassed((kill + Math.random()) / KILLS);
    const server = cluster.servers[kill % SERVERS];
    await server?.kill();
    await server?.restart();
  }
  await untilPassed(1);
  const left = () => database.read((db) => createScheduleStore(db).count());
  await eventually(async () => assert.equal((await left()).count, 0));

  const published = await readPublished(database);
  assert.equal(published.length, rows.length);
  // The difference of two long lists would take minutes.
  assert.equal(
    published.findIndex(({ id }, index) => id !== rows[index]?.id),
    -1,
  );
  const late = published.map(({ at }, index) => Date.parse(at) - Date.parse(rows[index]?.at ?? ''));
  assert.ok(late.every((ms) => ms >= 0));
  const sorted = late.toSorted((a, b) => a - b);
  const part = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
  t.diagnostic(
    `${KILLS} kills, ${published.length} changes: late by ${part(0.5)} ms (p50), ${part(0.99)} ms (p99), ${part(1)} ms (most)`,
  );
  assert.ok(part(0.5) <= LATE_MS);
});
