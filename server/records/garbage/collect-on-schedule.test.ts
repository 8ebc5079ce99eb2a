import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { createLease } from '#server/platform/database/lease.ts';
import { createSettingStore } from '#server/platform/database/setting-store.ts';
import { FILE_KINDS } from '#server/domains/domains.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createDiskFiles } from '#server/platform/files/disk-files.ts';
import { createTempFiles } from '#server/platform/files/temp-files.ts';
import { freshTestDatabase, onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createStores, DANA, withStores } from '#tests/support/stores.ts';
import { aNewImage } from '#tests/support/a-stored-image.ts';
import { collectGarbage, garbageAges } from './collect-garbage.ts';
import { COLLECTION_LEASE, collectOnSchedule } from './collect-on-schedule.ts';
import { checkClock, isSteady, type ClockChecks } from './steady-clock.ts';
import { imageRules } from '#server/domains/images/image-kind.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const ages = garbageAges({ deletedImageDays: 30 });

async function addDeletedImage(database: Database, at: Date): Promise<void> {
  await withStores(database, async (stores) => {
    await imageRules.save(stores, DANA, aNewImage('gone'));
    await imageRules.remove(stores, DANA, 'gone', at);
  });
}

const countImages = async (database: Database) =>
  (await database.read((db) => createStores(db).images.listAll())).length;

test('deletes nothing early when the clock jumps ahead, until it was steady for a week', async () => {
  await using testDatabase = await freshTestDatabase('SQLite', { migrated: true });
  const database = await testDatabase.open();
  const { dataDir } = testDatabase.options;
  let time = Date.now();
  const parts = {
    database,
    files: createDiskFiles(dataDir),
    tempFiles: createTempFiles(dataDir),
    kinds: FILE_KINDS,
    ages,
  };
  const machineTime = () => new Date(time);
  const lease = { acquire: async () => true };
  async function run(days: number) {
    for (let check = 0; check < days * 4; check += 1) {
      time += 6 * HOUR_MS;
      await collectOnSchedule({ ...parts, lease, machineTime });
    }
  }
  await run(8);
  await addDeletedImage(database, machineTime());
  await run(1);
  time += 31 * DAY_MS;
  await run(6);
  assert.equal(await countImages(database), 1);
  // Corrected. Twenty-nine days after the deletion, then thirty-one.
  time -= 31 * DAY_MS;
  await run(22);
  assert.equal(await countImages(database), 1);
  await run(2);
  assert.equal(await countImages(database), 0);
});

test('collects garbage on a server that is off every weekend, from a day after it starts again', async () => {
  const start = Date.parse('2026-11-02T06:00:00Z');
  const collecting = new Set<number>();
  let checks: ClockChecks | undefined;
  for (let hours = 0; hours < 8 * 7 * 24; hours += 6) {
    const day = Math.floor(hours / 24);
    // Fridays are holidays in every second week.
    if (day % 7 > (day % 14 < 7 ? 4 : 3)) continue;
    checks = checkClock(checks, new Date(start + hours * HOUR_MS));
    if (isSteady(checks)) collecting.add(day);
  }
  assert.deepEqual([...collecting].slice(0, 6), [9, 10, 15, 16, 17, 18]);
  assert.equal(collecting.has(14), false);
});

test('starts over when the stored checks of the clock are unreadable', async () => {
  await using testDatabase = await freshTestDatabase('SQLite', { migrated: true });
  const database = await testDatabase.open();
  const { dataDir } = testDatabase.options;
  const parts = {
    database,
    files: createDiskFiles(dataDir),
    tempFiles: createTempFiles(dataDir),
    kinds: FILE_KINDS,
    ages,
  };
  const time = new Date();
  const settings = <Result>(work: (store: ReturnType<typeof createSettingStore>) => Promise<Result>) =>
    database.write((db) => work(createSettingStore(db)));
  const last = time.toISOString();
  for (const stored of ['{', 'null', JSON.stringify({ last, steadySince: 'x' })]) {
    await settings((store) => store.save('clock-checks', stored));
    const lease = { acquire: async () => true };
    assert.equal(await collectOnSchedule({ ...parts, lease, machineTime: () => time }), undefined);
    const saved = await settings((store) => store.find('clock-checks'));
    assert.equal(saved, JSON.stringify({ last, steadySince: last }), stored);
  }
});

onBothDatabases('runs on one server when two share a database', async ({ database, open, options }) => {
  const other = await open();
  const since = new Date(Date.now() - 8 * DAY_MS).toISOString();
  const checks = { last: new Date().toISOString(), steadySince: since };
  await database.write((db) => createSettingStore(db).save('clock-checks', JSON.stringify(checks)));
  const files = createDiskFiles(options.dataDir);
  await files.save('images/a.jpg', Readable.from([Buffer.from('a')]));
  const runs: string[] = [];
  const serverOf = (name: string, each: Database) => ({
    lease: createLease(each, COLLECTION_LEASE),
    database: each,
    files: {
      ...files,
      list: () => {
        runs.push(name);
        return files.list();
      },
    },
    tempFiles: createTempFiles(options.dataDir),
    kinds: FILE_KINDS,
    ages,
  });
  const [one, two] = [serverOf('one', database), serverOf('two', other)];
  for (const server of [one, two, one]) await collectOnSchedule(server);
  assert.deepEqual(runs, ['one', 'one']);
  await one.lease.release();
  await collectOnSchedule(two);
  assert.deepEqual(runs, ['one', 'one', 'two']);
});

onBothDatabases('goes by the clock of PostgreSQL', async ({ database, options, kind, t }) => {
  await addDeletedImage(database, new Date());
  const parts = {
    database,
    files: createDiskFiles(options.dataDir),
    tempFiles: createTempFiles(options.dataDir),
    kinds: FILE_KINDS,
    ages,
  };
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 31 * DAY_MS });
  await collectGarbage(parts);
  assert.equal(await countImages(database), kind === 'SQLite' ? 0 : 1);
});
