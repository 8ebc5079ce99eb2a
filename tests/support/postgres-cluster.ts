import { createDatabase, dropDatabase, runSql } from './databases.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';

/** A PostgreSQL server for tests; leaving the scope of an `await using` stops it. */
export type PostgresCluster = AsyncDisposable & {
  /** `postgres://user:password@127.0.0.1:port/postgres`, with a role that may create databases. */
  url: string;
  /**
   * Makes a database.
   *
   * @param template url or name of the database to copy, to which nobody may be connected
   * @returns its url
   */
  createDatabase(template?: string): Promise<string>;
  /** SIGKILLs the postmaster; resolves when all processes of the server are gone. */
  kill(): Promise<void>;
  /** Starts the server on the same data and port, after an orderly shutdown if it still runs. */
  restart(): Promise<void>;
  /** Makes the server stand still: connections stay open, new ones hang, nothing answers. */
  pause(): Promise<void>;
  /** Makes a paused server go on. */
  resume(): void;
  /** Resolves when neither a process nor a file is left. */
  stop(): Promise<void>;
};

/**
 * Starts a real PostgreSQL. It ends with this process, however that ends.
 *
 * With `TEST_DATABASE_URL` set, it is the server named there: `stop` drops the databases made here, and
 * `kill`, `restart`, `pause` and `resume` throw. A process that crashes leaves its databases
 * (`scalehouse_test_…`) on that server.
 *
 * @param options.durable what is committed survives `kill`; otherwise the last half second may be lost, and
 *   everything is faster
 * @throws Error that says what to install when there is neither a server nor the optional dependency
 */
export async function startPostgresCluster(options: { durable?: boolean } = {}): Promise<PostgresCluster> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return connectToGivenServer(given);
  const server = await startPostgresServer(options.durable ?? false);
  return {
    ...server,
    createDatabase: (template) => createDatabase(server.url, template),
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

async function connectToGivenServer(url: string): Promise<PostgresCluster> {
  try {
    await runSql(url, 'select 1');
  } catch (cause) {
    throw new Error('The server that TEST_DATABASE_URL names does not answer', { cause });
  }
  const made = new Set<string>();
  async function stop(): Promise<void> {
    for (const database of made) await dropDatabase(url, database);
    made.clear();
  }
  return {
    url,
    async createDatabase(template) {
      const database = await createDatabase(url, template);
      made.add(database);
      return database;
    },
    ...NOT_OURS,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

const NOT_OURS = {
  kill: async () => refuse('kill'),
  restart: async () => refuse('restart'),
  pause: async () => refuse('pause'),
  resume: () => refuse('resume'),
} satisfies Partial<PostgresServer>;

function refuse(what: string): never {
  throw new Error(
    `Tests may not ${what} the server that TEST_DATABASE_URL names: unset it to use one of ours`,
  );
}
