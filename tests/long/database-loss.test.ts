import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '#contract/paths.ts';
import { assertSurvivesDatabaseLoss } from '#tests/support/database-loss.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startPostgresCluster } from '#tests/support/postgres-cluster.ts';
import { sendRequest } from '#tests/support/raw-http.ts';
import { startServer } from '#tests/support/server-process.ts';
import { openTestSite } from '#tests/support/test-site.ts';

const skip = process.env['TEST_DATABASE_URL'] ? 'a server that is not ours is not killed' : false;

test(
  'serves pages and public endpoints while PostgreSQL is down, and logs no password',
  { skip },
  async () => {
    await using cluster = await startPostgresCluster({ durable: true });
    const databaseUrl = await cluster.createDatabase();
    const { password } = new URL(databaseUrl);
    await using site = await openTestSite({ databaseUrl });
    await using server = await startServer({ DATABASE_URL: databaseUrl });
    const port = Number(new URL(server.url).port);
    assert.equal((await sendRequest(port, API.cashBids)).status, 200);

    await assertSurvivesDatabaseLoss({
      site,
      async lose() {
        await cluster.kill();
        await eventually(async () => assert.equal((await sendRequest(port, API.verify)).status, 503));
        assert.equal((await sendRequest(port, API.cashBids)).status, 200);
        assert.equal((await sendRequest(port, '/')).status, 200);
      },
      async restore() {
        await cluster.restart();
        await eventually(async () => assert.equal((await sendRequest(port, API.verify)).status, 401));
      },
    });

    await eventually(async () => assert.match((await sendRequest(port, '/')).text, /We are back\./));
    assert.match(server.output(), /The database isn't responding\./);
    assert.equal(server.output().split("The database isn't responding.").length, 2, 'logs each outage once');
    assert.ok(password.length > 8);
    assert.equal(server.output().includes(password), false);
  },
);
