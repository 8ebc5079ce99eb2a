import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { API, CONTENT_EPOCH_HEADER, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { runCommand } from '#tests/support/admin-command.ts';
import { assertNoneLost } from '#tests/support/change-log.ts';
import { runSql } from '#tests/support/databases.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startFaultyProxy } from '#tests/support/faulty-proxy.ts';
import { addAdmin, httpClientOf, signIn, trySignIn, type HttpClient } from '#tests/support/http-client.ts';
import { startPostgresCluster } from '#tests/support/postgres-cluster.ts';
import { PUBLIC_PAGES } from '#tests/support/public-pages.ts';
type Acknowledged = Parameters<typeof assertNoneLost>[1][number];
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

const skip = process.env['TEST_DATABASE_URL'] ? 'a server that is not ours is not copied' : false;

/** Returns the URL of the same database on another host. */
function onHost(databaseUrl: string, { host }: URL): string {
  return Object.assign(new URL(databaseUrl), { host }).href;
}

type Response = Awaited<ReturnType<HttpClient['post']>>;

const saveText = (editor: HttpClient, message: string, headers = {}) =>
  editor.post(API.saveSiteText, { configType: 'WelcomeMessage', message }, headers);

/** Returns the headers of a save that is based on a response. */
const basedOn = ({ headers }: Response) => ({
  [CONTENT_VERSION_HEADER]: String(headers[CONTENT_VERSION_HEADER]),
  [CONTENT_EPOCH_HEADER]: String(headers[CONTENT_EPOCH_HEADER]),
});

function acknowledgedBy(response: Response, content: string): Acknowledged {
  assert.equal(response.statusCode, 200, response.body);
  return { version: response.json<{ version: number }>().version, content };
}

async function assertReads(site: TestSite, editor: HttpClient): Promise<void> {
  for (const path of [...PUBLIC_PAGES, API.cashBids, API.employees, '/gallery?never-requested-before']) {
    const { statusCode, headers } = await site.app.inject(path);
    assert.deepEqual([statusCode, headers['age']], [200, undefined], path);
  }
  const ofEditor = [API.verify, API.allSiteTexts, API.bidList, API.lastSaves, API.history, API.ownPages];
  for (const path of [...ofEditor, `${API.deletedImages}/0`, `${API.pastPrices}?at=${thisMinute()}`]) {
    const { statusCode, body } = await editor.get(path);
    assert.equal(statusCode, 200, `${path}: ${body}`);
  }
}

const thisMinute = () => `${new Date().toISOString().slice(0, 16)}Z`;

function assertReadOnly(response: Response): void {
  assert.equal(response.statusCode, 503, response.body);
  assert.equal(response.json<Problem>().code, 'database-read-only');
}

test(
  'reads from a hot standby during a failover, and saves once it is promoted, without losing what it received',
  { skip },
  async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
    await using primary = await startPostgresCluster({ durable: true });
    const primaryUrl = await primary.createDatabase();
    await using address = await startFaultyProxy(primary.url);
    const databaseUrl = onHost(primaryUrl, new URL(address.url));
    await using site = await openTestSite({ databaseUrl, environment: { DATA_DIR: folder.path } });
    await addAdmin(site.database, 'Dana');
    const dana = await signIn(site);
    const copied = await saveText(dana, 'copied');

    await using standby = await primary.startStandby();
    const standbyUrl = onHost(primaryUrl, new URL(standby.url));
    const streamed = await saveText(dana, 'streamed');
    const acknowledged = [acknowledgedBy(copied, 'copied'), acknowledgedBy(streamed, 'streamed')];
    await eventually(async () => {
      const { rows } = await runSql(standbyUrl, 'select max(version) as version from change_log');
      assert.equal(rows[0]?.['version'], acknowledged.at(-1)?.version);
    });
    const { rows: senders } = await runSql(primary.url, 'select state from pg_stat_replication');
    assert.deepEqual(senders, [{ state: 'streaming' }]);

    // The standby does not receive the last save.
    await runSql(standby.url, "alter system set primary_conninfo = ''");
    await runSql(standby.url, 'select pg_reload_conf()');
    await eventually(async () =>
      assert.deepEqual((await runSql(standby.url, 'select pid from pg_stat_wal_receiver')).rows, []),
    );
    const lost = await saveText(dana, 'lost');
    assert.equal(lost.statusCode, 200);
    await primary.kill();
    address.redirect(standby.url);

    const homePage = async () => (await site.app.inject('/')).body;
    await eventually(async () => assert.match(await homePage(), /streamed/));
    assert.doesNotMatch(await homePage(), /lost/);
    await assertReads(site, dana);
    assertReadOnly(await saveText(dana, 'rejected'));
    assertReadOnly(await trySignIn(site));
    assert.equal((await site.app.inject('/healthz')).json<{ database: string }>().database, 'ok');
    await using other = await openTestSite({ databaseUrl });
    await assertReads(other, httpClientOf(other, { headers: { cookie: dana.cookie } }));
    const backup = join(folder.path, 'standby.backup');
    const command = await runCommand({ DATABASE_URL: databaseUrl, DATA_DIR: folder.path }, [
      'backup',
      backup,
    ]);
    assert.equal(command.code, 0, command.errorOutput);

    assert.doesNotMatch(standby.log(), /ERROR: .*LISTEN/);
    await runSql(standby.url, 'select pg_promote()');
    const promoted = await eventually(async () => {
      const response = await saveText(dana, 'promoted', basedOn(streamed));
      assert.equal(response.statusCode, 200, response.body);
      return response;
    });
    // It has the number of the lost change, but not its epoch.
    acknowledged.push(acknowledgedBy(promoted, 'promoted'));
    assert.equal(promoted.headers[CONTENT_VERSION_HEADER], lost.headers[CONTENT_VERSION_HEADER]);
    const rejected = await saveText(dana, 'over the lost one', basedOn(lost));
    assert.equal(rejected.statusCode, 409, rejected.body);
    assert.equal(rejected.json<Problem>().current?.content, 'promoted');
    await eventually(async () => assert.match((await other.app.inject('/')).body, /promoted/));
    assert.equal((await trySignIn(site)).statusCode, 200);
    const again = await saveText(dana, 'again', basedOn(promoted));
    acknowledged.push(acknowledgedBy(again, 'again'));
    await assertNoneLost(site.database, acknowledged);
  },
);
