import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { CHILD_ENVIRONMENT } from './child-environment.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** What a command printed, and its exit code; null where it was killed. */
export type CommandResult = { code: number | null; output: string; complaint: string };

/** Starts a command of the command line as its own process, with something on its standard input. */
export function startCommand(
  environment: NodeJS.ProcessEnv,
  words: readonly string[],
  input = '',
): { child: ChildProcess; ended: Promise<CommandResult> } {
  const child = spawn(process.execPath, ['server/commands/main.ts', ...words], {
    cwd: ROOT,
    env: { ...CHILD_ENVIRONMENT, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const result: CommandResult = { code: null, output: '', complaint: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (result.output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (result.complaint += text));
  // One that does not read what it is given may have ended before it is written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = once(child, 'close').then(() => ({ ...result, code: child.exitCode }));
  return { child, ended };
}

/** Runs a command to its end. */
export function runCommand(
  environment: NodeJS.ProcessEnv,
  words: readonly string[],
  input?: string,
): Promise<CommandResult> {
  return startCommand(environment, words, input).ended;
}
