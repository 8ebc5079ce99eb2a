import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { StartError } from '#server/platform/start-error.ts';
import { eventually } from '#tests/support/eventually.ts';
import { addNewerTables } from '#tests/support/newer-tables.ts';
import { DATABASE_KINDS, freshTestDatabase, onBothDatabases } from '#tests/support/on-both-databases.ts';
import { DatabaseUnavailableError, type Database, type DatabaseHandle } from './database.ts';
import { databaseFile } from './open-database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { inSavepoint } from './transaction.ts';

const put = (db: DatabaseHandle, name: string, value = 'x') =>
  db.insertInto('setting').values({ name, value }).execute();

const namesIn = async (db: DatabaseHandle) =>
  (await db.selectFrom('setting').select('name').orderBy('name').execute()).map(({ name }) => name);

const names = (database: Database) => database.read(namesIn);

onBothDatabases('stores a write and returns the result of its work', async ({ database, open }) => {
  assert.equal(await database.write(async (db) => (await put(db, 'a'), 7)), 7);
  assert.deepEqual(await names(await open()), ['a']);
});

onBothDatabases('rolls back and rethrows the error when the work throws', async ({ database }) => {
  const error = new Error('The connection to the printer ran into a timeout');
  const write = database.write(async (db) => {
    await put(db, 'a');
    throw error;
  });
  await assert.rejects(write, (thrown) => thrown === error);
  const refused = database.read(async () => Promise.reject(error));
  await assert.rejects(refused, (thrown) => thrown === error);
  assert.deepEqual(await names(database), []);
});

onBothDatabases('rolls back only a part of a write that fails', async ({ database }) => {
  await database.write(async (db) => {
    await put(db, 'a');
    for (const fail of [() => Promise.reject(new Error('Not allowed.')), () => put(db, 'b')]) {
      const part = inSavepoint(db, async () => {
        await put(db, 'b');
        await fail();
      });
      await assert.rejects(part);
    }
    await inSavepoint(db, () => put(db, 'c'));
  });
  assert.deepEqual(await names(database), ['a', 'c']);
});

onBothDatabases('throws an ordinary error for invalid SQL, and still writes afterwards', async (given) => {
  const { database } = given;
  await database.write((db) => put(db, 'a'));
  const issues: ((db: DatabaseHandle) => Promise<unknown>)[] = [
    (db) => put(db, 'a'),
    (db) => sql`insert into setting (name, value) values ('b', null)`.execute(db),
    (db) => sql`select nothing from nowhere`.execute(db),
    (db) => sql`selec`.execute(db),
  ];
  for (const issue of issues) {
    await assert.rejects(
      database.write(async (db) => {
        await put(db, 'c');
        await issue(db);
      }),
      (error) => error instanceof Error && !(error instanceof DatabaseUnavailableError),
    );
  }
  await database.write((db) => put(db, 'd'));
  assert.deepEqual(await names(database), ['a', 'd']);
});

onBothDatabases('reads a consistent snapshot during a concurrent write', async ({ database, open }) => {
  const writer = await open();
  await database.read(async (db) => {
    assert.deepEqual(await namesIn(db), []);
    await writer.write((other) => put(other, 'a'));
    assert.deepEqual(await namesIn(db), []);
  });
  assert.deepEqual(await names(database), ['a']);
});

onBothDatabases('reads while a write on another connection is in progress', async ({ database, open }) => {
  const writer = await open();
  await writer.write(async (db) => {
    await put(db, 'a');
    assert.deepEqual(await names(database), []);
  });
});

onBothDatabases('writes aside while a read is in progress', async ({ database }) => {
  await database.read(async (db) => {
    assert.deepEqual(await namesIn(db), []);
    assert.equal(await database.writeAside(async (other) => (await put(other, 'a'), 7)), 7);
  });
  assert.deepEqual(await names(database), ['a']);
  const error = new Error('The printer is out of paper');
  const failed = database.writeAside(async (db) => {
    await put(db, 'b');
    throw error;
  });
  await assert.rejects(failed, (thrown) => thrown === error);
  assert.deepEqual(await names(database), ['a']);
});

const increment = (on: Database) =>
  on.writeAside(async (db) => {
    const count = (await namesIn(db)).length;
    await put(db, `${count}`);
  });

onBothDatabases('runs one write aside at a time across processes', async ({ database, open }) => {
  const other = await open();
  await Promise.all(Array.from({ length: 20 }, (_, n) => increment(n % 2 ? database : other)));
  assert.equal((await names(database)).length, 20);
});

onBothDatabases('runs 100 writes that arrive together at four servers', async (given) => {
  const { options, kind } = given;
  await using opened = new AsyncDisposableStack();
  const databases: Database[] = [];
  for (let n = 0; n < 4; n += 1) {
    const database = options.databaseUrl
      ? await openPostgres(options.databaseUrl, { connectMs: 2000, pool: 1 })
      : openSqlite(databaseFile(options.dataDir));
    databases.push(opened.adopt(database, (each) => each.close()));
  }
  const writes = await given.database.write(async (db) => {
    const waiting = databases.flatMap((database, server) =>
      Array.from({ length: 25 }, async (_, n) => database.write((other) => put(other, `${server} ${n}`))),
    );
    // Longer than connecting may take.
    if (kind === 'PostgreSQL') await sql`select pg_sleep(2.5)`.execute(db);
    return { waiting };
  });
  await Promise.all(writes.waiting);
  assert.equal((await names(given.database)).length, 100);
});

onBothDatabases('reports changes of others until the watch is stopped', async ({ database, open }) => {
  let notifications = 0;
  const stop = database.watch(() => (notifications += 1));
  // Starting the watch may cause the first call.
  await eventually(() => assert.ok(notifications > 0));
  const before = notifications;
  const other = await open();
  await other.write((db) => put(db, 'a'));
  await eventually(() => assert.ok(notifications > before));

  await stop();
  const after = notifications;
  const isLogged = Promise.withResolvers<void>();
  const stopOther = other.watch(isLogged.resolve);
  await other.write((db) => put(db, 'b'));
  await isLogged.promise;
  await stopOther();
  assert.equal(notifications, after);
});

for (const kind of DATABASE_KINDS) {
  test(`creates the tables once when several connections open an empty database (${kind})`, async () => {
    await using testDatabase = await freshTestDatabase(kind);
    const databases = await Promise.all([testDatabase.open(), testDatabase.open(), testDatabase.open()]);
    for (const [index, database] of databases.entries()) await database.write((db) => put(db, `${index}`));
    for (const database of databases) assert.deepEqual(await names(database), ['0', '1', '2']);
  });

  test(`rejects a database of a newer version and leaves it unchanged (${kind})`, async () => {
    await using testDatabase = await freshTestDatabase(kind);
    const database = await testDatabase.open();
    await database.write(async (db) => {
      await put(db, 'a');
      await sql`insert into kysely_migration (name, timestamp)
        values ('9999-later', ${new Date().toISOString()})`.execute(db);
    });
    await assert.rejects(testDatabase.open(), (error) => {
      assert.ok(error instanceof StartError);
      assert.match(error.message, /^This database was updated by a newer version of Scalehouse .*9999-later/);
      return true;
    });
    assert.deepEqual(await names(database), ['a']);
  });

  test(`uses a database of a newer version whose tables suit this one (${kind})`, async () => {
    await using testDatabase = await freshTestDatabase(kind);
    const running = await testDatabase.open();
    await running.write((db) => put(db, 'a'));
    await addNewerTables(running);
    await running.write((db) => put(db, 'b'));
    const started = await testDatabase.open();
    await started.write((db) => put(db, 'c'));
    assert.deepEqual(await names(running), ['a', 'b', 'c']);
  });

  test(`rejects a database whose newest tables only suit versions after this one (${kind})`, async () => {
    await using testDatabase = await freshTestDatabase(kind);
    await addNewerTables(await testDatabase.open(), '9998');
    await assert.rejects(testDatabase.open(), {
      name: 'StartError',
      message: /^This database was updated by a newer version of Scalehouse \(9999-newer~9998\)/,
    });
  });
}
