import assert from 'node:assert/strict';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { startSiteTextWriter } from '#tests/support/site-text-writer.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createChangeLogStore, type Author } from './change-log-store.ts';

const DANA: Author = { origin: 'admin', name: 'Dana' };
const DEMO: Author = { origin: 'demo' };

const append = (database: Database, change: { author?: Author; subject?: string; after?: unknown } = {}) =>
  database.write((db) =>
    createChangeLogStore(db).append({ author: DANA, subject: 'fax', before: '', after: 'x', ...change }),
  );
const version = (database: Database) => database.read((db) => createChangeLogStore(db).version());
const hasDemoContent = (database: Database) =>
  database.read((db) => createChangeLogStore(db).hasDemoContent());

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

onBothDatabases(
  'returns version 0 before the first change, then the number of the newest change',
  async (given) => {
    const { database } = given;
    assert.equal(await version(database), 0);
    assert.equal(await append(database), 1);
    assert.equal(await append(database), 2);
    assert.equal(await version(database), 2);
  },
);

onBothDatabases('stores any JSON values before and after a change', async ({ database }) => {
  const values = ['', 'a "b" \u2028 🌾', null, 0, false, [], { a: [{ b: null }] }];
  for (const after of values) await append(database, { after });
  assert.deepEqual(
    (await readChangeLog(database)).map(({ after }) => JSON.parse(after)),
    values,
  );
});

onBothDatabases('logs changes of the demo content without an author', async ({ database }) => {
  await append(database, { author: DEMO });
  assert.deepEqual(
    (await readChangeLog(database)).map(({ origin, author }) => [origin, author]),
    [['demo', null]],
  );
});

onBothDatabases(
  'numbers the changes of fifty concurrent writers on two connections without gaps',
  async (given) => {
    const handles = [given.database, await given.open()];
    const numbers = await Promise.all(
      upTo(50).map(async (writer) => {
        const database = handles[writer % 2] ?? given.database;
        return append(database, { after: writer });
      }),
    );
    assert.deepEqual(
      [...numbers].sort((a, b) => a - b),
      upTo(50),
    );
    const changes = await readChangeLog(given.database);
    assert.deepEqual(
      changes.map((change) => change.version),
      upTo(50),
    );
    for (const [index, number] of numbers.entries()) {
      assert.equal(changes[number - 1]?.after, String(index + 1));
    }
  },
);

onBothDatabases(
  'numbers the changes of two concurrent processes in commit order without gaps',
  async (given) => {
    await using north = startSiteTextWriter(given, { name: 'north', count: 50 });
    await using south = startSiteTextWriter(given, { name: 'south', count: 50 });
    await Promise.all([north.ended, south.ended]);

    const changes = await readChangeLog(given.database);
    const acknowledged = [...north.acknowledged(), ...south.acknowledged()];
    assert.deepEqual(
      changes.map((change) => ({ version: change.version, content: JSON.parse(change.after) as string })),
      acknowledged.sort((a, b) => a.version - b.version),
    );
    assert.deepEqual(
      changes.map((change) => change.version),
      upTo(100),
    );
    // No writer overwrote a text that it had not read: every change starts where the previous one ended.
    assert.deepEqual(
      changes.map(({ before }) => before),
      ['""', ...changes.slice(0, -1).map(({ after }) => after)],
    );
  },
);

onBothDatabases('never exposes a version before all lower versions', async (given) => {
  const reader = await given.open();
  const writing = upTo(50).map(() => append(given.database));
  const isWritten = Promise.all(writing).then(() => 'written');
  while ((await Promise.race([isWritten, readChangeLog(reader)])) !== 'written') {
    const versions = (await readChangeLog(reader)).map((change) => change.version);
    assert.deepEqual(versions, upTo(versions.length));
  }
});

onBothDatabases('reuses the number of a failed write', async ({ database }) => {
  await append(database);
  await assert.rejects(
    database.write(async (db) => {
      await createChangeLogStore(db).append({ author: DANA, subject: 'fax', before: '', after: 'lost' });
      throw new RangeError('no');
    }),
    RangeError,
  );
  assert.equal(await append(database, { after: 'kept' }), 2);
  assert.deepEqual(
    (await readChangeLog(database)).map(({ after }) => after),
    ['"x"', '"kept"'],
  );
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
