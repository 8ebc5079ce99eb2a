import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 10;

export type PostgresJanitor = {
  /** Sets the process to end before the folder is removed; `undefined` if none is running. */
  watch(pid: number | undefined): void;
  /** Ends the watched process and removes the folder. Resolves when both are gone. */
  dismiss(): Promise<void>;
};

/**
 * Starts a process that ends PostgreSQL and removes `folder` (an absolute path) when this process is gone, even after
 * `kill -9`, because the kernel then closes the pipe to the janitor. Exit and signal handlers, which could interfere
 * with the test runner, are not needed.
 */
export function startPostgresJanitor(folder: string): PostgresJanitor {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), folder], {
    // Separate process group, because Ctrl-C in a terminal signals the whole group.
    detached: true,
    // The test runner waits until the output of a test is closed, so the janitor must not inherit it.
    stdio: ['pipe', 'ignore', 'ignore'],
    // Do not inherit variables for test processes: coverage, preloaded modules, settings of the test runner.
    env: { PATH: process.env['PATH'], SystemRoot: process.env['SystemRoot'] },
    windowsHide: true,
  });
  // Let a test exit even if it does not stop its cluster.
  child.unref();
  // If the janitor was killed, `dismiss` reports it.
  child.stdin.on('error', () => {});
  const exited = once(child, 'exit');
  return {
    watch(pid) {
      if (child.stdin.writable) child.stdin.write(`${pid ?? 0}\n`);
    },
    async dismiss() {
      child.ref();
      child.stdin.end();
      await exited;
      if (child.exitCode !== 0)
        throw new Error(`PostgreSQL's temporary folder ${folder} could not be removed`);
    },
  };
}

if (import.meta.main && process.argv[2] !== undefined) await cleanUpAfterOwner(process.argv[2]);

async function cleanUpAfterOwner(folder: string): Promise<void> {
  // Ignore signals sent to the whole process group; cleanup starts when the owner's pipe closes.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  let pid = 0;
  for await (const line of createInterface({ input: process.stdin })) pid = Number(line);
  if (pid !== 0) await endPostgres(pid);
  await freeSharedMemory(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
}

async function endPostgres(pid: number): Promise<void> {
  // A paused process does not handle SIGQUIT until it is resumed.
  send(pid, 'SIGCONT');
  // SIGQUIT is the immediate shutdown: it ends all server processes and writes nothing.
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    send(pid, signal);
    for (const since = Date.now(); Date.now() - since < TIMEOUT_MS; await delay(POLL_INTERVAL_MS)) {
      if (!(await isRunning(pid))) return;
    }
  }
}

async function isRunning(pid: number): Promise<boolean> {
  if (!send(pid, 0)) return false;
  // In a container without an init process, an exited orphan stays as a zombie.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !stat.includes(') Z ');
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Removes the System V shared memory that a killed server leaves behind. */
async function freeSharedMemory(folder: string): Promise<void> {
  const lines = await readFile(path.join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '');
  // Line 7 describes the segment: key and id.
  const id = lines.split('\n')[6]?.trim().split(/\s+/)[1];
  if (id !== undefined) await promisify(execFile)('ipcrm', ['-m', id]).catch(() => {});
}
