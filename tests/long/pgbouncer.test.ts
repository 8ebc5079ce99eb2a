import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { API } from '#contract/paths.ts';
import { freshPostgresUrl, runSql } from '#tests/support/databases.ts';
import { eventually } from '#tests/support/eventually.ts';
import { addAdmin, signIn } from '#tests/support/http-client.ts';
import { openTestSite, type TestSite } from '#tests/support/test-site.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 };

/** Reason to skip tests that need PgBouncer, or false. */
const NO_PGBOUNCER =
  !existsSync(PROGRAM) && 'SKIPPED: there is no PgBouncer. Install it (apt-get install pgbouncer)';

/**
 * Starts PgBouncer in transaction mode with two connections to the server in `url`.
 *
 * @returns the URL of the same database through the pooler
 */
async function startPgBouncer(url: string): Promise<AsyncDisposable & { url: string }> {
  await using cleanup = new AsyncDisposableStack();
  const { hostname, port, username, password } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'scalehouse-pgbouncer-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const listenPort = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
`,
  );
  // PgBouncer does not run as root.
  await chmod(folder, 0o755);
  const program = spawn(PROGRAM, [settings], {
    stdio: 'ignore',
    ...(process.getuid?.() === 0 && UNPRIVILEGED),
  });
  cleanup.defer(async () => {
    const exited = once(program, 'exit');
    program.kill('SIGKILL');
    await exited;
  });
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${listenPort}`;
  await eventually(() => runSql(pooled.href, 'select 1'));
  const everything = cleanup.move();
  return { url: pooled.href, [Symbol.asyncDispose]: () => everything.disposeAsync() };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const textsOf = async ({ app }: TestSite) => (await app.inject(`${API.siteTexts}?ids=0`)).body;

for (const isDirect of [false, true]) {
  const how = isDirect
    ? 'by notification over DATABASE_DIRECT_URL'
    : 'by polling without DATABASE_DIRECT_URL';
  test(
    `runs two servers behind PgBouncer, which see each other's changes ${how}`,
    { skip: NO_PGBOUNCER },
    async () => {
      await using database = await freshPostgresUrl();
      await using pooler = await startPgBouncer(database.url);
      const environment = {
        DATABASE_URL: pooler.url,
        DATABASE_SCHEMA: 'north',
        ...(isDirect && { DATABASE_DIRECT_URL: database.url }),
      };
      await using first = await openTestSite({ environment });
      await using second = await openTestSite({ environment });
      await eventually(async () => assert.equal(await listeners(database.url), isDirect ? 2 : 0));
      await addAdmin(first.database, 'Dana');
      const editor = await signIn(first);
      const saves = Array.from({ length: 20 }, (_, number) =>
        editor.post(API.saveSiteText, { configType: 'ContactUsFax', message: `Fax ${number}` }),
      );
      for (const save of saves) assert.equal((await save).statusCode, 200);
      await first.change({ texts: { WelcomeMessage: 'Through the pooler.' } });
      await eventually(async () => assert.match(await textsOf(second), /Through the pooler/));
      await eventually(async () => assert.equal(await listeners(database.url), isDirect ? 2 : 0));

      // The sessions of the server, which other programs share, are as they were.
      for (let time = 0; time < 10; time += 1) {
        const { rows } = await runSql(
          pooler.url,
          `select current_setting('statement_timeout') as timeout, current_setting('search_path') as path,
          (select count(*)::int from pg_locks where locktype = 'advisory'
            and database = (select oid from pg_database where datname = current_database())) as locks,
          (select count(*)::int from pg_prepared_statements) as prepared`,
        );
        assert.deepEqual(rows, [{ timeout: '0', path: '"$user", public', locks: 0, prepared: 0 }]);
      }
    },
  );
}

async function listeners(url: string): Promise<number> {
  const { rows } = await runSql(
    url,
    "select pid from pg_stat_activity where datname = current_database() and query like 'listen %'",
  );
  return rows.length;
}
