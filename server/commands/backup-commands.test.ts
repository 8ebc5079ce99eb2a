import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { API, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import { createAdmin } from '#server/accounts/create-admin.ts';
import { insertRows } from '#server/backup/backup-tables.ts';
import { databaseFile, type Database } from '#server/database/database.ts';
import { saveSiteText } from '#server/site-text/save-site-text.ts';
import { createStores } from '#server/stores.ts';
import { runCommand, startCommand } from '#tests/support/admin-command.ts';
import { runSql } from '#tests/support/databases.ts';
import { eventually } from '#tests/support/eventually.ts';
import {
  DATABASE_KINDS,
  freshDatabasePlace,
  onBothDatabases,
  type DatabasePlace,
} from '#tests/support/on-both-databases.ts';
import { startServer } from '#tests/support/server-process.ts';

const PASSWORD = 'seed, feed and weed';

const freshFolder = () => mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));

const saveText = (database: Database, message: string) =>
  database.write((db) =>
    saveSiteText(
      createStores(db),
      { origin: 'admin', name: 'Ada' },
      { configType: 'WelcomeMessage', message },
    ),
  );

/** A history so long that reading and writing it takes a while. */
async function writeLongHistory(database: Database): Promise<void> {
  await database.write(async (db) => {
    for (let page = 0; page < 200; page += 1) {
      const rows = Array.from({ length: 100 }, (_, row) => ({
        version: page * 100 + row + 1,
        at: new Date(page * 100 + row).toISOString(),
        origin: 'admin',
        author: 'Ada',
        subject: 'history',
        before: JSON.stringify(`${Math.random()}`.repeat(20)),
        after: 'null',
      }));
      await insertRows(db, 'change_log', rows);
    }
  });
}

const countChanges = async (database: Database) =>
  (await database.read((db) => db.selectFrom('change_log').select('version').execute())).length;

/** Fails while nobody is in the middle of a long write. */
async function assertBeingWritten({ kind, options }: DatabasePlace): Promise<void> {
  if (kind === 'SQLite') {
    using sqlite = new DatabaseSync(databaseFile(options.dataDir), { timeout: 0 });
    assert.throws(() => sqlite.exec('begin immediate; rollback'), /locked/);
    // What does not fit into its memory has gone to the log before the commit.
    assert.ok(statSync(`${databaseFile(options.dataDir)}-wal`).size > 1_000_000);
  } else {
    const { rows } = await runSql(
      options.databaseUrl ?? '',
      `select 1 from pg_locks where mode = 'ExclusiveLock' and granted and relation = 'change_log'::regclass
       and database = (select oid from pg_database where datname = current_database())`,
    );
    assert.equal(rows.length, 1);
  }
}

for (const kind of DATABASE_KINDS) {
  test(`A site that runs is saved and restored, and shows at once what was restored (${kind})`, async () => {
    await using place = await freshDatabasePlace(kind);
    await using folder = await freshFolder();
    const file = join(folder.path, 'site.backup');
    const made = await runCommand(place.environment, ['create-admin', 'Ada'], PASSWORD);
    assert.equal(made.code, 0, made.complaint);
    await using server = await startServer(place.environment);
    const database = await place.open();

    const look = async () => {
      const answer = await fetch(`${server.url}/`);
      const version = Number(answer.headers.get(CONTENT_VERSION_HEADER));
      return { version, etag: answer.headers.get('etag'), text: await answer.text() };
    };
    const signIn = async () => {
      const body = JSON.stringify({ username: 'Ada', password: PASSWORD });
      const headers = { 'content-type': 'application/json' };
      const { status, headers: answer } = await fetch(server.url + API.signIn, {
        method: 'POST',
        headers,
        body,
      });
      return { status, cookie: answer.get('set-cookie')?.split(';')[0] ?? '' };
    };
    const isSignedIn = async (cookie: string) =>
      (await fetch(server.url + API.verify, { headers: { cookie } })).status === 200;

    await saveText(database, 'Welcome as it was');
    await eventually(async () => assert.match((await look()).text, /Welcome as it was/));
    const saved = await runCommand(place.environment, ['backup', file]);
    assert.equal(saved.code, 0, saved.complaint);
    assert.match(
      saved.output,
      /^\S+site\.backup is written: \d+ texts, \d+ pictures, \d+ changes, 1 administrators?\.\n$/,
    );

    await saveText(database, 'Welcome as it became');
    await eventually(async () => assert.match((await look()).text, /Welcome as it became/));
    const before = await look();
    const { cookie } = await signIn();
    assert.ok(await isSignedIn(cookie));

    const refused = await runCommand(place.environment, ['restore', file]);
    assert.equal(refused.code, 1);
    assert.equal(refused.complaint, 'The database holds a site already; --force replaces all of it.\n');
    assert.ok(await isSignedIn(cookie));

    const restored = await runCommand(place.environment, ['restore', file, '--force']);
    assert.equal(restored.code, 0, restored.complaint);
    assert.match(restored.output, /^The site is as it was on \S+ \S+ UTC\. All sessions have ended\.\n$/);
    await eventually(async () => assert.match((await look()).text, /Welcome as it was/));
    const after = await look();
    assert.ok(after.version > before.version);
    assert.notEqual(after.etag, before.etag);
    assert.equal(await isSignedIn(cookie), false);
    assert.equal((await signIn()).status, 200);
  });

  test(`A backup becomes a new site with its content and administrators (${kind})`, async () => {
    await using origin = await freshDatabasePlace(kind === 'SQLite' ? 'PostgreSQL' : 'SQLite');
    await using target = await freshDatabasePlace(kind);
    await using folder = await freshFolder();
    const file = join(folder.path, 'site.backup');
    const site = await origin.open();
    await createAdmin(site, { username: 'Ada', password: PASSWORD });
    await saveText(site, 'Welcome to the other side');
    const saved = await runCommand(origin.environment, ['backup', file]);
    assert.equal(saved.code, 0, saved.complaint);
    const restored = await runCommand(target.environment, ['restore', file]);
    assert.equal(restored.code, 0, restored.complaint);

    await using server = await startServer({ ...target.environment, SEED_CONTENT: 'none' });
    assert.ok(!server.output().includes('first administrator'), 'The start made another administrator.');
    assert.match(await (await fetch(server.url)).text(), /Welcome to the other side/);
    const answer = await fetch(server.url + API.signIn, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'Ada', password: PASSWORD }),
    });
    assert.equal(answer.status, 200);
  });

  test(`A file that cannot be restored is told in a line and makes no database (${kind})`, async () => {
    await using place = await freshDatabasePlace(kind);
    await using other = await freshDatabasePlace('SQLite');
    await using folder = await freshFolder();
    const file = join(folder.path, 'site.backup');
    await createAdmin(await other.open(), { username: 'Ada', password: PASSWORD });
    await runCommand(other.environment, ['backup', file]);
    truncateSync(file, statSync(file).size - 1);
    for (const [path, complaint] of [
      [file, `${file} is broken or was cut off: it is not as it was written.\n`],
      [join(folder.path, 'nothing'), `${join(folder.path, 'nothing')} cannot be read (ENOENT).\n`],
      [folder.path, `${folder.path} cannot be read (EISDIR).\n`],
      [import.meta.filename, `${import.meta.filename} is no backup of Scalehouse.\n`],
    ] as const) {
      assert.deepEqual(await runCommand(place.environment, ['restore', path, '--force']), {
        code: 1,
        output: '',
        complaint,
      });
    }
    assert.deepEqual(readdirSync(place.options.dataDir), []);
    const { complaint } = await runCommand(place.environment, ['list-admins']);
    assert.match(complaint, /holds no site yet/);
  });

  test(`A database of an older version is not migrated by the way (${kind})`, async () => {
    await using place = await freshDatabasePlace(kind);
    const database = await place.open();
    await database.write((db) =>
      db
        .deleteFrom('kysely_migration' as 'setting')
        .where('name', '>', '0002')
        .execute(),
    );
    for (const words of [
      ['list-admins'],
      ['backup', join(place.options.dataDir, 'file')],
      ['create-admin', 'Ada'],
    ]) {
      const { code, complaint } = await runCommand(place.environment, words, PASSWORD);
      assert.equal(code, 1);
      assert.match(complaint, /^The database is of an older version of Scalehouse\. Start the site/);
    }
  });
}

onBothDatabases(
  'A backup that is killed leaves nothing under its name',
  async ({ database, environment }) => {
    await using folder = await freshFolder();
    const file = join(folder.path, 'site.backup');
    await writeLongHistory(database);
    const { child, ended } = startCommand(environment, ['backup', file]);
    await eventually(() => {
      const [partial] = readdirSync(folder.path);
      assert.ok(partial && statSync(join(folder.path, partial)).size > 1000);
    });
    child.kill('SIGKILL');
    assert.equal((await ended).code, null);
    assert.equal(existsSync(file), false);
    assert.match(readdirSync(folder.path).join(), /^site\.backup\.[0-9a-f]+\.partial$/);

    const again = await runCommand(environment, ['backup', file]);
    assert.equal(again.code, 0, again.complaint);
    const kept = readFileSync(file);
    const killed = startCommand(environment, ['backup', file, '--force']);
    await eventually(() => assert.equal(readdirSync(folder.path).length, 3));
    killed.child.kill('SIGKILL');
    assert.equal((await killed.ended).code, null);
    assert.deepEqual(readFileSync(file), kept);
  },
);

onBothDatabases('A restore that is killed leaves the old content whole', async ({ database, ...place }) => {
  await using folder = await freshFolder();
  await using other = await freshDatabasePlace('SQLite');
  const file = join(folder.path, 'site.backup');
  const origin = await other.open();
  await writeLongHistory(origin);
  await runCommand(other.environment, ['backup', file]);

  await createAdmin(database, { username: 'Ada', password: PASSWORD });
  await saveText(database, 'as it was');
  const { child, ended } = startCommand(place.environment, ['restore', file, '--force']);
  await eventually(() => assertBeingWritten(place));
  child.kill('SIGKILL');
  assert.equal((await ended).code, null);
  await eventually(() => saveText(database, 'as it went on'));
  assert.equal(await countChanges(database), 2);
  const admins = await database.read((db) => createStores(db).admins.list());
  assert.deepEqual(
    admins.map(({ username }) => username),
    ['Ada'],
  );

  const again = await runCommand(place.environment, ['restore', file, '--force']);
  assert.equal(again.code, 0, again.complaint);
  assert.equal(await countChanges(database), 20_001);
});
