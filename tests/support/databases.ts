import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier, type QueryResult } from 'pg';
import { tally } from './tally.ts';

/** The variable through which the global setup tells every test process where the shared cluster is. */
export const SHARED_CLUSTER_VARIABLE = 'SCALEHOUSE_TEST_POSTGRES';

/**
 * The environment variable that names the databases to test on. `SQLite` skips PostgreSQL, and the global setup does not
 * start it.
 */
export const DATABASES_VARIABLE = 'SCALEHOUSE_TEST_DATABASES';

/** The value of `DATABASES_VARIABLE` that skips PostgreSQL. */
export const SQLITE_ONLY = 'SQLite';

export const isSqliteOnly = (): boolean => process.env[DATABASES_VARIABLE] === SQLITE_ONLY;

/** Reason to skip tests on PostgreSQL, or false. */
export const NO_POSTGRES = isSqliteOnly() && `${DATABASES_VARIABLE} is ${SQLITE_ONLY}`;

/** Environment variables that pass the migrated databases without content to the test processes. */
export const TEMPLATE_VARIABLES = {
  SQLite: 'SCALEHOUSE_TEST_SQLITE_TEMPLATE',
  PostgreSQL: 'SCALEHOUSE_TEST_POSTGRES_TEMPLATE',
} as const;

/** The environment variable that passes a data folder with the demo content to the test processes. */
export const DEMO_VARIABLE = 'SCALEHOUSE_TEST_DEMO_TEMPLATE';

export type FreshDatabase = { url: string; [Symbol.asyncDispose](): Promise<void> };

/**
 * Makes an empty database on the cluster that the whole test run shares; leaving the scope drops it, even
 * while connections to it are open.
 *
 * @param template what `createDatabase` takes
 * @throws Error when the run has no shared cluster
 */
export async function freshPostgresUrl(template?: string): Promise<FreshDatabase> {
  const server = process.env[SHARED_CLUSTER_VARIABLE];
  if (server === undefined || server === '') {
    throw new Error(
      `There is no PostgreSQL for this test run: ${SHARED_CLUSTER_VARIABLE} is not set. ` +
        'Run node --test with --test-global-setup=tests/support/global-setup.ts.',
    );
  }
  const url = await createDatabase(server, template);
  return { url, [Symbol.asyncDispose]: () => dropDatabase(server, url) };
}

/**
 * Makes a database with a name of its own.
 *
 * @param server url of any database on the server, with a role that may create databases
 * @param template url or name of the database to copy, to which nobody may be connected; without it the new
 *   one is empty
 * @returns url of the new database
 */
export async function createDatabase(server: string, template = 'template1'): Promise<string> {
  const name = `scalehouse_test_${randomBytes(8).toString('hex')}`;
  tally('database');
  const source = template.includes('://') ? databaseName(template) : template;
  await runSql(server, `create database ${escapeIdentifier(name)} template ${escapeIdentifier(source)}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Drops the database that `url` names, and the connections to it; one that is gone already is no error.
 *
 * @param server url of another database on the same server
 */
export async function dropDatabase(server: string, url: string): Promise<void> {
  await runSql(server, `drop database if exists ${escapeIdentifier(databaseName(url))} with (force)`);
}

/** Runs one statement over a connection of its own, which waits at most five seconds for the server. */
export async function runSql(url: string, sql: string): Promise<QueryResult<Record<string, unknown>>> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A connection that breaks rejects the call under way and is also announced as an event, which would end
  // the process if nobody listened.
  client.on('error', () => {});
  try {
    await client.connect();
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

function databaseName(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}
