import { createDatabase, dropDatabase, runSql } from './databases.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';

/** A PostgreSQL server for tests, which stops at the end of the scope. */
export type PostgresCluster = AsyncDisposable & {
  /** `postgres://user:password@127.0.0.1:port/postgres`, with a role that may create databases. */
  url: string;
  /** Returns the URL of a new database. `template` is the URL or name of a database without connections. */
  createDatabase(template?: string): Promise<string>;
  /** Sends SIGKILL to the postmaster. Resolves when all processes of the server have exited. */
  kill(): Promise<void>;
  /** Restarts the server with the same data and port, after an orderly shutdown if it is running. */
  restart(): Promise<void>;
  /** Suspends the server: connections stay open, new ones hang, and no query gets a response. */
  pause(): Promise<void>;
  resume(): void;
  /** Starts a server that streams all changes of this one, and rejects writes until it is promoted. */
  startStandby(): Promise<PostgresServer & AsyncDisposable>;
  /** Resolves when all processes and files of the server are gone. */
  stop(): Promise<void>;
};

/**
 * Starts a real PostgreSQL server, which stops when this process ends for any reason. With `TEST_DATABASE_URL` set,
 * uses that server: `stop` drops the databases created here, and `kill`, `restart`, `pause`, `resume` and
 * `startStandby` throw.
 *
 * @param options.durable whether commits survive `kill`; otherwise the last half second may be lost, but all is faster
 * @throws Error if there is neither a server nor the optional dependency
 */
export async function startPostgresCluster(options: { durable?: boolean } = {}): Promise<PostgresCluster> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return connectToGivenServer(given);
  const server = await startPostgresServer(options.durable ?? false);
  return {
    ...server,
    createDatabase: (template) => createDatabase(server.url, template),
    async startStandby() {
      const standby = await server.startStandby();
      return { ...standby, [Symbol.asyncDispose]: () => standby.stop() };
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

async function connectToGivenServer(url: string): Promise<PostgresCluster> {
  try {
    await runSql(url, 'select 1');
  } catch (cause) {
    throw new Error('The server that TEST_DATABASE_URL names does not respond', { cause });
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
    ...UNSUPPORTED,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

const UNSUPPORTED = {
  kill: async () => reject('kill'),
  restart: async () => reject('restart'),
  pause: async () => reject('pause'),
  resume: () => reject('resume'),
  startStandby: async () => reject('copy'),
} satisfies Partial<PostgresCluster>;

function reject(action: string): never {
  throw new Error(
    `Tests may not ${action} the server that TEST_DATABASE_URL names. Unset it to start a temporary server.`,
  );
}
