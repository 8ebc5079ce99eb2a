import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier, type QueryResult } from 'pg';
import { tally } from './tally.ts';

export const SHARED_CLUSTER_VARIABLE = 'SCALEHOUSE_TEST_POSTGRES';

/** Environment variable that names the databases to test on. `SQLite` skips PostgreSQL, which is then not started. */
export const DATABASES_VARIABLE = 'SCALEHOUSE_TEST_DATABASES';

export const SQLITE_ONLY = 'SQLite';

export const isSqliteOnly = (): boolean => process.env[DATABASES_VARIABLE] === SQLITE_ONLY;

/** Reason to skip tests on PostgreSQL, or false. */
export const NO_POSTGRES = isSqliteOnly() && `${DATABASES_VARIABLE} is ${SQLITE_ONLY}`;

/** Environment variables that name the migrated databases without content. */
export const TEMPLATE_VARIABLES = {
  SQLite: 'SCALEHOUSE_TEST_SQLITE_TEMPLATE',
  PostgreSQL: 'SCALEHOUSE_TEST_POSTGRES_TEMPLATE',
} as const;

/** Environment variable with a data folder that contains the demo content. */
export const DEMO_VARIABLE = 'SCALEHOUSE_TEST_DEMO_TEMPLATE';

export type FreshDatabase = { url: string; [Symbol.asyncDispose](): Promise<void> };

/**
 * Creates a database on the shared cluster, which the end of the scope drops even while connections to it are open.
 *
 * @throws Error if the run has no shared cluster
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
 * Creates a database with a random name and returns its URL.
 *
 * @param template URL or name of the database to copy, which must have no connections
 */
export async function createDatabase(server: string, template = 'template1'): Promise<string> {
  const name = `scalehouse_test_${randomBytes(8).toString('hex')}`;
  tally('databases');
  const source = template.includes('://') ? databaseName(template) : template;
  await runSql(server, `create database ${escapeIdentifier(name)} template ${escapeIdentifier(source)}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops the database in `url` if it exists, and closes the connections to it. */
export async function dropDatabase(server: string, url: string): Promise<void> {
  await runSql(server, `drop database if exists ${escapeIdentifier(databaseName(url))} with (force)`);
}

/** Runs one statement on a separate connection. */
export async function runSql(url: string, sql: string): Promise<QueryResult<Record<string, unknown>>> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A broken connection rejects the query and also emits an error event, which would end the process if unhandled.
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
