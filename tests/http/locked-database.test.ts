import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { API } from '#contract/paths.ts';
import { openContentCache } from '#server/records/content/content-cache.ts';
import { databaseFile } from '#server/platform/database/open-database.ts';
import { openSqlite } from '#server/platform/database/sqlite.ts';
import { watchAccess } from '#server/platform/database/transaction.ts';
import { CONTENT_PARTS, type Content } from '#server/domains/domains.ts';
import { readChangeLog } from '#tests/support/change-log.ts';
import { addAdmin, signIn } from '#tests/support/http-client.ts';
import { freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { createTestApp } from '#tests/support/test-app.ts';

test('responds 503 to a save that waits too long for a lock, and does not apply it later', async () => {
  await using testDatabase = await freshTestDatabase('SQLite');
  await addAdmin(await testDatabase.open(), 'Dana');
  const path = databaseFile(testDatabase.options.dataDir);
  const { database, health } = watchAccess(openSqlite(path, { writeWaitMs: 50 }), {
    fail: () => undefined,
    note: () => undefined,
  });
  const content = await openContentCache<Content>(database, CONTENT_PARTS, () => undefined);
  const app = await createTestApp({ content, database, health });
  const editor = await signIn({ app });
  const save = () => editor.post(API.saveSiteText, { configType: 'WelcomeMessage', message: 'Locked out' });

  const other = new DatabaseSync(path);
  other.exec('begin immediate');
  for (const response of [await save(), await editor.post(API.signOut)]) {
    assert.equal(response.statusCode, 503);
    assert.equal(response.headers['retry-after'], '5');
    assert.equal(response.headers['set-cookie'], undefined);
    assert.equal(response.json<{ code: string }>().code, 'database-unavailable');
    assert.doesNotMatch(response.body, /sqlite|locked|busy/i);
  }
  assert.equal((await editor.get(API.verify)).statusCode, 200);
  other.exec('rollback');
  other.close();

  assert.deepEqual(await readChangeLog(database), []);
  assert.equal((await editor.get(API.allSiteTexts)).json<{ WelcomeMessage: string }>().WelcomeMessage, '');
  assert.equal((await save()).statusCode, 200);
  await app.close();
  await content.close();
  await database.close();
});
