import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Client, DatabaseError, Pool, types, type ClientConfig } from 'pg';
import { withoutPassword } from '#server/platform/settings/show-value.ts';
import { StartError } from '#server/platform/start-error.ts';
import { type Database, type Tables } from './database.ts';
import { migrateToLatest } from './migrate.ts';
import { errorText, inTransaction, orUnavailable } from './transaction.ts';

const CHANNEL = 'scalehouse_content';
/** Timeouts for connecting, for a statement, and for closing. */
const TIMEOUTS = { connectMs: 3000, responseMs: 10_000, closeMs: 1000 } as const;
/** Grace period after `statement_timeout`. A server that then sends nothing is treated as lost. */
const IDLE_TIMEOUT_MS = 1000;
/** Poll interval, because notifications sent while the listener was disconnected are lost. */
const POLL_INTERVAL_MS = 30_000;
const RECONNECT_AFTER_MS = 500;
/** TCP keep-alive delay, which detects connections that were dropped without notice. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** Opens PostgreSQL. Throws StartError if it does not respond. Later failures throw DatabaseUnavailableError. */
export async function openPostgres(
  url: string,
  timeouts: Partial<Record<keyof typeof TIMEOUTS, number>> = {},
): Promise<Database> {
  const { connectMs, responseMs, closeMs } = { ...TIMEOUTS, ...timeouts };
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
  const pool = new Pool({
    ...connection,
    max: 5,
    statement_timeout: responseMs,
    stream: () => socketWithTimeout(responseMs + IDLE_TIMEOUT_MS),
    // Parse count(*), a 64-bit integer that `pg` returns as a string. Values stay far below 2^53.
    types: { getTypeParser: parserFor },
  });
  // Without these listeners, the loss of an idle connection, or of one between two queries, would end the process. The
  // pool replaces the connection, and its current query fails anyway.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new StartError(
      `DATABASE_URL: can't connect to ${withoutPassword(url)}: ${errorText(error)}. Check the address, and that the database is running.`,
    );
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

  return {
    read: (work) =>
      orUnavailable(isUnavailable, () =>
        inTransaction(db, ['begin isolation level repeatable read read only'], work),
      ),

    // The lock makes versions visible in order. Without it, a reader could see 6 before 5 is committed, and never read
    // 5. Readers do not wait for it.
    write: (work) =>
      orUnavailable(isUnavailable, () =>
        inTransaction(db, ['begin', 'lock table change_log in exclusive mode'], async (transaction) => {
          const result = await work(transaction);
          await sql`select pg_notify(${CHANNEL}, '')`.execute(transaction);
          return result;
        }),
      ),

    watch: (check) => {
      const stop = listen(connection, check);
      return () => withTimeout(closeMs, stop());
    },

    migrate: () => migrateToLatest(db),

    // Limit the wait for the server to close; acknowledged changes are durable.
    close: () => withTimeout(closeMs, db.destroy()),
  };
}

/** Creates a socket that fails after `idleTimeoutMs` without data; a stalled server would block requests forever. */
function socketWithTimeout(idleTimeoutMs: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(idleTimeoutMs, () =>
    socket.destroy(new Error('Connection terminated: no response')),
  );
}

async function withTimeout(timeoutMs: number, work: Promise<void>): Promise<void> {
  await Promise.race([work, sleep(timeoutMs, undefined, { ref: false })]);
}

/** Listens for changes of other processes on a separate connection. Reconnects when it is lost. */
function listen(connection: ClientConfig, check: () => void): () => Promise<void> {
  let stopped = false;
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  const polling = setInterval(check, POLL_INTERVAL_MS);
  polling.unref();

  async function connect() {
    const next = new Client(connection);
    client = next;
    next.on('notification', check);
    let lost = false;
    const onLoss = () => {
      if (lost || stopped) return;
      lost = true;
      check();
      retry = setTimeout(() => {
        connecting = connect();
      }, RECONNECT_AFTER_MS);
      retry.unref();
      void next.end().catch(() => undefined);
    };
    next.on('error', onLoss);
    next.on('end', onLoss);
    try {
      await next.connect();
      if (stopped) return;
      await next.query(`listen ${CHANNEL}`);
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

const INT8 = 20;

const parserFor: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8 ? Number : types.getTypeParser(oid, format);

/** SQLSTATE classes about the state of the server: connection, resources, operator intervention, system. */
const UNAVAILABLE_CLASSES = new Set(['08', '53', '57', '58']);
/** Read-only transaction, serialization failure, deadlock, lock not available. */
const UNAVAILABLE_STATES = new Set(['25006', '40001', '40P01', '55P03']);

/** Messages of connection errors, for which `pg` sets no code. */
const LOST_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  if (error instanceof DatabaseError) {
    return UNAVAILABLE_CLASSES.has(code?.slice(0, 2) ?? '') || UNAVAILABLE_STATES.has(code ?? '');
  }
  const isNetwork = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/.test(code ?? '');
  return isNetwork || LOST_CONNECTION.test(error.message);
}
