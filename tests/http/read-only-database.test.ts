import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '#contract/paths.ts';
import { NO_POSTGRES, runSql } from '#tests/support/databases.ts';
import { eventually } from '#tests/support/eventually.ts';
import { addAdmin, signIn } from '#tests/support/http-client.ts';
import { freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { openTestSite } from '#tests/support/test-site.ts';

const MINUTE_MS = 60_000;

test(
  'keeps administrators signed in, and responds 503 to saves, while PostgreSQL is read-only',
  { skip: NO_POSTGRES },
  async () => {
    await using testDatabase = await freshTestDatabase('PostgreSQL');
    const { databaseUrl = '' } = testDatabase.options;
    const clock = { ms: Date.parse('2026-11-20T12:00:00.000Z') };
    const open = () => openTestSite({ environment: testDatabase.environment, now: () => new Date(clock.ms) });
    await using site = await open();
    await addAdmin(site.database, 'Dana');
    const editor = await signIn(site);
    const setReadOnly = async (value: 'on' | 'off') => {
      const name = new URL(databaseUrl).pathname.slice(1);
      await runSql(
        databaseUrl,
        `set transaction read write; alter database ${name} set default_transaction_read_only = ${value}`,
      );
      // A failover ends all connections.
      await runSql(
        databaseUrl,
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
    };

    await setReadOnly('on');
    // Time to record the use of the session.
    clock.ms += 10 * MINUTE_MS;
    for (const path of [API.verify, API.allSiteTexts, API.bidList, API.lastSaves, `${API.deletedImages}/0`]) {
      // A call may get a connection that has just ended, and is not repeated.
      await eventually(async () => {
        const response = await editor.get(path);
        assert.equal(response.statusCode, 200, `${path}: ${response.body}`);
      });
    }
    const save = () => editor.post(API.saveSiteText, { configType: 'WelcomeMessage', message: 'Kept.' });
    const rejected = await eventually(async () => {
      const response = await save();
      assert.equal(response.json<{ code: string }>().code, 'database-read-only');
      return response;
    });
    assert.equal(rejected.statusCode, 503);
    assert.equal(rejected.headers['retry-after'], '5');
    assert.equal(
      rejected.json<{ detail: string }>().detail,
      "We can't save right now because the database is read-only for the moment. What you typed is kept. Try again in a minute.",
    );
    assert.equal((await site.app.inject('/healthz')).json<{ database: string }>().database, 'ok');
    {
      // A server also starts now.
      await using other = await open();
      assert.equal((await other.app.inject(API.cashBids)).statusCode, 200);
    }

    await setReadOnly('off');
    await eventually(async () => assert.equal((await save()).statusCode, 200));
  },
);
