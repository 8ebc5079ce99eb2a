import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAdmin } from '#tests/support/http-client.ts';
import { assertNoneLost } from '#tests/support/change-log.ts';
import { DATABASE_KINDS, freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { saveWelcome, signInAt } from '#tests/support/remote-editor.ts';
import { startServer } from '#tests/support/server-process.ts';

const SAVES = 100;

for (const kind of DATABASE_KINDS) {
  for (const count of [4, 8]) {
    test(`saves everything when ${SAVES} saves arrive together at ${count} servers (${kind})`, async (t) => {
      await using testDatabase = await freshTestDatabase(kind, { migrated: true });
      const database = await testDatabase.open();
      await addAdmin(database, 'Dana');
      await using servers = new AsyncDisposableStack();
      const urls: string[] = [];
      for (let number = 0; number < count; number += 1) {
        const server = await startServer({ ...testDatabase.environment, SEED_CONTENT: 'none' });
        urls.push(servers.use(server).url);
      }
      const editor = await signInAt(urls[0]!);
      const began = performance.now();
      const saved = await Promise.all(
        Array.from({ length: SAVES }, (_, n) => saveWelcome(editor.at(urls[n % count]!), `Save ${n}`)),
      );
      t.diagnostic(`${Math.round(performance.now() - began)} ms`);
      const acknowledged = saved.filter((each) => each !== undefined);
      assert.equal(acknowledged.length, SAVES);
      await assertNoneLost(database, acknowledged);
    });
  }
}
