import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { CHILD_ENVIRONMENT } from './child-environment.ts';

export type ChildProgram = AsyncDisposable & {
  /** The lines that it has printed so far. */
  lines: readonly string[];
  /** Resolves when it has ended and every line is in `lines`; rejects when it failed by itself. */
  ended: Promise<void>;
  kill(): void;
};

/** Runs a TypeScript program of the tests as a process of its own; leaving the scope kills it. */
export function startProgram(
  path: string,
  environment: NodeJS.ProcessEnv,
  words: readonly string[] = [],
): ChildProgram {
  const child = spawn(process.execPath, [path, ...words], {
    env: { ...CHILD_ENVIRONMENT, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let complaint = '';
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const ended = untilEnded();
  async function untilEnded() {
    await once(child, 'close');
    if (child.exitCode === 0 || child.signalCode === 'SIGKILL') return;
    throw new Error(`${path} ended with ${child.exitCode ?? child.signalCode}: ${complaint}`);
  }
  // Whoever waits for it learns of a failure; who does not is not ended by it.
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
