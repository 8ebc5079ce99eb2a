import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { CHILD_ENVIRONMENT } from './child-environment.ts';

export type ChildProgram = AsyncDisposable & {
  /** Lines printed to standard output so far. */
  lines: readonly string[];
  /** Resolves when the program has exited and `lines` is complete. Rejects if it failed without being killed. */
  ended: Promise<void>;
  kill(): void;
};

/** Runs a TypeScript program in a separate process, which is killed at the end of the scope. */
export function startProgram(
  path: string,
  environment: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): ChildProgram {
  const child = spawn(process.execPath, [path, ...args], {
    env: { ...CHILD_ENVIRONMENT, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let errorOutput = '';
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
  const ended = untilEnded();
  async function untilEnded() {
    await once(child, 'close');
    if (child.exitCode === 0 || child.signalCode === 'SIGKILL') return;
    throw new Error(`${path} exited with ${child.exitCode ?? child.signalCode}: ${errorOutput}`);
  }
  // Avoid an unhandled rejection when a test does not await `ended`.
  ended.catch(() => undefined);
  return {
    lines,
    ended,
    kill: () => void child.kill('SIGKILL'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended.catch(() => undefined);
    },
  };
}
