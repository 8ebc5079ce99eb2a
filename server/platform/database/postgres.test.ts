import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { test } from 'node:test';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Client, Pool } from 'pg';
import { StartError } from '#server/platform/start-error.ts';
import { freshPostgresUrl, NO_POSTGRES, runSql } from '#tests/support/databases.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startPostgresCluster } from '#tests/support/postgres-cluster.ts';
import { DatabaseUnavailableError, type Database, type DatabaseHandle } from './database.ts';
import type { Tables } from './tables.ts';
import { migrateTo } from './migrate.ts';
import { openPostgres } from './postgres.ts';

const put = (db: DatabaseHandle, name: string) =>
  db.insertInto('setting').values({ name, value: 'x' }).execute();

const names = (database: Database) =>
  database.read(async (db) =>
    (await db.selectFrom('setting').select('name').orderBy('name').execute()).map(({ name }) => name),
  );

async function opened(url: string, waits?: Parameters<typeof openPostgres>[1]) {
  const database = await openedWithoutMigration(url, waits);
  await database.migrate();
  return database;
}

type Given = { database: Database; url: string };

/** Tests with a new migrated database. */
function onPostgres(name: string, work: (given: Given) => Promise<void>): void {
  void test(name, { skip: NO_POSTGRES }, async () => {
    await using fresh = await freshPostgresUrl();
    await using database = await opened(fresh.url);
    await work({ database, url: fresh.url });
  });
}

const isUnavailable = { name: 'DatabaseUnavailableError' };

async function assertRejected(url: string, reason: RegExp, waits?: Parameters<typeof openPostgres>[1]) {
  await assert.rejects(openPostgres(url, waits), (error) => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, /^DATABASE_URL: can't connect to "postgres:\/\//);
    assert.match(error.message, reason);
    assert.doesNotMatch(error.message, /\n|secret/);
    return true;
  });
}

test('rejects a URL where no server responds', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const url = `postgres://user:secret@127.0.0.1:${port}/site`;
  try {
    await assertRejected(url, /can't connect to .*timeout/, { connectMs: 200 });
  } finally {
    silent.close();
  }
  await assertRejected(url, /can't connect to .*: connect ECONNREFUSED/);
  await assertRejected(`postgres://user:secret@localhost:${port}/site`, /can't connect to .*ECONNREFUSED/);
});

test(
  'rejects a wrong password, an unknown database and an unreadable certificate',
  { skip: NO_POSTGRES },
  async () => {
    await using fresh = await freshPostgresUrl();
    const changed = (change: (url: URL) => void) => {
      const url = new URL(fresh.url);
      change(url);
      return url.href;
    };
    await assertRejected(
      changed((url) => (url.password = 'secret')),
      /password authentication failed/,
    );
    await assertRejected(
      changed((url) => (url.pathname = '/elsewhere')),
      /database "elsewhere" does not exist/,
    );
    await assertRejected(
      changed((url) => url.searchParams.set('sslrootcert', '/nowhere/root.pem')),
      /ENOENT/,
    );
  },
);

test('leaves no connection after close', { skip: NO_POSTGRES }, async () => {
  await using fresh = await freshPostgresUrl();
  const others = 'where datname = current_database() and pid <> pg_backend_pid()';
  const count = async () =>
    (await runSql(fresh.url, `select pid from pg_stat_activity ${others}`)).rows.length;
  const database = await openPostgres(fresh.url);
  await database.migrate();
  const stop = database.watch(() => undefined);
  await Promise.all([database.write((db) => put(db, 'a')), names(database), names(database)]);
  assert.ok((await count()) >= 2);
  await stop();
  await database.close();
  await eventually(async () => assert.equal(await count(), 0));

  // Close one while its watch is connecting.
  const closing = await openPostgres(fresh.url);
  await closing.migrate();
  await closing.watch(() => undefined)();
  await closing.close();
  await eventually(async () => assert.equal(await count(), 0));
});

onPostgres('checks for changes after the listening connection is restored', async ({ database, url }) => {
  let found: string[] = [];
  const stop = database.watch(() => void names(database).then((now) => (found = now)));
  await eventually(async () => assert.equal((await listeners(url)).length, 1));
  const [pid] = await listeners(url);
  await runSql(url, `select pg_terminate_backend(${pid})`);
  // No connection listens for this change.
  await runSql(url, "insert into setting values ('a', 'x')");
  await eventually(() => assert.deepEqual(found, ['a']));
  await eventually(async () => assert.equal((await listeners(url)).length, 1));
  assert.notDeepEqual(await listeners(url), [pid]);
  await stop();
});

onPostgres(
  'writes aside without waiting for a content write, and without notifying other processes',
  async ({ database, url }) => {
    await using other = await opened(url);
    let notifications = 0;
    const stop = other.watch(() => (notifications += 1));
    await eventually(async () => assert.equal((await listeners(url)).length, 1));
    await database.write((db) => put(db, 'a'));
    // One for the connection, one for the write.
    await eventually(() => assert.equal(notifications, 2));
    await database
      .write(async () => {
        await database.writeAside((db) => put(db, 'b'));
        // Roll back, because a commit notifies.
        throw new Error('enough');
      })
      .catch(() => undefined);
    assert.deepEqual(await names(other), ['a', 'b']);
    await database.writeAside((db) => put(db, 'c'));
    await database.write((db) => put(db, 'd'));
    await eventually(() => assert.ok(notifications > 2));
    assert.equal(notifications, 3);
    assert.deepEqual(await names(other), ['a', 'b', 'c', 'd']);
    await stop();
  },
);

test(
  'fails a write that waits too long for a lock, and the next one succeeds',
  { skip: NO_POSTGRES },
  async () => {
    await using fresh = await freshPostgresUrl();
    await using database = await opened(fresh.url, { responseMs: 800 });
    await using other = await opened(fresh.url);
    await other.write(async (db) => {
      await put(db, 'a');
      const refused = database.write((another) => put(another, 'b'));
      await assert.rejects(refused, isUnavailable);
    });
    await database.write((db) => put(db, 'c'));
    assert.deepEqual(await names(database), ['a', 'c']);
  },
);

test('rejects writes and still reads on a read-only server', { skip: NO_POSTGRES }, async () => {
  await using fresh = await freshPostgresUrl();
  await using before = await opened(fresh.url);
  await before.write((db) => put(db, 'a'));
  await runSql(
    fresh.url,
    `alter database ${new URL(fresh.url).pathname.slice(1)} set default_transaction_read_only = on`,
  );
  await using database = await openedWithoutMigration(fresh.url);
  for (const write of [database.write, database.writeAside])
    await assert.rejects(
      write((db) => put(db, 'b')),
      { reason: 'standby' },
    );
  assert.deepEqual(await names(database), ['a']);
});

onPostgres('lets vacuum and analyze run during a write', async ({ database, url }) => {
  await database.write(async (db) => {
    await put(db, 'a');
    await runSql(url, 'vacuum (analyze, skip_locked false) change_log');
  });
  assert.deepEqual(await names(database), ['a']);
});

const readSessions = (db: DatabaseHandle) => db.selectFrom('session').selectAll().execute();

test('reads aside while all connections for requests wait', { skip: NO_POSTGRES }, async () => {
  await using fresh = await freshPostgresUrl();
  await using database = await opened(fresh.url, { pool: 2 });
  const locking = new Client({ connectionString: fresh.url });
  await locking.connect();
  await locking.query('begin; lock table session in access exclusive mode');
  const waiting = Array.from({ length: 20 }, () => database.read(readSessions));
  const settled = Promise.allSettled(waiting);
  await eventually(async () => assert.equal(await waitingLocks(fresh.url), 2));
  assert.deepEqual(await database.readAside((db) => db.selectFrom('setting').selectAll().execute()), []);
  assert.equal(await waitingLocks(fresh.url), 2);
  await locking.query('commit');
  await settled;
  await locking.end();
});

test('reads while many writes wait for a lock', { skip: NO_POSTGRES }, async () => {
  await using fresh = await freshPostgresUrl();
  await using database = await opened(fresh.url, { pool: 1 });
  const locking = new Client({ connectionString: fresh.url });
  await locking.connect();
  await locking.query('begin; lock table setting in access exclusive mode');
  const writes = Array.from({ length: 20 }, (_, number) =>
    database.write((db) => put(db, `${number}`.padStart(2, '0'))),
  );
  await eventually(async () => assert.equal(await waitingLocks(fresh.url), 1));
  assert.deepEqual(await database.read(readSessions), []);
  await locking.query('commit');
  await Promise.all(writes);
  assert.equal((await names(database)).length, 20);
  await locking.end();
});

test('migrates for longer than a statement may take, and says so', { skip: NO_POSTGRES }, async () => {
  await using fresh = await freshPostgresUrl();
  const lines: string[] = [];
  const migrate = async (database: Database) => database.migrate((line) => lines.push(line));
  {
    await using empty = await freshPostgresUrl();
    await using created = await openedWithoutMigration(empty.url);
    await migrate(created);
    assert.deepEqual(lines, []);
    const pool = new Pool({ connectionString: fresh.url });
    await using old = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    await migrateTo(old, '0021-locations');
  }
  await using database = await openedWithoutMigration(fresh.url, { connectMs: 1000, responseMs: 500 });
  const other = new Client({ connectionString: fresh.url });
  await other.connect();
  // Another server of the previous version is migrating.
  await other.query('select pg_advisory_lock(3853314791062309107)');
  const migration = migrate(database);
  await eventually(async () => assert.equal(await waitingLocks(fresh.url), 1));
  await other.query('select pg_sleep(1.5), pg_advisory_unlock(3853314791062309107)');
  await migration;
  await other.end();
  assert.match(lines.join('\n'), /^Updating the database\. .*\nThe database is up to date\.$/);
  await migrate(database);
  assert.equal(lines.length, 2);
});

test('rolls back a migration that fails, and reports its error', { skip: NO_POSTGRES }, async () => {
  await using fresh = await freshPostgresUrl();
  await runSql(fresh.url, 'create table image (id text)');
  await using database = await openedWithoutMigration(fresh.url);
  await assert.rejects(
    database.migrate(),
    /^StartError: Can't update the database: relation "image" already exists/,
  );
  const { rows } = await runSql(fresh.url, "select tablename from pg_tables where schemaname = 'public'");
  assert.deepEqual(rows, [{ tablename: 'image' }]);
});

test('keeps sites in different schemas of one database apart', { skip: NO_POSTGRES }, async () => {
  await using fresh = await freshPostgresUrl();
  await using north = await opened(fresh.url, { schema: 'north' });
  await using south = await opened(fresh.url, { schema: 'south' });
  await using neither = await opened(fresh.url);
  const notified: string[] = [];
  const stops = Object.entries({ north, south, neither }).map(([name, site]) =>
    site.watch(() => notified.push(name)),
  );
  await eventually(async () => assert.equal((await listeners(fresh.url)).length, 3));
  await eventually(() => assert.equal(notified.length, 3));

  await north.write(async (db) => {
    await put(db, 'n');
    // A write of another site does not wait for this one.
    await south.write((other) => put(other, 's'));
    await north.writeAside((other) => put(other, 'aside'));
  });
  await eventually(() => assert.deepEqual(notified.slice(3), ['south', 'north']));
  assert.deepEqual(await names(north), ['aside', 'n']);
  assert.deepEqual(await names(south), ['s']);
  assert.deepEqual(await names(neither), []);
  await Promise.all(stops.map((stop) => stop()));

  await using again = await opened(fresh.url, { schema: 'north' });
  assert.deepEqual(await names(again), ['aside', 'n']);
});

onPostgres('rolls back and throws when the connection breaks during a write', async ({ database, url }) => {
  await assert.rejects(
    database.write(async (db) => {
      await put(db, 'a');
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
      await runSql(url, `select pg_terminate_backend(${rows[0]?.pid})`);
      await put(db, 'b');
    }),
    isUnavailable,
  );
  assert.deepEqual(await names(database), []);
});

const skip = process.env['TEST_DATABASE_URL']
  ? 'the server that TEST_DATABASE_URL names is not ours to kill'
  : NO_POSTGRES;

test('throws while the server is killed or paused, and recovers', { skip }, async (t) => {
  await using cluster = await startPostgresCluster({ durable: true });
  const url = await cluster.createDatabase();
  await using database = await opened(url, { connectMs: 800, responseMs: 800 });
  await database.write((db) => put(db, 'a'));

  await t.test('recovers after the server was killed', async () => {
    let notifications = 0;
    const stop = database.watch(() => (notifications += 1));
    await eventually(async () => assert.equal((await listeners(url)).length, 1));
    const before = notifications;
    const underWay = database.write(async (db) => {
      await put(db, 'b');
      await cluster.kill();
      await put(db, 'c');
    });
    await assert.rejects(underWay, isUnavailable);
    await assert.rejects(names(database), isUnavailable);
    const refused = database.write((db) => put(db, 'd'));
    await assert.rejects(refused, isUnavailable);
    await eventually(() => assert.ok(notifications > before));

    await cluster.restart();
    await eventually(async () => assert.deepEqual(await names(database), ['a']));
    await database.write((db) => put(db, 'e'));
    await eventually(async () => assert.equal((await listeners(url)).length, 1));
    await stop();
  });

  await t.test('recovers after the server was paused', { skip: process.platform === 'win32' }, async () => {
    await cluster.pause();
    await assert.rejects(names(database), isUnavailable);
    const failing = database.write((db) => put(db, 'f'));
    await assert.rejects(failing, isUnavailable);
    cluster.resume();
    await eventually(async () => assert.deepEqual(await names(database), ['a', 'e']));
    await database.write((db) => put(db, 'g'));
  });

  await t.test('closes while the server is paused', { skip: process.platform === 'win32' }, async () => {
    const closing = await openedWithoutMigration(url, { closeMs: 200 });
    const stop = closing.watch(() => undefined);
    await eventually(async () => assert.equal((await listeners(url)).length, 1));
    await cluster.pause();
    const read = assert.rejects(names(closing), DatabaseUnavailableError);
    await stop();
    await closing.close();
    cluster.resume();
    await read.catch(() => undefined);
  });
});

async function openedWithoutMigration(url: string, waits?: Parameters<typeof openPostgres>[1]) {
  const database = await openPostgres(url, waits);
  return { ...database, [Symbol.asyncDispose]: database.close };
}

async function waitingLocks(url: string): Promise<number> {
  const { rows } = await runSql(
    url,
    "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}

async function listeners(url: string): Promise<number[]> {
  const { rows } = await runSql(
    url,
    "select pid from pg_stat_activity where datname = current_database() and query like 'listen %'",
  );
  return rows.map(({ pid }) => Number(pid));
}
