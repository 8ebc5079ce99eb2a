import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Client, DatabaseError, Pool, types, type ClientConfig } from 'pg';
import { withoutPassword } from '#server/config.ts';
import { StartError } from '#server/start-error.ts';
import { type Database, type Tables } from './database.ts';
import { migrateToLatest } from './migrate.ts';
import { errorText, inTransaction, orUnavailable } from './transaction.ts';

const CHANNEL = 'scalehouse_content';
/** How long we wait for a connection, for an answer, and for a goodbye. */
const WAITS = { connectMs: 3000, answerMs: 10_000, closeMs: 1000 } as const;
/** The server ends a statement that takes too long by itself, and says so; silence after that is no server. */
const SILENCE_MS = 1000;
/** A notice sent while the listener was away is lost, so the version is also read anew from time to time. */
const REREAD_EVERY_MS = 30_000;
const RECONNECT_AFTER_MS = 500;
/** A listener whose network is gone silently hears of it by this. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** Opens PostgreSQL. Throws StartError when it does not answer; a later loss is told by DatabaseUnavailableError. */
export async function openPostgres(
  url: string,
  waits: Partial<Record<keyof typeof WAITS, number>> = {},
): Promise<Database> {
  const { connectMs, answerMs, closeMs } = { ...WAITS, ...waits };
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
  const pool = new Pool({
    ...connection,
    max: 5,
    statement_timeout: answerMs,
    stream: () => impatientSocket(answerMs + SILENCE_MS),
    // count(*) is a 64-bit integer, which the client would answer as text; ours stay far below 2^53.
    types: { getTypeParser: parserFor },
  });
  // A connection that breaks is replaced, and its call fails by itself. Without listeners for one that is idle and for
  // one that waits between two queries, its end would be the end of the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new StartError(`DATABASE_URL: ${withoutPassword(url)} does not answer: ${errorText(error)}`);
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

  return {
    read: (work) =>
      orUnavailable(isUnavailable, () =>
        inTransaction(db, ['begin isolation level repeatable read read only'], work),
      ),

    // The lock makes versions appear in the order of their numbers: without it a reader could see 6 before 5 is
    // committed, take 6 for the newest, and never look for 5 again. Readers are not held up by it.
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
      return () => atMost(closeMs, stop());
    },

    migrate: () => migrateToLatest(db),

    // All that was acknowledged is on the disk: a server that says no goodbye is not waited for.
    close: () => atMost(closeMs, db.destroy()),
  };
}

/** A socket that breaks when nothing arrives for a time, else a server that stands still is waited for without end. */
function impatientSocket(silenceMs: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(silenceMs, () => socket.destroy(new Error('Connection terminated: no answer')));
}

async function atMost(waitMs: number, work: Promise<void>): Promise<void> {
  await Promise.race([work, sleep(waitMs, undefined, { ref: false })]);
}

/** Listens for other processes' changes on a connection of its own, and connects again whenever it is lost. */
function listen(connection: ClientConfig, check: () => void): () => Promise<void> {
  let stopped = false;
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  const reread = setInterval(check, REREAD_EVERY_MS);
  reread.unref();

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
    clearInterval(reread);
    clearTimeout(retry);
    // One that is half made cannot be ended.
    await connecting;
    await client?.end().catch(() => undefined);
  };
}

const INT8 = 20;

const parserFor: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8 ? Number : types.getTypeParser(oid, format);

/** Classes of SQLSTATE that tell of the server's state, not of our SQL: connection, resources, intervention, system. */
const UNAVAILABLE_CLASSES = new Set(['08', '53', '57', '58']);
/** Read-only server, serialization, deadlock, lock not available. */
const UNAVAILABLE_STATES = new Set(['25006', '40001', '40P01', '55P03']);

/** The client gives no code to the loss of a connection, only these words. */
const LOST = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  if (error instanceof DatabaseError) {
    return UNAVAILABLE_CLASSES.has(code?.slice(0, 2) ?? '') || UNAVAILABLE_STATES.has(code ?? '');
  }
  const isNetwork = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/.test(code ?? '');
  return isNetwork || LOST.test(error.message);
}
