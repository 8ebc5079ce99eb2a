import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { API, SITE_PROBLEM_HEADER } from '#contract/paths.ts';
import { addAdmin, httpClientOf, signIn, trySignIn } from '#tests/support/http-client.ts';
import { DATABASE_KINDS, freshTestDatabase } from '#tests/support/on-both-databases.ts';
import { eventually } from '#tests/support/eventually.ts';
import { runSql } from '#tests/support/databases.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

type Health = { status: string; because?: string; saves?: string };

const MESSAGES = {
  SQLite: /the database is read-only\./,
  PostgreSQL: /the database is read-only for the moment\./,
} as const;

for (const kind of DATABASE_KINDS) {
  test(`shows in the log, the health check, and the editor that saves and sign-ins fail (${kind})`, async () => {
    await using testDatabase = await freshTestDatabase(kind);
    const lines: string[] = [];
    const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } };
    await using site = await openTestSite({ environment: testDatabase.environment, logger });
    await addAdmin(site.database, 'Dana');
    const editor = await signIn(site);
    const healthOf = async (path: string) => (await httpClientOf(site).get(path)).json<Health>();
    const problem = async () => (await editor.get(API.lastSaves)).headers[SITE_PROBLEM_HEADER];
    const body = { configType: 'WelcomeMessage', message: 'Kept.' };
    const save = () => editor.post(API.saveSiteText, body);
    assert.deepEqual(await healthOf('/healthz'), { status: 'ok', database: 'ok', disk: 'ok' });
    assert.equal(await problem(), undefined);

    const unsaved = { method: 'POST', path: API.saveSiteText, body: { ...body, message: 'Unsaved.' } };
    const preview = () => editor.post(API.preview, { path: '/', saves: [unsaved] });

    for (const fail of [save, preview, () => trySignIn(site)]) {
      await setReadOnly(site, testDatabase.options.databaseUrl, true);
      // A write may get a connection that has just ended.
      await eventually(async () => {
        const failed = await fail();
        assert.equal(failed.statusCode, 503, failed.body);
        assert.match(failed.json<{ detail: string }>().detail, /the database is read-only/);
      });
      const health = await healthOf('/healthz');
      assert.deepEqual([health.status, health.saves], ['degraded', 'failing']);
      assert.match(`${health.because}.`, MESSAGES[kind]);
      assert.deepEqual(await healthOf('/readyz'), { status: 'ok', saves: 'failing' });
      assert.match(String(await problem()), MESSAGES[kind]);
      await setReadOnly(site, testDatabase.options.databaseUrl, false);
      await eventually(async () => assert.equal((await save()).statusCode, 200));
      assert.deepEqual(await healthOf('/healthz'), { status: 'ok', database: 'ok', disk: 'ok' });
      assert.equal(await problem(), undefined);
    }
    const messages = lines.map((line) => (JSON.parse(line) as { msg?: string }).msg ?? '');
    assert.deepEqual(
      messages
        .filter((text) => text.startsWith('Saves') && !text.includes("isn't responding"))
        .map((text) => text.replace(' for the moment', '')),
      [
        'Saves, sign-ins, or the editor fail because the database is read-only.',
        'Saves, sign-ins, and the editor work again.',
      ],
    );
  });
}

/** Makes the database of an open site refuse writes. */
async function setReadOnly({ database }: TestSite, url: string | undefined, isOn: boolean): Promise<void> {
  if (url === undefined) {
    const pragma = sql.raw(`pragma query_only = ${isOn ? 'on' : 'off'}`);
    await database.read((db) => pragma.execute(db));
    await database.writeAside((db) => pragma.execute(db)).catch(() => undefined);
    return;
  }
  await runSql(
    url,
    `set transaction read write; alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = ${isOn ? 'on' : 'off'}`,
  );
  await runSql(
    url,
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
}
