import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdmin } from '#server/domains/accounts/manage-admins.ts';
import { insertRows } from '#server/backup/backup-tables.ts';
import type { Database } from '#server/platform/database/database.ts';
import { databaseFile } from '#server/platform/database/open-database.ts';
import { whileUnlocked } from '#server/records/change-log/while-unlocked.ts';
import { saveSiteText } from '#server/domains/site-text/site-texts.ts';
import { createStores } from '#tests/support/stores.ts';
import { runCommand, startCommand } from '#tests/support/admin-command.ts';
import { runSql } from '#tests/support/databases.ts';
import { eventually } from '#tests/support/eventually.ts';
import { freshTestDatabase, onBothDatabases, type TestDatabase } from '#tests/support/on-both-databases.ts';

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

/** Writes a change log long enough for a backup or restore to take a while. */
async function writeLongHistory(database: Database): Promise<void> {
  await database.write((db) =>
    whileUnlocked(db, async () => {
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
    }),
  );
}

const countChanges = async (database: Database) =>
  (await database.read((db) => db.selectFrom('change_log').select('version').execute())).length;

async function assertBeingWritten({ kind, options }: TestDatabase): Promise<void> {
  if (kind === 'SQLite') {
    using sqlite = new DatabaseSync(databaseFile(options.dataDir), { timeout: 0 });
    assert.throws(() => sqlite.exec('begin immediate; rollback'), /locked/);
    // SQLite writes pages that exceed its cache to the WAL before the commit.
    assert.ok(statSync(`${databaseFile(options.dataDir)}-wal`).size > 1_000_000);
  } else {
    const { rows } = await runSql(
      options.databaseUrl ?? '',
      // The lock of unlocking the log, which the transaction keeps until it ends.
      `select 1 from pg_locks where mode = 'ShareRowExclusiveLock' and granted and relation = 'change_log'::regclass
       and database = (select oid from pg_database where datname = current_database())`,
    );
    assert.equal(rows.length, 1);
  }
}

onBothDatabases(
  'leaves no incomplete backup, and keeps an existing one, when a backup is killed',
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
    assert.equal(again.code, 0, again.errorOutput);
    // The next backup removes what the killed one has left.
    assert.deepEqual(readdirSync(folder.path), ['site.backup']);
    const contents = readFileSync(file);
    const killed = startCommand(environment, ['backup', file, '--force']);
    await eventually(() => assert.equal(readdirSync(folder.path).length, 2));
    killed.child.kill('SIGKILL');
    assert.equal((await killed.ended).code, null);
    assert.deepEqual(readFileSync(file), contents);
  },
);

onBothDatabases('keeps the old content when a restore is killed', async ({ database, ...testDatabase }) => {
  await using folder = await freshFolder();
  await using other = await freshTestDatabase('SQLite');
  const file = join(folder.path, 'site.backup');
  const origin = await other.open();
  await writeLongHistory(origin);
  await runCommand(other.environment, ['backup', file]);

  await createAdmin(database, { username: 'Ada', password: PASSWORD });
  await saveText(database, 'as it was');
  const { child, ended } = startCommand(testDatabase.environment, ['restore', file, '--force']);
  await eventually(() => assertBeingWritten(testDatabase));
  child.kill('SIGKILL');
  assert.equal((await ended).code, null);
  await eventually(() => saveText(database, 'as it went on'));
  // The account and two texts.
  assert.equal(await countChanges(database), 3);
  const admins = await database.read((db) => createStores(db).admins.list());
  assert.deepEqual(
    admins.map(({ username }) => username),
    ['Ada'],
  );

  const again = await runCommand(testDatabase.environment, ['restore', file, '--force']);
  assert.equal(again.code, 0, again.errorOutput);
  assert.equal(await countChanges(database), 20_001);
});
