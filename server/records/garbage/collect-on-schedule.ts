import { readableOnly } from '#server/records/content/part-reader.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import type { Lease } from '#server/platform/database/lease.ts';
import { createSettingStore } from '#server/platform/database/setting-store.ts';
import { parseStored } from '#server/platform/database/stored-values.ts';
import { collectGarbage } from './collect-garbage.ts';
import { checkClock, isClockChecks, isSteady } from './steady-clock.ts';

/** Lasts until the next collection at least, so that other servers do not repeat it. */
export const COLLECTION_LEASE = { name: 'garbage-collection', ms: 3 * 60 * 60_000 } as const;

/**
 * Collects garbage, unless another server holds the lease, or the clock may have jumped recently.
 */
export async function collectOnSchedule({
  lease,
  machineTime,
  ...parts
}: Omit<Parameters<typeof collectGarbage>[0], 'now' | 'dryRun'> & {
  lease: Pick<Lease, 'acquire'>;
  machineTime?: () => Date;
}): Promise<void> {
  if (!(await lease.acquire())) return;
  const { now, checks } = await parts.database.writeAside(async (db) => {
    const settings = createSettingStore(db);
    const stored = await settings.find('clock-checks');
    // Start over without a readable value.
    const before = readableOnly('clock-checks', () => parseStored('value', stored, isClockChecks));
    const time = await databaseTime(db, machineTime);
    const after = checkClock(before, time);
    await settings.save('clock-checks', JSON.stringify(after));
    return { now: time, checks: after };
  });
  if (isSteady(checks)) await collectGarbage({ ...parts, now });
}
