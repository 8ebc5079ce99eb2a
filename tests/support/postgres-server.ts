import { randomBytes, randomInt } from 'node:crypto';
import { chown, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runSql } from './databases.ts';
import { copyPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { startPostgresJanitor } from './postgres-janitor.ts';
import { pausePostgres } from './postgres-pause.ts';
import { type PostgresHome, type PostgresProgram, startPostgresProgram } from './postgres-program.ts';
import { copyToStandby } from './postgres-standby.ts';

const USER = 'scalehouse';
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 };
const TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 20;
/** Below the ephemeral ports, so that no other program takes the port between a kill and a restart. */
const PORTS = { from: 20_000, below: 30_000, attempts: 20 };

/** Keeps all files in the temporary folder: no socket in /tmp, no shared memory in /dev/shm that outlives a kill. */
const UNIX_SETTINGS = { unix_socket_directories: '', dynamic_shared_memory_type: 'mmap' };
const NON_DURABLE_SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/** A PostgreSQL server; the members are described in `PostgresCluster`. */
export type PostgresServer = {
  url: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
  pause(): Promise<void>;
  resume(): void;
  startStandby(): Promise<PostgresServer>;
  /** Returns the last part of the server's log. */
  log(): string;
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL with new data in a temporary folder, and resolves when it accepts queries.
 *
 * @throws Error with PostgreSQL's own message, after cleaning up
 */
export async function startPostgresServer(durable: boolean): Promise<PostgresServer> {
  const password = randomBytes(24).toString('hex');
  const fill: FillData = ({ initdb }, home) => makeDataFolder(initdb, password, home);
  return startWithData({ durable, password, fill });
}

/** Fills the folder `data` in the folder of the server. */
type FillData = (binaries: PostgresBinaries, home: PostgresHome) => Promise<void>;

async function startWithData({
  durable,
  password,
  fill,
}: {
  durable: boolean;
  password: string;
  fill: FillData;
}): Promise<PostgresServer> {
  await using cleanup = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'scalehouse-postgres-'));
  const janitor = startPostgresJanitor(folder);
  cleanup.defer(() => janitor.dismiss());
  const home: PostgresHome = { folder, janitor, runAs: {} };
  if (process.getuid?.() === 0) {
    home.runAs = UNPRIVILEGED;
    await chown(folder, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  }
  const binaries = await copyPostgresBinaries(folder, home.runAs);
  await fill(binaries, home);

  const launch = (port: number) =>
    startPostgresProgram(binaries.postgres, serverArguments(folder, port, durable), home);
  const first = await startOnFreePort(launch, password);
  const { url, port } = first;
  let program = first.program;
  let resumeProcesses: (() => void) | undefined;

  function resume(): void {
    resumeProcesses?.();
    resumeProcesses = undefined;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    program.signal(signal);
    // Paused child processes would not notice that the postmaster is gone.
    resume();
    await withTimeout(program.exited, () => `PostgreSQL did not exit at ${signal}: ${program.errorOutput()}`);
  }

  const everything = cleanup.move();
  return {
    url,
    resume,
    kill: () => end('SIGKILL'),
    async restart() {
      await end('SIGINT');
      program = launch(port);
      await untilReady(program, url);
    },
    async pause() {
      resume();
      resumeProcesses = await pausePostgres(program, url);
    },
    log: () => program.errorOutput(),
    startStandby: () =>
      startWithData({ durable, password, fill: (_, standby) => copyToStandby({ url, folder }, standby) }),
    async stop() {
      resume();
      await everything.disposeAsync();
      await withTimeout(program.exited, () => 'PostgreSQL did not exit');
    },
  };
}

async function makeDataFolder(initdb: string, password: string, home: PostgresHome): Promise<void> {
  const passwordFile = path.join(home.folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (home.runAs.uid !== undefined) await chown(passwordFile, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  const options = {
    pgdata: path.join(home.folder, 'data'),
    username: USER,
    pwfile: passwordFile,
    auth: 'scram-sha-256',
    encoding: 'UTF8',
    // The same collation and `lower()` on every system, regardless of installed locales.
    locale: 'C',
    'locale-provider': 'builtin',
    'builtin-locale': 'C.UTF-8',
  };
  const named = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const program = startPostgresProgram(initdb, [...named, '--no-sync', '--no-instructions'], home);
  await withTimeout(program.exited, () => 'initdb did not exit');
  if (program.succeeded() !== true) throw new Error(`initdb failed: ${program.errorOutput()}`);
}

function serverArguments(folder: string, port: number, durable: boolean): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    // Many test files have one pool each.
    max_connections: 300,
    ...(process.platform === 'win32' ? {} : UNIX_SETTINGS),
    ...(durable ? {} : NON_DURABLE_SETTINGS),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', path.join(folder, 'data'), ...options];
}

async function startOnFreePort(
  launch: (port: number) => PostgresProgram,
  password: string,
): Promise<{ program: PostgresProgram; port: number; url: string }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = randomInt(PORTS.from, PORTS.below);
    const url = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
    const program = launch(port);
    try {
      await untilReady(program, url);
      return { program, port, url };
    } catch (error) {
      const isTaken = program.errorOutput().includes('could not bind');
      if (!isTaken || attempt === PORTS.attempts) throw error;
    }
  }
}

/** Resolves when the server responds to a query. The random password proves that it is this server. */
async function untilReady(program: PostgresProgram, url: string): Promise<void> {
  const exited = program.exited.then(() => Promise.reject(new Error('PostgreSQL exited')));
  for (const since = Date.now(); ; await delay(POLL_INTERVAL_MS)) {
    try {
      // Another program on this port may accept the connection and never respond, after PostgreSQL has already exited.
      await Promise.race([runSql(url, 'select 1'), exited]);
      return;
    } catch (cause) {
      const hasExited = program.succeeded() !== undefined;
      // The error output is complete only after the process has closed it.
      if (hasExited) await program.exited;
      if (hasExited || Date.now() - since > TIMEOUT_MS) {
        throw new Error(`PostgreSQL did not start: ${program.errorOutput()}`, { cause });
      }
    }
  }
}

/** Waits until a program has exited, with a timeout. The timer keeps this process alive, which the program does not. */
async function withTimeout(exited: Promise<void>, message: () => string): Promise<void> {
  const timer = new AbortController();
  const timeout = delay(TIMEOUT_MS, true, { signal: timer.signal }).catch(() => false);
  const hasTimedOut = await Promise.race([exited.then(() => false), timeout]);
  timer.abort();
  if (hasTimedOut) throw new Error(message());
}
