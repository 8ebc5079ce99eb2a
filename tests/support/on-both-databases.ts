import { copyFile, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Database } from '#server/platform/database/database.ts';
import { databaseFile, openDatabase } from '#server/platform/database/open-database.ts';
import {
  freshPostgresUrl,
  NO_POSTGRES,
  runSql,
  TEMPLATE_VARIABLES,
  type FreshDatabase,
} from './databases.ts';
import { tally } from './tally.ts';

export type DatabaseKind = 'SQLite' | 'PostgreSQL';

export const DATABASE_KINDS: readonly DatabaseKind[] = NO_POSTGRES ? ['SQLite'] : ['SQLite', 'PostgreSQL'];

/** A database that is not open yet. The end of the scope closes and removes everything created there. */
export type TestDatabase = AsyncDisposable & {
  kind: DatabaseKind;
  options: { dataDir: string; databaseUrl: string | undefined };
  environment: { DATA_DIR: string; DATABASE_URL: string | undefined };
  /** Opens one more connection to the database, as another process would. The first one runs the migrations. */
  open(): Promise<Database>;
};

/** Prepares an empty database, as before a first start, or one with migrated tables and no content. */
export async function freshTestDatabase(
  kind: DatabaseKind,
  { migrated = false } = {},
): Promise<TestDatabase> {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-')));
  const template = migrated ? process.env[TEMPLATE_VARIABLES[kind]] : undefined;
  let databaseUrl: string | undefined;
  if (kind === 'SQLite') {
    tally('databases');
    if (template) await copyFile(template, databaseFile(folder.path));
  } else {
    databaseUrl = cleanup.use(await (template ? migratedPostgres(template) : freshPostgresUrl())).url;
  }
  const options = { dataDir: folder.path, databaseUrl };
  const everything = cleanup.move();
  return {
    kind,
    options,
    environment: { DATA_DIR: folder.path, DATABASE_URL: databaseUrl },
    open: async () => everything.adopt(await openDatabase(options), (database) => database.close()),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** Migrated PostgreSQL databases that no test in this process is using. */
const idle: string[] = [];

/** Reuses an emptied database to save time, except with `TEST_DATABASE_URL`: that server must keep no databases. */
async function migratedPostgres(template: string): Promise<FreshDatabase> {
  if (process.env['TEST_DATABASE_URL']) return freshPostgresUrl(template);
  const url = idle.pop() ?? (await freshPostgresUrl(template)).url;
  return {
    url,
    async [Symbol.asyncDispose]() {
      await runSql(url, EMPTY);
      idle.push(url);
    },
  };
}

/**
 * Closes leftover connections and deletes all rows except the list of migrations, past the triggers of the change log.
 * No column has a sequence.
 */
const EMPTY = `do $$ declare name text; begin
  set local session_replication_role = replica;
  perform pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid();
  for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
    execute format('delete from %I', name);
  end loop;
end $$`;

export function onBothDatabases(
  name: string,
  work: (given: TestDatabase & { database: Database; t: TestContext }) => Promise<void>,
): void {
  for (const kind of DATABASE_KINDS) {
    void test(`${name} (${kind})`, async (t) => {
      await using testDatabase = await freshTestDatabase(kind, { migrated: true });
      await work({ ...testDatabase, database: await testDatabase.open(), t });
    });
  }
}
