import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { Kysely } from 'kysely';
import { FILE_KINDS } from '#server/domains/domains.ts';
import type { Database } from '#server/platform/database/database.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import type { FileKey, Files } from '#server/platform/files/file-store.ts';
import { createTempFiles } from '#server/platform/files/temp-files.ts';
import { createStores, DANA, withStores } from '#tests/support/stores.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { onBothStores, type FileLocation } from '#tests/support/on-both-stores.ts';
import { freshTestDatabase, onBothDatabases, type TestDatabase } from '#tests/support/on-both-databases.ts';
import { aNewImage } from '#tests/support/a-stored-image.ts';
import { imageRules } from '#server/domains/images/image-kind.ts';
import { filesOf } from '#server/domains/images/image-files.ts';
import { collectGarbage, garbageAges, type GarbageFile } from './collect-garbage.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const ages = garbageAges({ deletedImageDays: 30 });

const keysOf = (fileName: string) =>
  filesOf({ fileName, revision: '', crop: '' }).map((file) => `images/${file}` as const);
const put = (files: Files, key: FileKey) => files.save(key, Readable.from([Buffer.from(key)]));
const keysIn = async (files: Files) => (await Array.fromAsync(files.list())).map(({ key }) => key).sort();
const namesOf = (swept: readonly GarbageFile[]) => swept.map(({ name }) => name).sort();

async function addImage(database: Database, files: Files, id: string): Promise<void> {
  for (const key of keysOf(`${id}.jpg`)) await put(files, key);
  await withStores(database, (stores) => imageRules.save(stores, DANA, aNewImage(id)));
}

const deleteImage = (database: Database, id: string, at = new Date()) =>
  database.write((db) => imageRules.remove(createStores(db), DANA, id, at));

/** Opens the files of a site on disk, without any image. */
async function openParts({ database, options: { dataDir } }: TestDatabase & { database: Database }) {
  const files = await openFiles({ dataDir, objectStorage: undefined });
  return { database, files, tempFiles: createTempFiles(dataDir), kinds: FILE_KINDS, ages };
}

/** Opens a site with a new database on SQLite, and fills it. */
async function openFilled({ settings }: Pick<FileLocation, 'settings'>) {
  await using cleanup = new AsyncDisposableStack();
  const testDatabase = cleanup.use(await freshTestDatabase('SQLite', { migrated: true }));
  const parts = await fill(await testDatabase.open(), await openFiles(settings), settings.dataDir);
  const everything = cleanup.move();
  return { ...parts, [Symbol.asyncDispose]: () => everything.disposeAsync() };
}

async function fill(database: Database, files: Files, dataDir: string) {
  const tempFiles = createTempFiles(dataDir);
  await addImage(database, files, 'kept');
  await addImage(database, files, 'deleted');
  await deleteImage(database, 'deleted');
  for (const key of ['uploads/new.jpg', 'images/orphan.jpg', 'images/kept.jpg.999.webp'] as const) {
    await put(files, key);
  }
  await tempFiles.makeFolder();
  return { database, files, tempFiles, kinds: FILE_KINDS, ages };
}

onBothStores('keeps claimed files, and unclaimed ones for 25 hours', async (location) => {
  await using parts = await openFilled(location);
  const { files } = parts;
  const before = await keysIn(files);
  const now = new Date(Date.now() + DAY_MS + HOUR_MS - 5_000);
  for (const moment of [new Date(), now]) {
    assert.deepEqual(await collectGarbage({ ...parts, now: moment }), { swept: [], older: 0 });
  }
  assert.deepEqual(await keysIn(files), before);
  assert.equal((await Array.fromAsync(parts.tempFiles.list())).length, 1);
});

onBothStores('deletes unclaimed files after 25 hours, others after 30 days', async (location) => {
  await using parts = await openFilled(location);
  const { files } = parts;
  const later = new Date(Date.now() + DAY_MS + HOUR_MS + 5_000);
  const { swept } = await collectGarbage({ ...parts, now: later });
  const work = swept.find(({ why }) => why === 'unfinished')?.name ?? '';
  assert.match(work, /^unfinished\//);
  const shown = swept.filter(({ name }) => name !== work).sort((a, b) => (a.name < b.name ? -1 : 1));
  assert.deepEqual(shown, [
    { name: 'images/kept.jpg.999.webp', why: 'orphan' },
    { name: 'images/orphan.jpg', why: 'orphan' },
    { name: 'uploads/new.jpg', why: 'upload' },
  ]);
  assert.deepEqual(await keysIn(files), [...keysOf('kept.jpg'), ...keysOf('deleted.jpg')].sort());
  assert.deepEqual(await Array.fromAsync(parts.tempFiles.list()), []);

  const muchLater = new Date(Date.now() + 30 * DAY_MS + 5_000);
  const last = await collectGarbage({ ...parts, now: muchLater });
  assert.deepEqual(namesOf(last.swept), [...keysOf('deleted.jpg')].sort());
  assert.ok(last.swept.every(({ why }) => why === 'deleted'));
  assert.deepEqual(await keysIn(files), [...keysOf('kept.jpg')].sort());
  assert.deepEqual(await collectGarbage({ ...parts, now: muchLater }), { swept: [], older: 0 });
});

const after = (days: number) => new Date(Date.now() + days * DAY_MS);

onBothDatabases('keeps replaced files for 30 days after the change', async (testDatabase) => {
  const parts = await openParts(testDatabase);
  const { database, files } = parts;
  await addImage(database, files, 'kept');
  const change = { revision: '01234567', crop: '89abcdef' };
  const replaced = filesOf({ fileName: 'kept.jpg', ...change }).map((file) => `images/${file}` as const);
  for (const key of replaced) await put(files, key);
  await database.write((db) => imageRules.change(createStores(db), DANA, { id: 'kept', change }));
  assert.deepEqual((await collectGarbage({ ...parts, now: after(29) })).swept, []);
  const { swept } = await collectGarbage({ ...parts, now: after(31) });
  assert.deepEqual(namesOf(swept), keysOf('kept.jpg').sort());
  assert.deepEqual(await keysIn(files), replaced.sort());
});

onBothDatabases('purges an image that was deleted 40 days ago and logs it', async (testDatabase) => {
  const { database } = testDatabase;
  const { dataDir } = testDatabase.options;
  const files = await openFiles({ dataDir, objectStorage: undefined });
  const parts = await fill(database, files, dataDir);
  const deletedAt = new Date(Date.now() - 40 * DAY_MS);
  await addImage(database, files, 'old');
  await deleteImage(database, 'old', deletedAt);
  await collectGarbage(parts);
  assert.equal(await database.read((db) => createStores(db).images.find('old')), undefined);
  assert.ok(await database.read((db) => createStores(db).images.find('deleted')));
  const change = (await readChangeLog(database)).at(-1);
  assert.deepEqual(
    { ...change, version: 0, at: '', hash: '' },
    {
      version: 0,
      at: '',
      hash: '',
      item: null,
      origin: 'clock',
      author: null,
      subject: 'image:old',
      before: JSON.stringify({ fileName: 'old.jpg', deletedAt: deletedAt.toISOString() }),
      after: 'null',
    },
  );
});

onBothDatabases('collects garbage once when several servers run it concurrently', async (testDatabase) => {
  const { database, open } = testDatabase;
  const { dataDir } = testDatabase.options;
  const files = await openFiles({ dataDir, objectStorage: undefined });
  const parts = await fill(database, files, dataDir);
  const now = new Date(Date.now() + 31 * DAY_MS);
  const servers = await Promise.all(Array.from({ length: 4 }, open));
  const changes = (await readChangeLog(database)).length;
  await Promise.all(servers.map((each) => collectGarbage({ ...parts, database: each, now })));
  assert.deepEqual(await keysIn(files), [...keysOf('kept.jpg')].sort());
  assert.equal((await readChangeLog(database)).length, changes + 1);
});

test('keeps all files of images that are saved during garbage collection', async () => {
  await using testDatabase = await freshTestDatabase('SQLite', { migrated: true });
  const files = await openFiles({ dataDir: testDatabase.options.dataDir, objectStorage: undefined });
  const parts = await fill(await testDatabase.open(), files, testDatabase.options.dataDir);
  const saved = new AbortController();
  const collections = (async () => {
    let count = 0;
    // Sweep unclaimed files after 5 seconds; every save takes less.
    for (; !saved.signal.aborted; count += 1)
      await collectGarbage({ ...parts, ages: { ...ages, unclaimed: 5_000 } });
    return count;
  })();
  for (let n = 0; n < 20; n += 1) await addImage(parts.database, files, `new-${n}`);
  saved.abort();
  assert.ok((await collections) > 0);
  const stored = new Set<string>(await keysIn(files));
  for (let n = 0; n < 20; n += 1) for (const key of keysOf(`new-${n}.jpg`)) assert.ok(stored.has(key), key);
});

test('keeps image files that are older than the database', async () => {
  await using testDatabase = await freshTestDatabase('SQLite', { migrated: true });
  const files = await openFiles({ dataDir: testDatabase.options.dataDir, objectStorage: undefined });
  await fill(await testDatabase.open(), files, testDatabase.options.dataDir);
  const stored = await keysIn(files);
  const other = await openLater(testDatabase);
  const parts = {
    database: other,
    files,
    tempFiles: createTempFiles(testDatabase.options.dataDir),
    kinds: FILE_KINDS,
    ages,
  };
  const { swept, older } = await collectGarbage({ ...parts, now: new Date(Date.now() + 31 * DAY_MS) });
  const images = stored.filter((key) => key.startsWith('images/'));
  assert.equal(older, images.length);
  assert.deepEqual(await keysIn(files), images);
  assert.deepEqual(swept.map(({ why }) => why).sort(), ['unfinished', 'upload']);
});

/** Opens an empty database that appears to be newer than all files. */
async function openLater(testDatabase: TestDatabase): Promise<Database> {
  const database = await testDatabase.open();
  await database.write((db) => db.deleteFrom('image').execute());
  await setAge(database, new Date(Date.now() + 1_000));
  return database;
}

async function setAge(database: Database, madeAt: Date): Promise<void> {
  await database.write((db) =>
    (db as unknown as Kysely<{ kysely_migration: { timestamp: string } }>)
      .updateTable('kysely_migration')
      .set({ timestamp: madeAt.toISOString() })
      .execute(),
  );
}
