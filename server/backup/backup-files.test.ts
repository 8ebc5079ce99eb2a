import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { Database } from '#server/platform/database/database.ts';
import { createChecksumStore, sha256Of } from '#server/platform/files/checksums.ts';
import { UnavailableError } from '#server/platform/errors.ts';
import { createDiskFiles } from '#server/platform/files/disk-files.ts';
import type { FileKey, Files } from '#server/platform/files/file-store.ts';
import { documentRules } from '#server/domains/documents/document-kind.ts';
import { imageRules } from '#server/domains/images/image-kind.ts';
import { filesOf } from '#server/domains/images/image-files.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { createStores, DANA, withStores } from '#tests/support/stores.ts';
import { NO_POSTGRES, runSql } from '#tests/support/databases.ts';
import { eventually } from '#tests/support/eventually.ts';
import { DATABASE_KINDS, freshTestDatabase, onBothDatabases } from '#tests/support/on-both-databases.ts';
import { storedFiles } from '#tests/support/test-images.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { aNewImage } from '#tests/support/a-stored-image.ts';
import { checkedRows, type Backup } from './read-backup.ts';
import { openCopyFolder } from './copy-folder.ts';
import { loadBackup, restoreBackup } from './restore-backup.ts';
import { saveBackup } from './save-backup.ts';

async function addImage(database: Database, dataDir: string, id: string): Promise<void> {
  const files = createDiskFiles(dataDir);
  for (const [n, file] of namesOf(id).entries()) {
    await files.save(`images/${file}`, Readable.from([randomBytes(n === 0 ? 600_000 : 1 + n)]));
  }
  await withStores(database, async (stores) => {
    await imageRules.save(stores, DANA, aNewImage(id));
    await imageRules.change(stores, DANA, { id, change: MARKS });
  });
}

/** Revision and crop as after an image was replaced and cropped again. */
const MARKS = { revision: '01234567', crop: '89abcdef' };
const namesOf = (id: string) => filesOf({ fileName: `${id}.jpg`, ...MARKS });
/** Number of files of an image. */
const FILES = namesOf('a').length;

async function restore(database: Database, path: string, dataDir: string, { replace = false } = {}) {
  await using loaded = await loadBackup(path);
  await restoreBackup(database, loaded, { replace, withAccounts: true, files: createDiskFiles(dataDir) });
}

/** Opens a site on SQLite with one image, and an empty folder. */
async function siteWithImage() {
  await using cleanup = new AsyncDisposableStack();
  const testDatabase = cleanup.use(await freshTestDatabase('SQLite'));
  const folder = cleanup.use(await temporaryFolder());
  const { dataDir } = testDatabase.options;
  const site = await testDatabase.open();
  await addImage(site, dataDir, 'a');
  const everything = cleanup.move();
  return {
    site,
    dataDir,
    files: createDiskFiles(dataDir),
    folder: folder.path,
    path: join(folder.path, 'site.backup'),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

const readImages = (database: Database) =>
  database.read((db) => db.selectFrom('image').selectAll().orderBy('id').execute());

for (const from of DATABASE_KINDS) {
  const to = from === 'SQLite' ? 'PostgreSQL' : 'SQLite';
  test(`restores images, also deleted ones (${from} to ${to})`, { skip: NO_POSTGRES }, async () => {
    await using origin = await freshTestDatabase(from);
    await using target = await freshTestDatabase(to);
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'site.backup');
    const { dataDir } = origin.options;
    const site = await origin.open();
    for (const id of ['a', 'b', 'gone']) await addImage(site, dataDir, id);
    await site.write((db) => imageRules.remove(createStores(db), DANA, 'gone', new Date()));
    await createDiskFiles(dataDir).save('uploads/c.jpg', Readable.from([Buffer.from('x')]));

    const header = await saveBackup(site, path, { replace: false, files: createDiskFiles(dataDir) });
    assert.equal(header.files, 3 * FILES);
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
  });
}

onBothDatabases('copies files without a transaction, whatever time they take', async (given) => {
  const { database, options, open } = given;
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'site.backup');
  await addImage(database, options.dataDir, 'a');
  const files = createDiskFiles(options.dataDir);
  const url = new URL(options.databaseUrl ?? 'postgres:');
  url.searchParams.set('options', '-c idle_in_transaction_session_timeout=500');
  const site = await (options.databaseUrl ? openPostgres(url.href) : open());
  await using _closed = { [Symbol.asyncDispose]: () => site.close() };
  const slow: typeof files = {
    ...files,
    async find(key) {
      if (options.databaseUrl) {
        await eventually(async () => {
          const { rows } = await runSql(
            options.databaseUrl ?? '',
            `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
          );
          assert.deepEqual(rows, []);
        });
      }
      // On SQLite, a second read waits for the transaction of the first.
      await site.read(async () => undefined);
      return files.find(key);
    },
  };
  const { files: count } = await saveBackup(site, path, { replace: false, files: slow });
  assert.equal(count, FILES);
  await restore(database, path, folder.path, { replace: true });
  assert.equal((await storedFiles(folder.path)).length, FILES);
});

for (const moment of ['before it is read', 'while it is read'] as const) {
  test(`omits a file that is deleted ${moment}`, async () => {
    await using given = await siteWithImage();
    const { site, path, folder, files } = given;
    const [gone = ''] = namesOf('a');
    const purging: typeof files = {
      ...files,
      async find(key) {
        if (key !== `images/${gone}`) return files.find(key);
        if (moment === 'before it is read') await files.remove(key);
        const found = await files.find(key);
        return (
          found && {
            ...found,
            stream: () =>
              Readable.from(
                (async function* () {
                  yield Buffer.from('its first bytes');
                  await files.remove(key);
                  throw new Error('The object is gone.');
                })(),
              ),
          }
        );
      },
    };
    assert.equal((await saveBackup(site, path, { replace: false, files: purging })).files, FILES - 1);
    await restore(site, path, folder, { replace: true });
    assert.equal((await storedFiles(folder)).length, FILES - 1);
  });
}

test('names files that are missing, damaged, or cannot be read, and saves the rest', async () => {
  await using given = await siteWithImage();
  const { site, path, folder, dataDir, files: stored } = given;
  const [missing = '', damaged = '', emptied = '', unreadable = '', unavailable = '', flaky = ''] =
    namesOf('a');
  const inStore = (name: string) => join(dataDir, 'files/images', name);
  const first = await saveBackup(site, path, { replace: false, files: stored });
  assert.deepEqual(first.problems, []);
  await rm(inStore(missing));
  await writeFile(inStore(damaged), 'x'.repeat((await readFile(inStore(damaged))).length));
  await truncate(inStore(emptied));
  const failures: Record<string, { times: number; error: Error }> = {
    [unreadable]: {
      times: Infinity,
      error: Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }),
    },
    [unavailable]: { times: Infinity, error: new UnavailableError('files-unavailable', 'Down.', 5) },
    [flaky]: { times: 2, error: new UnavailableError('files-unavailable', 'Down.', 5) },
  };
  const files: typeof stored = {
    ...stored,
    async find(key) {
      const failure = failures[key.slice('images/'.length)];
      if (failure && (failure.times -= 1) >= 0) throw failure.error;
      return stored.find(key);
    },
  };
  const source = { replace: true, files, retryMs: [0, 0] };
  const { problems, files: count } = await saveBackup(site, path, source);
  assert.deepEqual(
    problems.map(({ key, problem }) => `${key} ${problem}`),
    [
      `images/${missing} is missing`,
      `images/${damaged} is damaged`,
      `images/${emptied} is damaged`,
      `images/${unreadable} can't be read (EIO: i/o error, read)`,
      `images/${unavailable} can't be read (Down.)`,
    ],
  );
  assert.equal(count, FILES - problems.length);
  // Without a good copy anywhere, a restore names them again.
  await using loaded = await loadBackup(path);
  const target = { replace: true, withAccounts: true, files: createDiskFiles(folder) };
  const restored = await restoreBackup(site, loaded, target);
  assert.deepEqual(restored.missing.sort(), [missing, damaged, emptied, unreadable, unavailable].sort());
  assert.equal((await storedFiles(folder)).length, count);
});

test('keeps the files of replaced images for as long as the history promises them', async () => {
  await using given = await siteWithImage();
  const { site, path, folder, files } = given;
  await withStores(site, (stores) =>
    imageRules.change(stores, DANA, { id: 'a', change: { revision: 'fedcba98', crop: 'fedcba98' } }),
  );
  const replaced = namesOf('a');
  for (const name of filesOf({ fileName: 'a.jpg', revision: 'fedcba98', crop: 'fedcba98' }))
    await files.save(`images/${name}`, Readable.from(['new']));
  await saveBackup(site, path, { replace: false, files });
  await restore(site, path, folder, { replace: true });
  const restored = await storedFiles(folder);
  for (const name of replaced) assert.ok(restored.includes(`images/${name}`), name);
});

test('overwrites no copy of an earlier backup, whatever the site has now', async () => {
  await using given = await siteWithImage();
  const { site, path, files, folder: work } = given;
  const copies = join(work, 'copies');
  const save = async (name: string) =>
    saveBackup(site, `${path}${name}`, {
      replace: false,
      files,
      folder: await openCopyFolder(copies, { create: true }),
    });
  await save('1');
  const before = await readFile(join(copies, 'a.jpg.01234567.jpg'));
  // As in a release that stored no checksums, which made this file again, and differently.
  await site.write((db) => db.deleteFrom('stored_file').execute());
  await files.save('images/a.jpg.01234567.jpg', Readable.from(['other']));
  assert.match((await save('2')).problems[0]?.key ?? '', /a\.jpg\.01234567\.jpg$/);
  await site.write((db) =>
    createChecksumStore(db).save([
      { key: 'images/a.jpg.01234567.jpg', size: 5, sha256: sha256Of(Buffer.from('other')) },
    ]),
  );
  assert.deepEqual((await save('3')).problems, []);
  assert.ok(before.equals(await readFile(join(copies, 'a.jpg.01234567.jpg'))));
  for (const [name, content] of [
    ['1', before],
    ['2', before],
    ['3', Buffer.from('other')],
  ] as const) {
    await using loaded = await loadBackup(`${path}${name}`);
    const restored = createDiskFiles(join(work, `restored-${name}`));
    const folder = await openCopyFolder(copies, { create: false });
    await restoreBackup(site, loaded, { replace: true, withAccounts: true, files: restored, folder });
    const file = await readFile(join(work, `restored-${name}`, 'files/images/a.jpg.01234567.jpg'));
    assert.ok(content.equals(file), name);
  }
});

const hex = (pid: number) => pid.toString(16).padStart(8, '0');

test('removes the partial files of stopped backups, and no others', async () => {
  await using given = await siteWithImage();
  const { site, path, files, folder } = given;
  const { pid: stopped } = spawnSync(process.execPath, ['--version']);
  const copies = join(folder, 'copies');
  await mkdir(copies);
  const kept = [
    `other.backup.${hex(process.pid)}01234567.partial`,
    'notes.partial',
    'old.backup.01234567.partial',
  ];
  for (const name of [...kept, `site.backup.${hex(stopped)}01234567.partial`]) {
    await writeFile(join(folder, name), '');
    await writeFile(join(copies, name), '');
  }
  await saveBackup(site, path, {
    replace: false,
    files,
    folder: await openCopyFolder(copies, { create: true }),
  });
  assert.deepEqual((await readdir(folder)).sort(), [...kept, 'copies', 'site.backup'].sort());
  assert.deepEqual((await readdir(copies)).filter((name) => name.endsWith('.partial')).sort(), kept.sort());
});

/** Counts the files whose content is read. */
function counting(files: Files) {
  const read: string[] = [];
  return {
    read,
    files: {
      ...files,
      async find(key: FileKey) {
        read.push(key);
        return files.find(key);
      },
    },
  };
}

test('stores each file once in a folder, and restores from there', async () => {
  await using given = await siteWithImage();
  const { site, dataDir, folder: work } = given;
  const inWork = (name: string) => join(work, name);
  const [first, second, copies] = [inWork('first'), inWork('second'), inWork('copies')];
  const store = counting(given.files);
  const save = async (path: string) =>
    saveBackup(site, path, {
      replace: false,
      files: store.files,
      folder: await openCopyFolder(copies, { create: true }),
    });
  assert.equal((await save(first)).files, FILES);
  assert.deepEqual(
    store.read.splice(0).sort(),
    namesOf('a')
      .map((name) => `images/${name}`)
      .sort(),
  );
  await addImage(site, dataDir, 'b');
  // A copy that is too short is made again, and one without a line, as after a crash, is recognized.
  const [short = '', unlisted = ''] = namesOf('a');
  await truncate(join(copies, short), 10);
  const sums = await readFile(join(copies, 'SHA256SUMS'), 'utf8');
  await writeFile(
    join(copies, 'SHA256SUMS'),
    sums.replace(/^.*\n/gm, (line) => (line.includes(`  ${unlisted}\n`) ? `${line.slice(0, 9)}\n` : line)),
  );
  assert.equal((await save(second)).files, 2 * FILES);
  assert.deepEqual(
    store.read.splice(0).sort(),
    [short, ...namesOf('b')].map((name) => `images/${name}`).sort(),
  );
  const expected = await Promise.all(
    [...namesOf('a'), ...namesOf('b')].map((name) => readFile(join(dataDir, 'files/images', name))),
  );

  const restoreAll = async (path: string, { into, folder }: { into: string; folder?: string }) => {
    await using loaded = await loadBackup(path);
    return await restoreBackup(site, loaded, {
      replace: true,
      withAccounts: true,
      files: createDiskFiles(into),
      folder: folder === undefined ? undefined : await openCopyFolder(folder, { create: false }),
    });
  };
  const fresh = inWork('fresh');
  await assert.rejects(restoreAll(second, { into: fresh }), {
    message: "This backup's images are in a folder. To restore them, add --files and the folder.",
  });
  await assert.rejects(restoreAll(second, { into: fresh, folder: work }), {
    message: `${work} has none of this backup's images. Check the path.`,
  });
  assert.deepEqual(await restoreAll(second, { into: fresh, folder: copies }), {
    missing: [],
    takesAccounts: true,
  });
  for (const [index, name] of [...namesOf('a'), ...namesOf('b')].entries()) {
    assert.ok(expected[index]?.equals(await readFile(join(fresh, 'files/images', name))), name);
  }
  assert.deepEqual(await restoreAll(first, { into: fresh }), { missing: [], takesAccounts: true });

  const [lost = '', damaged = ''] = namesOf('b');
  await rm(join(copies, lost));
  await writeFile(join(copies, damaged), 'x'.repeat(2));
  const bare = inWork('bare');
  assert.deepEqual(await restoreAll(second, { into: bare, folder: copies }), {
    missing: [lost, damaged],
    takesAccounts: true,
  });
  assert.equal((await storedFiles(bare)).length, 2 * FILES - 2);
});

test('restores the files of documents, from the backup and from a folder', async () => {
  await using given = await siteWithImage();
  const { site, files, folder: work } = given;
  const id = '0123456789abcdef';
  const key = `documents/${id}.pdf` as const;
  await files.save(key, Readable.from([Buffer.from('%PDF-')]));
  await withStores(site, async (stores) => {
    const file = { revision: id, size: 5, hash: '00', changedAt: new Date().toISOString() };
    await documentRules.save(stores, DANA, { id, name: 'form.pdf', title: 'Form', made: file });
    await documentRules.remove(stores, DANA, id, new Date());
  });
  for (const isInFolder of [false, true]) {
    const path = join(work, `${isInFolder}.backup`);
    const folder = isInFolder ? await openCopyFolder(join(work, 'copies'), { create: true }) : undefined;
    assert.equal((await saveBackup(site, path, { replace: false, files, folder })).files, FILES + 1);
    await using loaded = await loadBackup(path);
    const restored = createDiskFiles(join(work, `restored-${isInFolder}`));
    const target = { replace: true, withAccounts: true, files: restored, folder };
    assert.deepEqual(await restoreBackup(site, loaded, target), { missing: [], takesAccounts: true });
    assert.equal((await restored.find(key))?.size, 5);
  }
});

test('writes no files when the restore is rejected', async () => {
  await using given = await siteWithImage();
  const { site, path, folder, files } = given;
  await saveBackup(site, path, { replace: false, files });
  await assert.rejects(restore(site, path, folder), /already has a site/);
  assert.deepEqual(await storedFiles(folder), []);
});

const part = (file: string, at: number, of = 4) => ({
  file,
  at,
  of,
  bytes: Buffer.from('ab').toString('base64'),
});

test('accepts only consecutive parts and counts only whole files', async () => {
  const check = async (files: number, ...parts: ReturnType<typeof part>[]) => {
    const lines = async function* () {
      yield* [...parts, { files }];
    };
    const backup = { header: { version: 2, rows: {} }, lines } as object as Backup;
    await Array.fromAsync(checkedRows(backup, { path: 'a.backup' }));
  };
  await check(0);
  await check(2, part('a', 0), part('a', 2), part('b', 0, 2));
  await assert.rejects(check(1, part('a', 0)), /some files are missing/);
  for (const parts of [
    [part('a', 2)],
    [part('a', 0), part('a', 0)],
    [part('a', 0), part('b', 0)],
    [part('a', 0), part('b', 2)],
    [part('a', 0), part('a', 2, 5)],
    [part('a', 0, 1)],
    [{ ...part('a', 0), bytes: '' }],
  ])
    await assert.rejects(check(1, ...parts), /one of its files is incomplete/);
});
