import assert from 'node:assert/strict';
import { openSync, statSync, writeSync } from 'node:fs';
import { test } from 'node:test';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { seedContent } from '#server/domains/demo-content/seed-content.ts';
import { filesOf } from '#server/domains/images/image-files.ts';
import { imageRules } from '#server/domains/images/image-kind.ts';
import { createDiskFiles } from '#server/platform/files/disk-files.ts';
import { aNewImage } from '#tests/support/a-stored-image.ts';
import { createStores, DANA, withStores } from '#tests/support/stores.ts';
import { databaseFile } from '#server/platform/database/open-database.ts';
import { runCommand } from '#tests/support/admin-command.ts';
import { tamper } from '#tests/support/change-log.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { freshTestDatabase, onBothDatabases } from '#tests/support/on-both-databases.ts';

onBothDatabases('finds no problems in the demo content', async ({ database, environment }) => {
  await seedContent(database, 'demo');
  const { version, hash } = (await readChangeLog(database)).at(-1)!;
  const { code, output } = await runCommand(environment, ['check']);
  assert.equal(code, 0);
  assert.equal(output, `No problems found. The newest change is ${version}-${hash.slice(0, 8)}.\n`);
});

onBothDatabases('finds no problem in what the release before saves during an update', async (given) => {
  const { database, environment, options } = given;
  const files = createDiskFiles(options.dataDir);
  await withStores(database, (stores) => imageRules.save(stores, DANA, aNewImage('a')));
  for (const name of filesOf({ fileName: 'a.jpg', revision: '', crop: '' }))
    await files.save(`images/${name}`, Readable.from(['whole']));
  await files.save('documents/r1.pdf', Readable.from(['whole']));
  const document = { id: 'd', name: 'a.pdf', title: 'Rules', revision: 'r1', size: 5, hash: 'h' };
  const times = { changedAt: '2026-11-20T12:00:00.000Z', deletedAt: null };
  await database.write(async (db) => {
    // Its rows and entries have no audience, and it records no checksums.
    await sql`insert into document (id, name, title, position, revision, size, hash, changed_at)
      values ('d', 'a.pdf', 'Rules', 1, 'r1', 5, 'h', ${times.changedAt})`.execute(db);
    const entry = { author: DANA, subject: 'document:d', before: null, after: { ...document, ...times } };
    await createStores(db).changeLog.append(entry);
  });
  const { code, output } = await runCommand(environment, ['check']);
  assert.equal(code, 0, output);
  assert.match(output, /^No problems found\./);
  const documents = await withStores(database, (stores) => stores.documents.list());
  assert.deepEqual(
    documents.map(({ audience }) => audience),
    ['link'],
  );
});

onBothDatabases('names unreadable rows, and fails', async (given) => {
  const { database, environment } = given;
  await seedContent(database, 'demo');
  for (const statement of [
    `update price_table set rows = '[' where table_type = 2`,
    `update price_table set headers = '[1]' where table_type = 0`,
    `insert into cash_commodity values ('Rye', 9, null, 'sideways', 2, '')`,
    `update change_log set after = '{' where version = 3`,
  ]) {
    await tamper(database, statement);
  }
  const { code, output, errorOutput } = await runCommand(environment, ['check']);
  assert.equal(code, 1);
  assert.deepEqual(output.trim().split('\n'), [
    "Row Rye of table cash_commodity: rounding holds a value that isn't allowed.",
    "Row 0 of table price_table: headers holds a value that isn't allowed.",
    "Row 2 of table price_table: rows isn't valid JSON.",
    "Row 3 of table change_log: after isn't valid JSON.",
  ]);
  assert.match(errorOutput, /^Visitors see what was last readable\. /);
});

test('names values of the wrong type, which SQLite does not prevent', async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  const database = await testDatabase.open();
  await seedContent(database, 'demo');
  for (const [table, column] of [
    ['cash_bid', 'basis_hundredths'],
    ['employee', 'name'],
    ['pioneer_item', 'description'],
    ['pioneer_category', 'description'],
    ['site_text', 'content'],
    ['setting', 'value'],
  ]) {
    const row = `rowid = (select min(rowid) from ${table})`;
    await database.write((db) => sql.raw(`update ${table} set ${column} = x'00' where ${row}`).execute(db));
    const { code, output } = await runCommand(testDatabase.environment, ['check']);
    assert.equal(code, 1);
    assert.match(output, new RegExp(`^Row .+ of table ${table}: ${column} holds a value`, 'm'));
  }
});

onBothDatabases('names content that cannot be read at all, and checks the rest', async (given) => {
  const { database, environment } = given;
  await seedContent(database, 'demo');
  await tamper(
    database,
    'alter table employee rename column title to label',
    `update price_table set rows = '[' where table_type = 2`,
  );
  const { code, output } = await runCommand(environment, ['check']);
  // Other tests use the tables of PostgreSQL again.
  await tamper(database, 'alter table employee rename column label to title');
  assert.equal(code, 1);
  assert.match(output, /^The content of employees can't be read: .*title.*\.$/m);
  assert.match(output, /^Row 2 of table price_table: rows isn't valid JSON\.$/m);
});

onBothDatabases('names unreadable rows that are derived again', async ({ database, environment }) => {
  await seedContent(database, 'demo');
  await tamper(
    database,
    `insert into setting values ('clock-checks', '{"last":""}')`,
    `insert into price_change values ('bid:corn', 20, '{')`,
  );
  const { code, output } = await runCommand(environment, ['check']);
  assert.equal(code, 1);
  assert.deepEqual(output.trim().split('\n'), [
    "Row clock-checks of table setting: value holds a value that isn't allowed.",
    "Row bid:corn 20 of table price_change: value isn't valid JSON.",
  ]);
});

test('names rows with numbers that are too large for JavaScript', async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  const database = await testDatabase.open();
  await seedContent(database, 'demo');
  await tamper(
    database,
    'update cash_bid set basis_hundredths = 9007199254740993 where position = 0',
    'update change_log set version = 9007199254740993 where version = 5',
  );
  const { code, output } = await runCommand(testDatabase.environment, ['check']);
  assert.equal(code, 1);
  assert.match(output, /^Row .+ of table cash_bid: basis_hundredths holds a value that isn't allowed\.$/m);
  assert.match(output, /^Row 9007199254740993 of table change_log: version holds a value/m);
  const backup = await runCommand(testDatabase.environment, [
    'backup',
    `${testDatabase.options.dataDir}/a.backup`,
  ]);
  assert.equal(backup.code, 1);
  assert.match(backup.errorOutput, /^Table cash_bid contains data that can't be backed up, .+\n$/);
});

test('reports a damaged file', async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  const database = await testDatabase.open();
  await seedContent(database, 'demo');
  await database.close();
  const path = databaseFile(testDatabase.options.dataDir);
  const file = openSync(path, 'r+');
  for (let at = 8192; at < statSync(path).size; at += 4096) writeSync(file, Buffer.alloc(100, 7), 0, 100, at);
  const { code, output, errorOutput } = await runCommand(testDatabase.environment, ['check']);
  assert.equal(code, 1);
  assert.match(output, /^The database file is damaged: /);
  assert.match(errorOutput, /^Restore the newest backup: see docs\/operating\.md\.\n$/);
});
