import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sql } from 'kysely';
import { StartError } from '#server/platform/start-error.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { DatabaseUnavailableError, type Database, type DatabaseHandle } from './database.ts';
import { openSqlite } from './sqlite.ts';

async function freshSqlite(options?: Parameters<typeof openSqlite>[1]) {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(await temporaryFolder());
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

function openElsewhere(path: string): DatabaseSync {
  return new DatabaseSync(path, { timeout: 0 });
}

function assertRejected(path: string, reason: RegExp): void {
  assert.throws(
    () => openSqlite(path),
    (error) => {
      assert.ok(error instanceof StartError);
      assert.ok(error.message.startsWith(`Can't open the database ${path}: `));
      assert.match(error.message, reason);
      assert.match(error.message, /Restore a backup, or move the file to start with an empty site\.$/);
      assert.doesNotMatch(error.message, /\n/);
      return true;
    },
  );
}

test('syncs each commit before others can read it', async () => {
  await using site = await freshSqlite();
  const { rows } = await site.database.read((db) => sql`pragma synchronous`.execute(db));
  assert.deepEqual(rows, [{ synchronous: 2 }]);
});

test('reads the columns of a table that was changed, here or by another process, since it was read', async () => {
  await using site = await freshSqlite();
  using elsewhere = openElsewhere(site.path);
  await site.database.write((db) => put(db, 'a'));
  const read = () => site.database.read((db) => db.selectFrom('setting').selectAll().execute());
  const alter = (change: string) =>
    site.database.write((db) => sql.raw(`alter table setting ${change}`).execute(db));
  const expected: object[] = [{ name: 'a', value: 'x' }];
  assert.deepEqual(await read(), expected);
  await alter('add column more text');
  assert.deepEqual(await read(), [{ ...expected[0], more: null }]);
  await alter('rename column more to other');
  assert.deepEqual(await read(), [{ ...expected[0], other: null }]);
  elsewhere.exec('alter table setting add column third text');
  assert.deepEqual(await read(), [{ ...expected[0], other: null, third: null }]);
});

test('rejects a folder, and a file that is not a database, which it leaves unchanged', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'scalehouse.sqlite');
  const garbage = 'Dear diary, '.repeat(1000);
  writeFileSync(path, garbage);
  assertRejected(path, /not a database/);
  assert.equal(readFileSync(path, 'utf8'), garbage);
  assertRejected(folder.path, /unable to open database file/);
});

const LOSSES: Readonly<Record<string, (path: string) => void>> = {
  removed: (path) => rmSync(path),
  'moved away': (path) => renameSync(path, `${path}.old`),
  replaced(path) {
    writeFileSync(`${path}.new`, readFileSync(path));
    renameSync(`${path}.new`, path);
  },
};

for (const [what, lose] of Object.entries(LOSSES)) {
  test(`rejects a write during which the file was ${what}, and all later reads and writes`, async () => {
    await using site = await freshSqlite();
    const write = site.database.write(async (db) => {
      await put(db, 'a');
      lose(site.path);
    });
    await assert.rejects(write, DatabaseUnavailableError);
    const isLogged = { name: 'DatabaseUnavailableError', message: /removed or replaced/ };
    await assert.rejects(names(site.database), isLogged);
    const failing = site.database.write((db) => put(db, 'b'));
    await assert.rejects(failing, isLogged);
  });
}

const LOG_LOSSES: Readonly<Record<string, (log: string) => void>> = {
  removed: (log) => rmSync(log),
  'moved away': (log) => renameSync(log, `${log}.old`),
  replaced(log) {
    rmSync(log);
    writeFileSync(log, '');
  },
};

for (const [what, lose] of Object.entries(LOG_LOSSES)) {
  test(`keeps acknowledged writes, and refuses more, after the log was ${what}`, async () => {
    await using site = await freshSqlite();
    await site.database.write((db) => put(db, 'a'));
    await site.database.writeAside((db) => put(db, 'aside'));
    lose(`${site.path}-wal`);
    const isRefused = { name: 'DatabaseUnavailableError', reason: 'moved', message: /-wal, was removed/ };
    // The server reads every second.
    await assert.rejects(names(site.database), isRefused);
    await assert.rejects(
      site.database.write((db) => put(db, 'b')),
      isRefused,
    );
    // A copy is what remains after the process is killed.
    const copy = `${site.path}.copy`;
    copyFileSync(site.path, copy);
    using rest = new DatabaseSync(copy);
    assert.deepEqual(
      rest
        .prepare('select name from setting order by name')
        .all()
        .map(({ name }) => name),
      ['a', 'aside'],
    );
  });
}

test('waits for the lock of another program and then writes', async () => {
  await using site = await freshSqlite();
  using other = openElsewhere(site.path);
  other.exec('begin immediate');
  const write = site.database.write((db) => put(db, 'a'));
  assert.deepEqual(await names(site.database), []);
  other.exec('commit');
  await write;
  assert.deepEqual(await names(site.database), ['a']);
});

test('fails a write that waits too long for a lock, even if the clock stops, and the next one succeeds', async (t) => {
  t.mock.timers.enable({ apis: ['Date'] });
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

test('rolls back a write when the disk is full, and writes again when there is space', async () => {
  await using site = await freshSqlite();
  const setPages = (pages: number) =>
    site.database.read((db) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db));
  await setPages(1);
  await assert.rejects(
    site.database.write(async (db) => {
      await put(db, 'a');
      await put(db, 'b', 'y'.repeat(1_000_000));
    }),
    { name: 'StorageFullError', message: /full/ },
  );
  assert.deepEqual(await names(site.database), []);
  await setPages(1_000_000);
  await site.database.write((db) => put(db, 'c'));
  assert.deepEqual(await names(site.database), ['c']);
});

test('reads a read-only database and rejects writes', async () => {
  await using site = await freshSqlite();
  await site.database.write((db) => put(db, 'a'));
  await site.database.read((db) => sql`pragma query_only = on`.execute(db));
  const refused = site.database.write((db) => put(db, 'b'));
  await assert.rejects(refused, { name: 'DatabaseUnavailableError', message: /readonly/ });
  assert.deepEqual(await names(site.database), ['a']);
});

test('reads the other rows as usual when one has a number that is too large for JavaScript', async () => {
  await using site = await freshSqlite();
  await site.database.write(async (db) => {
    await sql.raw('create table untyped (key, value)').execute(db);
    await sql.raw('insert into untyped values (1, 2), (3, 9007199254740993)').execute(db);
  });
  const { rows } = await site.database.read((db) => sql`select * from untyped order by key`.execute(db));
  assert.deepEqual(rows, [
    { key: 1, value: 2 },
    { key: 3, value: 9007199254740993n },
  ]);
});

test('does not repeat a change that returns a number too large for JavaScript', async () => {
  await using site = await freshSqlite();
  await site.database.write((db) => sql.raw('create table untyped (value)').execute(db));
  await site.database.write(async (db) => {
    const insert = sql`insert into untyped values (9007199254740993) returning value`;
    await assert.rejects(insert.execute(db), { code: 'ERR_OUT_OF_RANGE' });
    const { rows } = await sql<{ count: number }>`select count(*) as count from untyped`.execute(db);
    assert.deepEqual(rows, [{ count: 1 }]);
  });
});
