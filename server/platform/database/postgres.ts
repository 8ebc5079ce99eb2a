import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import { Client, Pool, types, type ClientConfig } from 'pg';
import { withoutPassword } from '#server/platform/settings/show-value.ts';
import { StartError } from '#server/platform/start-error.ts';
import { type Database } from './database.ts';
import type { Tables } from './tables.ts';
import { migrateToLatest, needsMigration } from './migrate.ts';
import { findReason } from './postgres-errors.ts';
import { createWriteQueue, errorText, inTransaction, orUnavailable, WRITE_WAIT_MS } from './transaction.ts';

const CHANNEL = 'scalehouse_content';
/** Advisory locks of `write` and `writeAside`. Any fixed numbers. */
const WRITE_LOCK = 7_252_530;
const ASIDE_LOCK = 7_252_531;
/** Kysely's migration lock, which servers of earlier versions hold. Kysely's own lock would outlive a transaction. */
const MIGRATION_LOCK = '3853314791062309107';
const POOL_SIZE = 5;
/** Timeouts for connecting, for a statement, for closing, and for the writes before one. */
const TIMEOUTS = {
  connectMs: 3000,
  responseMs: 10_000,
  closeMs: 1000,
  writeWaitMs: WRITE_WAIT_MS,
} as const;
/** Grace period after `statement_timeout`. A server that then sends nothing is treated as lost. */
const IDLE_TIMEOUT_MS = 1000;
/** Poll intervals: notifications sent while the listener was disconnected are lost, and poolers and standbys deliver none. */
const POLL_INTERVAL_MS = { withNotifications: 30_000, withoutNotifications: 1000 } as const;
const RECONNECT_AFTER_MS = 500;
/** TCP keep-alive delay, which detects connections that were dropped without notice. */
const KEEP_ALIVE_AFTER_MS = 10_000;

export type PostgresOptions = Partial<Record<keyof typeof TIMEOUTS, number>> & {
  /** Maximum number of connections for reads of requests. Four more are for everything else. */
  pool?: number;
  /** URL of the same database without a pooler, for migrations and notifications. */
  directUrl?: string | undefined;
  /** Schema of all tables. Undefined for the role's own. */
  schema?: string | undefined;
};

/**
 * Opens PostgreSQL. Throws StartError if it does not respond. Later failures throw DatabaseUnavailableError. Sets
 * everything per transaction, because a pooler may run each transaction of a connection in another session.
 */
export async function openPostgres(
  url: string,
  { pool: poolSize = POOL_SIZE, directUrl, schema, ...timeouts }: PostgresOptions = {},
): Promise<Database> {
  const { connectMs, responseMs, closeMs, writeWaitMs } = { ...TIMEOUTS, ...timeouts };
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
  const direct = { ...connection, connectionString: directUrl ?? url };
  const channel = schema === undefined ? CHANNEL : `${CHANNEL}_${schema}`;
  const begin = (mode = '', timeoutMs = responseMs) =>
    [
      `begin ${mode}`,
      `set local statement_timeout = ${timeoutMs}`,
      ...(schema === undefined ? [] : [`set local search_path to "${schema}"`]),
    ].join('; ');
  /**
   * Locks until the end of the transaction. PostgreSQL serves waiting servers in order, and each has one waiting write.
   * Sites in different schemas do not wait for each other.
   */
  const lock = (id: number, waitMs: number) =>
    `set local lock_timeout = ${Math.ceil(waitMs)}; select pg_advisory_xact_lock(${schema === undefined ? id : `${id}, hashtext('${schema}')`})`;
  const openKysely = (max: number) =>
    new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: openPool(connection, max, responseMs + IDLE_TIMEOUT_MS) }),
    });
  const db = openKysely(poolSize);
  try {
    // Connect through Kysely, which otherwise does not close the pool.
    await sql`select 1`.execute(db);
  } catch (error) {
    await db.destroy();
    throw new StartError(
      `DATABASE_URL: can't connect to ${withoutPassword(url)}: ${errorText(error)}. Check the address, and that the database is running.`,
    );
  }
  // Writes run one at a time, and wait in a queue: the pool's own timeout is that of connecting. The first use connects.
  const writes = openKysely(1);
  const aside = openKysely(1);
  const checks = openKysely(1);

  const inWriteOrder = createWriteQueue(writeWaitMs);
  const inAsideOrder = createWriteQueue(writeWaitMs);

  const readFrom =
    (from: Kysely<Tables>): Database['read'] =>
    (work) =>
      orUnavailable(findReason, () =>
        inTransaction(from, [begin('isolation level repeatable read read only')], work),
      );
  const read = readFrom(db);

  return {
    read,
    readAside: readFrom(checks),

    // The advisory lock makes versions visible in order. Without it, a reader could see 6 before 5 is committed, and
    // never read 5.
    write: (work) =>
      orUnavailable(findReason, () =>
        inWriteOrder((leftMs) =>
          inTransaction(writes, [begin(), lock(WRITE_LOCK, leftMs)], async (transaction) => {
            const result = await work(transaction);
            await sql`select pg_notify(${channel}, '')`.execute(transaction);
            return result;
          }),
        ),
      ),

    writeAside: (work) =>
      orUnavailable(findReason, () =>
        inAsideOrder((leftMs) => {
          const locked = `set local synchronous_commit = off; ${lock(ASIDE_LOCK, leftMs)}`;
          return inTransaction(aside, [begin(), locked], work);
        }),
      ),

    watch: (check) => {
      const stop = listen(direct, channel, check);
      return () => withTimeout(closeMs, stop());
    },

    async migrate(print = () => undefined) {
      const needed = await read(needsMigration);
      if (!needed) return;
      if (needed === 'update') print('Updating the database. This can take several minutes on a large site.');
      // A statement may take hours, so this connection has no timeout.
      const migrating = new Kysely<Tables>({ dialect: migrationDialect(openPool(direct, 1)) });
      const locked = [
        begin('', 0),
        `set local lock_timeout = 0; select pg_advisory_xact_lock(${MIGRATION_LOCK})`,
      ];
      try {
        await orUnavailable(findReason, () =>
          inTransaction(migrating, locked, (transaction) => migrateToLatest(transaction, schema)),
        );
      } finally {
        await migrating.destroy();
      }
      if (needed === 'update') print('The database is up to date.');
    },

    // Limit the wait for the server to close; acknowledged changes are durable.
    close: () => withTimeout(closeMs, Promise.all([db, writes, aside, checks].map((each) => each.destroy()))),
  };
}

/** Opens connections that fail after `idleTimeoutMs` without data: a stalled server would block requests forever. */
function openPool(connection: ClientConfig, max: number, idleTimeoutMs = 0): Pool {
  const opened = new Pool({
    ...connection,
    max,
    stream: () => socketWithTimeout(idleTimeoutMs),
    // Parse count(*), a 64-bit integer that `pg` returns as a string. Values stay far below 2^53.
    types: { getTypeParser: parserFor },
  });
  // Without these listeners, the loss of an idle connection, or of one between two queries, would end the process.
  // The pool replaces the connection, and its current query fails anyway.
  opened.on('error', () => undefined);
  opened.on('connect', (client) => client.on('error', () => undefined));
  return opened;
}

/** Creates a dialect without Kysely's migration lock, which a session holds. `migrate` locks its transaction instead. */
function migrationDialect(pool: Pool): PostgresDialect {
  const withoutLock = Object.assign(new PostgresAdapter(), {
    acquireMigrationLock: async () => undefined,
    releaseMigrationLock: async () => undefined,
  });
  return Object.assign(new PostgresDialect({ pool }), { createAdapter: () => withoutLock });
}

function socketWithTimeout(idleTimeoutMs: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(idleTimeoutMs, () =>
    socket.destroy(new Error('Connection terminated: no response')),
  );
}

async function withTimeout(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, sleep(timeoutMs, undefined, { ref: false })]);
}

/**
 * Listens for changes of other processes on a separate connection. Reconnects when it is lost. Polls instead if the
 * connection goes through a pooler, or to a standby.
 */
function listen(connection: ClientConfig, channel: string, check: () => void): () => Promise<void> {
  let stopped = false;
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let polling = setInterval(check, POLL_INTERVAL_MS.withNotifications).unref();

  async function connect() {
    const next = new Client(connection);
    client = next;
    next.on('notification', check);
    let lost = false;
    const reconnect = (afterMs: number) => {
      if (lost || stopped) return;
      lost = true;
      check();
      retry = setTimeout(() => {
        connecting = connect();
      }, afterMs);
      retry.unref();
      void next.end().catch(() => undefined);
    };
    const onLoss = () => reconnect(RECONNECT_AFTER_MS);
    next.on('error', onLoss);
    next.on('end', onLoss);
    try {
      await next.connect();
      if (stopped) return;
      const { isPooled, isStandby } = await describe(next);
      if (isPooled) {
        lost = true;
        clearInterval(polling);
        polling = setInterval(check, POLL_INTERVAL_MS.withoutNotifications).unref();
        await next.end();
      } else if (isStandby) {
        // It rejects `listen` until it is promoted.
        return reconnect(POLL_INTERVAL_MS.withoutNotifications);
      } else {
        await next.query(`listen ${channel}`);
      }
      check();
    } catch {
      onLoss();
    }
  }
  let connecting = connect();

  return async () => {
    stopped = true;
    clearInterval(polling);
    clearTimeout(retry);
    // Finish connecting, because a client cannot be closed while it connects.
    await connecting;
    await client?.end().catch(() => undefined);
  };
}

/** Describes the server. A pooler makes up the process ID that it sends when a client connects. */
async function describe(client: Client): Promise<{ isPooled: boolean; isStandby: boolean }> {
  const { rows } = await client.query<{ pid: number; standby: boolean }>(
    'select pg_backend_pid() as pid, pg_is_in_recovery() as standby',
  );
  return {
    isPooled: rows[0]?.pid !== (client as Client & { processID?: number }).processID,
    isStandby: rows[0]?.standby === true,
  };
}

const INT8 = 20;

const parserFor: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8 ? Number : types.getTypeParser(oid, format);
