import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { API } from '#contract/paths.ts';
import { freshPostgresUrl, NO_POSTGRES } from '#tests/support/databases.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { eventually } from '#tests/support/eventually.ts';
import { addAdmin, trySignIn } from '#tests/support/http-client.ts';
import { openTestSite } from '#tests/support/test-site.ts';

const SIGN_INS_PER_SECOND = 20;
const LOCKED_MS = EFFORT.widths === 'all' ? 30_000 : 5000;

for (const table of ['session', 'change_log', 'sign_in_attempt']) {
  test(
    `serves public endpoints while ${table} is locked and ${SIGN_INS_PER_SECOND} sign-ins arrive per second`,
    { skip: NO_POSTGRES },
    async () => {
      await using database = await freshPostgresUrl();
      await using site = await openTestSite({ databaseUrl: database.url });
      await addAdmin(site.database, 'Dana');
      const admin = new Client({ connectionString: database.url });
      await admin.connect();
      await admin.query(`begin; lock table ${table} in access exclusive mode`);

      const signIns: Promise<{ statusCode: number }>[] = [];
      for (
        const began = Date.now();
        Date.now() - began < LOCKED_MS;
        await sleep(1000 / SIGN_INS_PER_SECOND)
      ) {
        signIns.push(trySignIn(site, {}, { address: `10.0.${signIns.length >> 8}.${signIns.length & 255}` }));
        for (const path of [API.cashBids, API.employees, '/']) {
          assert.equal((await site.app.inject(path)).statusCode, 200, path);
        }
      }
      await admin.query('commit');
      await admin.end();
      await eventually(async () =>
        assert.equal((await trySignIn(site, {}, { address: '192.0.2.1' })).statusCode, 200),
      );
      assert.equal(site.content.isAvailable(), true);
      await Promise.all(signIns);
    },
  );
}
