import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PATIENCE_MS = 10_000;
const LOOK_AGAIN_MS = 10;

export type PostgresJanitor = {
  /** Names the process to end before the folder goes; `undefined` when there is none (any more). */
  watch(pid: number | undefined): void;
  /** Ends the watched process, removes the folder and resolves when both are gone. */
  dismiss(): Promise<void>;
};

/**
 * Starts a process that ends PostgreSQL and removes its folder as soon as we are gone, however we went: it
 * reads from a pipe whose other end only we hold, and the kernel closes that even after `kill -9`. So nothing
 * here listens for exits or signals, and the test runner keeps its own ways with them.
 *
 * @param folder absolute path; PostgreSQL's data are in `data` inside it
 */
export function startPostgresJanitor(folder: string): PostgresJanitor {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), folder], {
    // Its own process group: Ctrl-C in a terminal reaches every process of ours.
    detached: true,
    // The test runner waits until nobody holds a test's output any more, so the janitor must not.
    stdio: ['pipe', 'ignore', 'ignore'],
    // Without what is meant for test processes: coverage, preloaded modules, the runner's own marks.
    env: { PATH: process.env['PATH'], SystemRoot: process.env['SystemRoot'] },
    windowsHide: true,
  });
  // A test that forgets to stop its cluster still ends.
  child.unref();
  // When somebody has ended the janitor, `dismiss` tells.
  child.stdin.on('error', () => {});
  const gone = once(child, 'exit');
  return {
    watch(pid) {
      if (child.stdin.writable) child.stdin.write(`${pid ?? 0}\n`);
    },
    async dismiss() {
      child.ref();
      child.stdin.end();
      await gone;
      if (child.exitCode !== 0)
        throw new Error(`PostgreSQL's temporary folder ${folder} could not be removed`);
    },
  };
}

if (import.meta.main && process.argv[2] !== undefined) await cleanUpWhenAlone(process.argv[2]);

async function cleanUpWhenAlone(folder: string): Promise<void> {
  // Whoever ends all processes of a run with a signal ends our owner too; then there is work to do.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  let pid = 0;
  for await (const line of createInterface({ input: process.stdin })) pid = Number(line);
  if (pid !== 0) await endPostgres(pid);
  await freeSharedMemory(folder);
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
}

async function endPostgres(pid: number): Promise<void> {
  // One that is paused cannot hear of its end.
  send(pid, 'SIGCONT');
  // SIGQUIT is the immediate shutdown: it takes all server processes along and writes nothing.
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    send(pid, signal);
    for (const since = Date.now(); Date.now() - since < PATIENCE_MS; await delay(LOOK_AGAIN_MS)) {
      if (!(await isRunning(pid))) return;
    }
  }
}

async function isRunning(pid: number): Promise<boolean> {
  if (!send(pid, 0)) return false;
  // In a container nobody may collect an ended process whose parent has gone; it then stays as a zombie.
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

/** A server that was killed leaves a few bytes of System V shared memory, which outlive every process. */
async function freeSharedMemory(folder: string): Promise<void> {
  const lines = await readFile(path.join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '');
  // Line 7 is the segment: its key and its id.
  const id = lines.split('\n')[6]?.trim().split(/\s+/)[1];
  if (id !== undefined) await promisify(execFile)('ipcrm', ['-m', id]).catch(() => {});
}
