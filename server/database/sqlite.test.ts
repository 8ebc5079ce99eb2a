import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sql } from 'kysely';
import { StartError } from '#server/start-error.ts';
import { DatabaseUnavailableError, type Database, type DatabaseHandle } from './database.ts';
import { openSqlite } from './sqlite.ts';

/** A migrated database in a folder of its own. */
async function freshSqlite(options?: Parameters<typeof openSqlite>[1]) {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-')));
  const path = join(folder.path, 'scalehouse.sqlite');
  const database = openSqlite(path, options);
  await database.migrate();
  let isOpen = true;
  async function close() {
    if (isOpen) await database.close();
    isOpen = false;
  }
  cleanup.defer(close);
  const everything = cleanup.move();
  return { path, database, close, [Symbol.asyncDispose]: () => everything.disposeAsync() };
}

const put = (db: DatabaseHandle, name: string, value = 'x') =>
  db.insertInto('setting').values({ name, value }).execute();

const names = (database: Database) =>
  database.read(async (db) =>
    (await db.selectFrom('setting').select('name').orderBy('name').execute()).map(({ name }) => name),
  );

/** Other programs' connection to the file. */
function openElsewhere(path: string): DatabaseSync {
  return new DatabaseSync(path, { timeout: 0 });
}

function assertRefused(path: string, reason: RegExp): void {
  assert.throws(
    () => openSqlite(path),
    (error) => {
      assert.ok(error instanceof StartError);
      assert.ok(error.message.startsWith(`The database ${path} cannot be used: `));
      assert.match(error.message, reason);
      assert.match(error.message, /Restore a backup, or move the file away to start anew\.$/);
      assert.doesNotMatch(error.message, /\n/);
      return true;
    },
  );
}

test('Closing moves all changes into the one file', async () => {
  await using site = await freshSqlite();
  await site.database.write((db) => put(db, 'a'));
  assert.ok(existsSync(`${site.path}-wal`));
  await site.close();
  assert.equal(existsSync(`${site.path}-wal`), false);
  assert.equal(existsSync(`${site.path}-shm`), false);
  const again = openSqlite(site.path);
  assert.deepEqual(await names(again), ['a']);
  await again.close();
});

test('Every write waits for the disk', async () => {
  await using site = await freshSqlite();
  const { rows } = await site.database.read((db) => sql`pragma synchronous`.execute(db));
  assert.deepEqual(rows, [{ synchronous: 2 }]);
});

test('An empty file becomes a database', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
  const path = join(folder.path, 'scalehouse.sqlite');
  writeFileSync(path, '');
  const database = openSqlite(path);
  await database.migrate();
  assert.deepEqual(await names(database), []);
  await database.close();
});

test('A file that is no database is refused and left as it is', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
  const path = join(folder.path, 'scalehouse.sqlite');
  const garbage = 'Dear diary, '.repeat(1000);
  writeFileSync(path, garbage);
  assertRefused(path, /not a database/);
  assert.equal(readFileSync(path, 'utf8'), garbage);
});

test('A folder in the place of the file is refused', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
  const path = join(folder.path, 'scalehouse.sqlite');
  mkdirSync(path);
  assertRefused(path, /unable to open database file/);
});

test('Garbage in the middle of the file is found at the start', async () => {
  await using site = await freshSqlite();
  await site.database.write(async (db) => {
    for (let number = 0; number < 500; number += 1) await put(db, `${number}`, 'y'.repeat(1000));
  });
  await site.close();
  const bytes = readFileSync(site.path);
  bytes.fill(0xa5, bytes.length / 2, bytes.length / 2 + 8192);
  writeFileSync(site.path, bytes);
  assertRefused(site.path, /./);
});

test('A file that was cut off is found at the start', async () => {
  await using site = await freshSqlite();
  await site.database.write((db) => put(db, 'a', 'y'.repeat(100_000)));
  await site.close();
  writeFileSync(site.path, readFileSync(site.path).subarray(0, 50_000));
  assertRefused(site.path, /./);
});

const LOSSES: readonly [what: string, lose: (path: string) => void][] = [
  ['removed', (path) => rmSync(path)],
  ['moved away', (path) => renameSync(path, `${path}.old`)],
  [
    'replaced',
    (path) => {
      writeFileSync(`${path}.new`, readFileSync(path));
      renameSync(`${path}.new`, path);
    },
  ],
];

for (const [what, lose] of LOSSES) {
  test(`Nothing is read from or written to a database that was ${what}`, async () => {
    await using site = await freshSqlite();
    await site.database.write((db) => put(db, 'a'));
    lose(site.path);
    const isTold = { name: 'DatabaseUnavailableError', message: /removed or replaced/ };
    await assert.rejects(names(site.database), isTold);
    await assert.rejects(
      site.database.write((db) => put(db, 'b')),
      isTold,
    );
  });

  test(`A write during which the database was ${what} is not acknowledged`, async () => {
    await using site = await freshSqlite();
    await assert.rejects(
      site.database.write(async (db) => {
        await put(db, 'a');
        lose(site.path);
      }),
      DatabaseUnavailableError,
    );
  });
}

test('A write waits for the lock of another program and then succeeds', async () => {
  await using site = await freshSqlite();
  using other = openElsewhere(site.path);
  other.exec('begin immediate');
  const write = site.database.write((db) => put(db, 'a'));
  assert.deepEqual(await names(site.database), []);
  other.exec('commit');
  await write;
  assert.deepEqual(await names(site.database), ['a']);
});

test('A write that waits too long for a lock fails; the next works', async () => {
  await using site = await freshSqlite({ writeWaitMs: 200 });
  using other = openElsewhere(site.path);
  other.exec('begin immediate');
  await assert.rejects(
    site.database.write((db) => put(db, 'a')),
    DatabaseUnavailableError,
  );
  other.exec('rollback');
  await site.database.write((db) => put(db, 'b'));
  assert.deepEqual(await names(site.database), ['b']);
});

test('Requests are answered while a write waits for a lock', async () => {
  await using site = await freshSqlite({ writeWaitMs: 500 });
  using other = openElsewhere(site.path);
  other.exec('begin immediate');
  const before = performance.eventLoopUtilization();
  await assert.rejects(
    site.database.write((db) => put(db, 'a')),
    DatabaseUnavailableError,
  );
  // A process that waits inside SQLite is never idle.
  assert.ok(performance.eventLoopUtilization(before).utilization < 0.5);
});

test('A full disk makes a write fail, leaves nothing of it, and is got over', async () => {
  await using site = await freshSqlite();
  const setPages = (pages: number) =>
    site.database.read((db) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db));
  await setPages(1);
  await assert.rejects(
    site.database.write(async (db) => {
      await put(db, 'a');
      await put(db, 'b', 'y'.repeat(1_000_000));
    }),
    { name: 'DatabaseUnavailableError', message: /full/ },
  );
  assert.deepEqual(await names(site.database), []);
  await setPages(1_000_000);
  await site.database.write((db) => put(db, 'c'));
  assert.deepEqual(await names(site.database), ['c']);
});

test('A database that may only be read can be read, and a write fails', async () => {
  await using site = await freshSqlite();
  await site.database.write((db) => put(db, 'a'));
  await site.database.read((db) => sql`pragma query_only = on`.execute(db));
  await assert.rejects(
    site.database.write((db) => put(db, 'b')),
    { name: 'DatabaseUnavailableError', message: /readonly/ },
  );
  assert.deepEqual(await names(site.database), ['a']);
});
