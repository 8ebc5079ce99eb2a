import { Kysely, PostgresDialect, sql } from 'kysely';
import { Client, DatabaseError, Pool, types, type ClientConfig } from 'pg';
import { withoutPassword } from '#server/config.ts';
import { StartError } from '#server/start-error.ts';
import { type Database, type Tables } from './database.ts';
import { migrateToLatest } from './migrate.ts';
import { inTransaction, orUnavailable } from './transaction.ts';

const CHANNEL = 'scalehouse_content';
const CONNECT_WAIT_MS = 3000;
const STATEMENT_WAIT_MS = 10_000;
/** A notice sent while the listener was away is lost, so the version is also read anew from time to time. */
const REREAD_EVERY_MS = 30_000;
const RECONNECT_AFTER_MS = 500;

/** Opens PostgreSQL. Throws StartError when it does not answer; a later loss is told by DatabaseUnavailableError. */
export async function openPostgres(url: string): Promise<Database> {
  const connection = { connectionString: url, connectionTimeoutMillis: CONNECT_WAIT_MS, keepAlive: true };
  const pool = new Pool({
    ...connection,
    max: 5,
    statement_timeout: STATEMENT_WAIT_MS,
    // count(*) is a 64-bit integer, which the client would answer as text; ours stay far below 2^53.
    types: { getTypeParser: parserFor },
  });
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  await pool.query('select 1').catch(async (error: unknown) => {
    await pool.end();
    throw new StartError(`DATABASE_URL: ${withoutPassword(url)} does not answer: ${describe(error)}`);
  });
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

    watch: (check) => listen(connection, check),

    migrate: () => migrateToLatest(db),

    close: () => db.destroy(),
  };
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
      retry = setTimeout(() => void connect(), RECONNECT_AFTER_MS);
      retry.unref();
      void next.end().catch(() => undefined);
    };
    next.on('error', onLoss);
    next.on('end', onLoss);
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      check();
    } catch {
      onLoss();
    }
  }
  void connect();

  return async () => {
    stopped = true;
    clearInterval(reread);
    clearTimeout(retry);
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

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  if (error instanceof DatabaseError) {
    return UNAVAILABLE_CLASSES.has(code?.slice(0, 2) ?? '') || UNAVAILABLE_STATES.has(code ?? '');
  }
  const isNetwork = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/.test(code ?? '');
  return isNetwork || /connection|timeout/i.test(error.message);
}

function describe(error: unknown): string {
  const errors = error instanceof AggregateError ? error.errors : [error];
  return errors.map((each) => (each as Error).message).join(', ');
}
