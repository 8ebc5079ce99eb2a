import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openDatabase, type Database } from '#server/database/database.ts';
import { freshPostgresUrl } from './databases.ts';

export const DATABASE_KINDS = ['SQLite', 'PostgreSQL'] as const;
export type DatabaseKind = (typeof DATABASE_KINDS)[number];

/** A place for a database that nothing has opened yet; leaving the scope closes what was opened and removes it. */
export type DatabasePlace = AsyncDisposable & {
  kind: DatabaseKind;
  /** As `openDatabase` takes it. */
  options: { dataDir: string; databaseUrl: string | undefined };
  /** As a process of its own takes it. */
  environment: { DATA_DIR: string; DATABASE_URL: string | undefined };
  /** Opens the database once more, as another process would; the first time makes its tables. */
  open(): Promise<Database>;
};

export async function freshDatabasePlace(kind: DatabaseKind): Promise<DatabasePlace> {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-')));
  const databaseUrl = kind === 'PostgreSQL' ? cleanup.use(await freshPostgresUrl()).url : undefined;
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

/** Registers a test twice: with a fresh, migrated database on SQLite, and with one on PostgreSQL. */
export function onBothDatabases(
  name: string,
  work: (given: DatabasePlace & { database: Database; t: TestContext }) => Promise<void>,
): void {
  for (const kind of DATABASE_KINDS) {
    void test(`${name} (${kind})`, async (t) => {
      await using place = await freshDatabasePlace(kind);
      await work({ ...place, database: await place.open(), t });
    });
  }
}
