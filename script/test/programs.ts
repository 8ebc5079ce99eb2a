import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { addEntry } from '#tests/support/tally.ts';

const running = new Set<ChildProcess>();
let isStopped = false;

/** Programs that ended with 1, which means that failed tests are in the tally, unless the program itself is broken. */
export const failedPrograms: string[] = [];

/** Ends all programs with the processes that they started, and starts no more. */
export function stopPrograms(): void {
  isStopped = true;
  running.forEach(endGroup);
}

/** Runs a program that checks the code, and adds it to the tally as one test. Prints its output if it fails. */
export async function runCheck(name: string, program: string, args: readonly string[] = []): Promise<void> {
  const child = start(program, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const output = Promise.all([text(child.stdout!), text(child.stderr!)]);
  const { code } = await exitOf(child);
  if (code !== 0) console.log(`\n── ${name}\n${(await output).join('')}`);
  addEntry({ test: name, outcome: code === 0 ? 'passed' : 'failed' });
}

/**
 * Runs a program that adds its tests to the tally.
 *
 * @param options.silentMs time after which it is ended if it has not sent the name of another test
 */
export async function runTests(
  program: string,
  args: readonly string[],
  { execArgv = [], silentMs }: { execArgv?: string[]; silentMs?: number } = {},
): Promise<void> {
  const child = start(program, args, { execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let latest = program;
  let isHanging = false;
  const timer = setTimeout(
    () => {
      isHanging = true;
      endGroup(child);
    },
    silentMs ?? 2 ** 31 - 1,
  );
  child.on('message', (name) => {
    if (typeof name === 'string') latest = name;
    timer.refresh();
  });
  const { code, signal } = await exitOf(child);
  clearTimeout(timer);
  if (code === 0 || isStopped) return;
  if (code === 1) {
    failedPrograms.push(`${program} ended with 1`);
    return;
  }
  const problem = isHanging ? 'neither the test nor its process ended' : `ended with ${code ?? signal}`;
  addEntry({ test: `${latest}: ${problem}`, outcome: 'failed' });
}

function start(program: string, args: readonly string[], options: Parameters<typeof fork>[2]): ChildProcess {
  if (isStopped) throw new Error('The run was stopped.');
  const child = fork(program, args, { ...options, detached: true });
  running.add(child);
  return child;
}

async function exitOf(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  endGroup(child);
  running.delete(child);
  return { code, signal };
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended.
  }
}
