import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { test } from 'node:test';
import { sql } from 'kysely';
import { StartError } from '#server/platform/start-error.ts';
import { freshPostgresUrl, NO_POSTGRES, runSql } from '#tests/support/databases.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startPostgresCluster } from '#tests/support/postgres-cluster.ts';
import { DatabaseUnavailableError, type Database, type DatabaseHandle } from './database.ts';
import { openPostgres } from './postgres.ts';

const put = (db: DatabaseHandle, name: string) =>
  db.insertInto('setting').values({ name, value: 'x' }).execute();

const names = (database: Database) =>
  database.read(async (db) =>
    (await db.selectFrom('setting').select('name').orderBy('name').execute()).map(({ name }) => name),
  );

async function opened(url: string, waits?: Parameters<typeof openPostgres>[1]) {
  const database = await openPostgres(url, waits);
  await database.migrate();
  return { ...database, [Symbol.asyncDispose]: database.close };
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
  const count = async () =>
    (
      await runSql(
        fresh.url,
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    ).rows.length;
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

test('checks for changes after the listening connection is restored', { skip: NO_POSTGRES }, async () => {
  await using fresh = await freshPostgresUrl();
  await using database = await opened(fresh.url);
  let found: string[] = [];
  const stop = database.watch(() => void names(database).then((now) => (found = now)));
  await eventually(async () => assert.equal((await listeners(fresh.url)).length, 1));
  const [pid] = await listeners(fresh.url);
  await runSql(fresh.url, `select pg_terminate_backend(${pid})`);
  // No connection listens for this change.
  await runSql(fresh.url, "insert into setting values ('a', 'x')");
  await eventually(() => assert.deepEqual(found, ['a']));
  await eventually(async () => assert.equal((await listeners(fresh.url)).length, 1));
  assert.notDeepEqual(await listeners(fresh.url), [pid]);
  await stop();
});

test(
  'fails a write that waits too long for a lock, and the next one succeeds',
  { skip: NO_POSTGRES },
  async () => {
    await using fresh = await freshPostgresUrl();
    await using database = await opened(fresh.url, { responseMs: 300 });
    await using other = await opened(fresh.url);
    await other.write(async (db) => {
      await put(db, 'a');
      await assert.rejects(
        database.write((another) => put(another, 'b')),
        isUnavailable,
      );
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
  await assert.rejects(
    database.write((db) => put(db, 'b')),
    isUnavailable,
  );
  assert.deepEqual(await names(database), ['a']);
});

test('rolls back and throws when the connection breaks during a write', { skip: NO_POSTGRES }, async () => {
  await using fresh = await freshPostgresUrl();
  await using database = await opened(fresh.url);
  await assert.rejects(
    database.write(async (db) => {
      await put(db, 'a');
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
      await runSql(fresh.url, `select pg_terminate_backend(${rows[0]?.pid})`);
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
  await using database = await opened(url, { connectMs: 500, responseMs: 500 });
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
    await assert.rejects(
      database.write((db) => put(db, 'd')),
      isUnavailable,
    );
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
    await assert.rejects(
      database.write((db) => put(db, 'f')),
      isUnavailable,
    );
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

async function listeners(url: string): Promise<number[]> {
  const { rows } = await runSql(
    url,
    "select pid from pg_stat_activity where datname = current_database() and query like 'listen %'",
  );
  return rows.map(({ pid }) => Number(pid));
}
