import assert from 'node:assert/strict';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { readChangeLog, tamper } from '#tests/support/change-log.ts';
import type { Database } from '#server/platform/database/database.ts';
import { sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { DANA } from '#tests/support/stores.ts';
import { findStepsSince } from './assert-unchanged.ts';
import type { Author } from '#server/platform/change.ts';
import { createChangeLogStore, entryId } from './change-log-store.ts';

const DEMO: Author = { origin: 'demo' };

const append = (database: Database, change: { author?: Author; subject?: string; after?: unknown } = {}) =>
  database.write((db) =>
    createChangeLogStore(db).append({ author: DANA, subject: 'fax', before: '', after: 'x', ...change }),
  );
const version = (database: Database) => database.read((db) => createChangeLogStore(db).version());
const hasDemoContent = (database: Database) =>
  database.read((db) => createChangeLogStore(db).hasDemoContent());

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

onBothDatabases('returns the number of the newest change, at first 0', async ({ database }) => {
  assert.equal(await version(database), 0);
  assert.equal(await append(database), 1);
  assert.equal(await append(database), 2);
  assert.equal(await version(database), 2);
});

onBothDatabases('has the time of PostgreSQL', async ({ database, kind, t }) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2020-03-01T12:00:00.000Z') });
  await append(database);
  t.mock.timers.reset();
  const [{ at } = assert.fail()] = await readChangeLog(database);
  assert.equal(at === '2020-03-01T12:00:00.000Z', kind === 'SQLite', at);
});

onBothDatabases('stores any JSON values before and after a change', async ({ database }) => {
  const values = ['', 'a "b" \u2028 🌾', null, 0, false, [], { a: [{ b: null }] }];
  for (const after of values) await append(database, { after });
  const shown = (await readChangeLog(database)).map(({ after }) => JSON.parse(after));
  assert.deepEqual(shown, values);
});

onBothDatabases('numbers the changes of fifty writers without gaps', async (given) => {
  const handles = [given.database, await given.open()];
  const numbers = await Promise.all(
    upTo(50).map(async (writer) => {
      const database = handles[writer % 2] ?? given.database;
      return append(database, { after: writer });
    }),
  );
  const found = [...numbers].sort((a, b) => a - b);
  assert.deepEqual(found, upTo(50));
  const changes = await readChangeLog(given.database);
  const listed = changes.map((change) => change.version);
  assert.deepEqual(listed, upTo(50));
  for (const [index, number] of numbers.entries()) {
    assert.equal(changes[number - 1]?.after, String(index + 1));
  }
});

onBothDatabases('never exposes a version before all lower versions', async (given) => {
  const reader = await given.open();
  const writing = upTo(50).map(() => append(given.database));
  const isWritten = Promise.all(writing).then(() => 'written');
  while ((await Promise.race([isWritten, readChangeLog(reader)])) !== 'written') {
    const versions = (await readChangeLog(reader)).map((change) => change.version);
    assert.deepEqual(versions, upTo(versions.length));
    // Otherwise reads of SQLite, which never wait for the system, would keep writes from completing.
    await setImmediate();
  }
});

onBothDatabases('reports demo content until each of its subjects was changed or emptied', async (given) => {
  const { database } = given;
  assert.equal(await hasDemoContent(database), false);
  await append(database, { subject: 'hours' });
  assert.equal(await hasDemoContent(database), false);

  await append(database, { subject: 'fax', author: DEMO });
  await append(database, { subject: 'bids', author: DEMO });
  assert.equal(await hasDemoContent(database), true);
  await append(database, { subject: 'fax' });
  assert.equal(await hasDemoContent(database), true);
  await append(database, { subject: 'bids' });
  assert.equal(await hasDemoContent(database), false);

  await append(database, { subject: 'fax', author: DEMO });
  assert.equal(await hasDemoContent(database), true);
  for (const after of [null, '']) {
    await append(database, { subject: 'fax', author: DEMO, after });
    assert.equal(await hasDemoContent(database), false, 'nothing is left of it');
  }
});

onBothDatabases(
  'gives each entry another id, also under a number that was used before',
  async ({ database }) => {
    for (const after of upTo(20)) await append(database, { after });
    const entries = await readChangeLog(database);
    assert.equal(new Set(entries.map(({ hash }) => hash)).size, 20);
    const last = entries.at(-1)!;
    assert.match(entryId(last), /^20-[0-9a-f]{8}$/);
    const contains = (id: string) =>
      database.read((db) => createChangeLogStore(db).contains({ version: 20, epoch: id.slice(3) }));
    assert.equal(await contains(entryId(last)), true);
    await tamper(database, 'delete from change_log where version = 20');
    await append(database, { after: 20 });
    assert.equal(await contains(entryId(last)), false);
  },
);

onBothDatabases('appends the steps of one save at the same time', async ({ database }) => {
  const steps = ['a', 'b', null].map((item) => ({ item, before: 1, after: { item } }));
  const last = await database.write((db) =>
    createChangeLogStore(db).appendAll({ author: DANA, subject: 'list' }, steps),
  );
  assert.equal(last, 3);
  const entries = await readChangeLog(database);
  const shown = entries.map((entry) => [entry.version, entry.item]);
  assert.deepEqual(shown, [
    [1, 'a'],
    [2, 'b'],
    [3, null],
  ]);
  assert.equal(new Set(entries.map(({ at }) => at)).size, 1);
});

onBothDatabases('yields the steps of subjects newest first, across pages', async ({ database }) => {
  const steps = upTo(1200).map((after) => ({ item: null, before: null, after }));
  await database.write(async (db) => {
    const changeLog = createChangeLogStore(db);
    await changeLog.appendAll({ author: DANA, subject: 'other' }, steps);
    await changeLog.appendAll({ author: DANA, subject: 'list' }, steps);
  });
  const found = await database.read((db) =>
    Array.fromAsync(createChangeLogStore(db).stepsBackTo(['list', 'none'], 1300)),
  );
  const listed = found.map(({ after }) => after);
  assert.deepEqual(listed, upTo(1200).slice(100).toReversed());
});

onBothDatabases('names an unreadable entry among the steps, which a save conflicts with', async (given) => {
  const { database } = given;
  for (const _ of upTo(3)) await append(database);
  const baseVersion = await database.read((db) => createChangeLogStore(db).contentVersion());
  for (const _ of upTo(3)) await append(database);
  await tamper(database, `update change_log set before = '{' where version = 5`);
  const stepsBack = (since: number) =>
    database.read((db) => Array.fromAsync(createChangeLogStore(db).stepsBackTo(['fax'], since)));
  assert.equal((await stepsBack(5)).length, 1);
  await assert.rejects(stepsBack(3), {
    code: 'history-unreadable',
    message: "Change 5 in the history can't be read. npm run admin -- check explains why.",
  });
  const find = database.read((db) =>
    findStepsSince(createChangeLogStore(db), { subject: 'fax', baseVersion, current: 'x' }),
  );
  await assert.rejects(find, { code: 'conflict' });
});

const firstAs = (number: number) =>
  `into change_log select ${number}, at, origin, author, subject, before, after, item, hash from change_log where version = 1`;

const APPEND_ONLY = /The change log is append-only/;

onBothDatabases('refuses every change of the log except at its end', async ({ kind, database }) => {
  for (const _ of upTo(3)) await append(database);
  await tamper(database, 'delete from change_log where version = 2');
  const before = await readChangeLog(database);
  for (const statement of [
    `update change_log set after = '1' where version = 1`,
    'delete from change_log where version = 3',
    'delete from change_log',
    `insert ${firstAs(2)}`,
    kind === 'SQLite' ? `insert or replace ${firstAs(3)}` : 'truncate change_log',
  ]) {
    const refused = database.write((db) => sql.raw(statement).execute(db));
    await assert.rejects(refused, APPEND_ONLY, statement);
  }
  assert.deepEqual(await readChangeLog(database), before);
  assert.equal(await append(database), 4);
});
