import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempDisposable, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { Database } from '#server/platform/database/database.ts';
import { createDiskFiles } from '#server/platform/files/disk-files.ts';
import { changeImage } from '#server/domains/images/change-image.ts';
import { filesOf } from '#server/domains/images/image-files.ts';
import { removeImage, saveImage } from '#server/domains/images/save-image.ts';
import { createStores } from '#tests/support/stores.ts';
import { NO_POSTGRES } from '#tests/support/databases.ts';
import { DATABASE_KINDS, freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { storedFiles } from '#tests/support/test-images.ts';
import { createPartChecker } from './backup-files.ts';
import { loadBackup, restoreBackup } from './restore-backup.ts';
import { saveBackup } from './save-backup.ts';

const ADMIN = { origin: 'admin', name: 'Dana' } as const;

const freshFolder = () => mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));

async function addImage(database: Database, dataDir: string, id: string): Promise<void> {
  const files = createDiskFiles(dataDir);
  const fileName = `${id}.jpg`;
  for (const [n, file] of namesOf(id).entries()) {
    await files.save(`images/${file}`, Readable.from([randomBytes(n === 0 ? 600_000 : 1 + n)]));
  }
  const made = { width: 4, height: 3, colors: '' };
  await database.write(async (db) => {
    const stores = createStores(db);
    await saveImage(stores, ADMIN, { id, fileName, name: id, type: 0, made });
    await changeImage(stores, ADMIN, { id, change: MARKS });
  });
}

/** Revision and crop as after an image was replaced and cropped again. */
const MARKS = { revision: '01234567', crop: '89abcdef' };
const namesOf = (id: string) => filesOf({ fileName: `${id}.jpg`, ...MARKS });

async function restore(database: Database, path: string, dataDir: string, { replace = false } = {}) {
  await using loaded = await loadBackup(path);
  await restoreBackup(database, loaded, { replace, files: createDiskFiles(dataDir) });
}

const readImages = (database: Database) =>
  database.read((db) => db.selectFrom('image').selectAll().orderBy('id').execute());

for (const from of DATABASE_KINDS) {
  const to = from === 'SQLite' ? 'PostgreSQL' : 'SQLite';
  test(
    `restores images with all their files, including deleted images (${from} to ${to})`,
    { skip: NO_POSTGRES },
    async () => {
      await using origin = await freshTestDatabase(from);
      await using target = await freshTestDatabase(to);
      await using folder = await freshFolder();
      const path = join(folder.path, 'site.backup');
      const { dataDir } = origin.options;
      const site = await origin.open();
      for (const id of ['a', 'b', 'gone']) await addImage(site, dataDir, id);
      await site.write((db) => removeImage(createStores(db), ADMIN, 'gone', new Date()));
      await createDiskFiles(dataDir).save('uploads/c.jpg', Readable.from([Buffer.from('x')]));

      const header = await saveBackup(site, path, { replace: false, files: createDiskFiles(dataDir) });
      assert.equal(header.files, 18);
      const restored = await target.open();
      await restore(restored, path, target.options.dataDir);

      assert.deepEqual(await readImages(restored), await readImages(site));
      const names = await storedFiles(target.options.dataDir);
      assert.deepEqual(
        names,
        ['a', 'b', 'gone']
          .flatMap(namesOf)
          .map((file) => `images/${file}`)
          .sort(),
      );
      for (const name of names) {
        const [before, after] = await Promise.all(
          [dataDir, target.options.dataDir].map((each) => readFile(join(each, 'files', name))),
        );
        assert.ok(before && after?.equals(before), name);
      }
    },
  );
}

test('omits a missing file and saves the rest', async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  await using folder = await freshFolder();
  const path = join(folder.path, 'site.backup');
  const site = await testDatabase.open();
  await addImage(site, testDatabase.options.dataDir, 'a');
  await rm(join(testDatabase.options.dataDir, 'files/images/a.jpg.01234567.jpg'));
  const files = createDiskFiles(testDatabase.options.dataDir);
  assert.equal((await saveBackup(site, path, { replace: false, files })).files, 5);
  await restore(site, path, folder.path, { replace: true });
  assert.equal((await storedFiles(folder.path)).length, 5);
});

test('writes no files when the restore is rejected', async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  await using folder = await freshFolder();
  const path = join(folder.path, 'site.backup');
  const site = await testDatabase.open();
  await addImage(site, testDatabase.options.dataDir, 'a');
  const files = createDiskFiles(testDatabase.options.dataDir);
  await saveBackup(site, path, { replace: false, files });
  await assert.rejects(restore(site, path, folder.path), /already has a site/);
  assert.deepEqual(await storedFiles(folder.path), []);
});

const part = (file: string, at: number, of = 4) => ({
  file,
  at,
  of,
  bytes: Buffer.from('ab').toString('base64'),
});

test('accepts only consecutive parts and counts only whole files', () => {
  const check = (...parts: ReturnType<typeof part>[]) => {
    const checker = createPartChecker();
    return parts.every((each) => checker.accept(each)) ? checker.count() : 'rejected';
  };
  assert.equal(check(), 0);
  assert.equal(check(part('a', 0), part('a', 2), part('b', 0, 2)), 2);
  assert.equal(check(part('a', 0)), undefined);
  assert.equal(check(part('a', 2)), 'rejected');
  assert.equal(check(part('a', 0), part('a', 0)), 'rejected');
  assert.equal(check(part('a', 0), part('b', 0)), 'rejected');
  assert.equal(check(part('a', 0), part('b', 2)), 'rejected');
  assert.equal(check(part('a', 0), part('a', 2, 5)), 'rejected');
  assert.equal(check(part('a', 0, 1)), 'rejected');
  assert.equal(check({ ...part('a', 0), bytes: '' }), 'rejected');
});
