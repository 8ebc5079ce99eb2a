import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { saveSiteText } from '#server/domains/site-text/site-texts.ts';
import { createStores } from '#tests/support/stores.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { eventually } from '#tests/support/eventually.ts';
import { DATABASE_KINDS, freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { startPostgresCluster } from '#tests/support/postgres-cluster.ts';
import { startSiteTextWriter, type Acknowledged } from '#tests/support/site-text-writer.ts';
import type { Database } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';

const KILLS = EFFORT.kills;
/** Maximum random delay before a kill. A writer saves about once per millisecond. */
const MAX_DELAY_MS = 60;

const randomDelay = () => delay(Math.random() * MAX_DELAY_MS);

for (const kind of DATABASE_KINDS) {
  test(`loses no acknowledged write when a writing process is killed ${KILLS} times (${kind})`, async (t) => {
    await using testDatabase = await freshTestDatabase(kind);
    const acknowledged: Acknowledged[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await using writer = startSiteTextWriter(testDatabase, { name: `writer ${kill}` });
      await eventually(() => assert.ok(writer.lines.length > 0));
      await randomDelay();
      writer.kill();
      await writer.ended;
      acknowledged.push(...writer.acknowledged());
      // Close it, so that the next writer opens the database as the kill left it.
      const database = await testDatabase.open();
      await assertNothingIsLost(database, acknowledged, kill);
      await database.close();
    }
    report(t, acknowledged);
  });
}

const skip = process.env['TEST_DATABASE_URL']
  ? 'the server that TEST_DATABASE_URL names must not be killed'
  : false;

test(`loses no acknowledged write when PostgreSQL is killed ${KILLS} times`, { skip }, async (t) => {
  await using cluster = await startPostgresCluster({ durable: true });
  const databaseUrl = await cluster.createDatabase();
  const acknowledged: Acknowledged[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const database = await openDatabase({ dataDir: '', databaseUrl });
    const writing = writeUntilItFails(database, `writer ${kill}`, acknowledged);
    const before = acknowledged.length;
    await eventually(() => assert.ok(acknowledged.length > before));
    await randomDelay();
    await cluster.kill();
    await writing;
    await database.close();
    await cluster.restart();
    const again = await openDatabase({ dataDir: '', databaseUrl });
    await assertNothingIsLost(again, acknowledged, kill);
    await again.close();
  }
  report(t, acknowledged);
});

async function writeUntilItFails(database: Database, name: string, acknowledged: Acknowledged[]) {
  const author = { origin: 'admin', name } as const;
  for (let number = 1; ; number += 1) {
    const content = `${name} ${number}`;
    try {
      const { version } = await database.write((db) =>
        saveSiteText(createStores(db), author, { configType: 'WelcomeMessage', message: content }),
      );
      acknowledged.push({ version, content });
    } catch (error) {
      assert.equal((error as Error).name, 'DatabaseUnavailableError');
      return;
    }
  }
}

async function assertNothingIsLost(database: Database, acknowledged: readonly Acknowledged[], kills: number) {
  const changes = (await readChangeLog(database)).map(({ version, after }) => ({
    version,
    content: JSON.parse(after) as string,
  }));
  const logged = new Map(changes.map(({ version, content }) => [version, content]));
  const lost = acknowledged.filter(({ version, content }) => logged.get(version) !== content);
  assert.deepEqual(lost, []);
  assert.deepEqual(
    changes.map(({ version }) => version),
    changes.map((_, index) => index + 1),
  );
  // A kill can keep at most one unacknowledged write: the one in progress.
  assert.ok(changes.length - acknowledged.length <= kills);
  const text = await database.read((db) => createStores(db).siteText.find(0));
  assert.equal(text, changes.at(-1)?.content);
}

function report(t: TestContext, acknowledged: readonly Acknowledged[]) {
  t.diagnostic(`${KILLS} kills, ${acknowledged.length} acknowledged writes, none lost`);
}
