import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { Command, CommandIo } from '#server/commands/command.ts';
import { runCommandLine } from '#server/commands/run-command-line.ts';
import { CHILD_ENVIRONMENT } from './child-environment.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** `code` is null if the command was killed. */
export type CommandResult = { code: number | null; output: string; errorOutput: string };

/** Runs a command in this process, by default one of those for administrators. */
export async function runCommand(
  environment: NodeJS.ProcessEnv,
  args: readonly string[],
  input: string | CommandIo['stdin'] = '',
  commands?: ReadonlyMap<string, Command>,
): Promise<CommandResult> {
  const result = { output: '', errorOutput: '' };
  const io = {
    env: environment,
    stdin: typeof input === 'string' ? Readable.from([Buffer.from(input)]) : input,
    stdout: collect((text) => (result.output += text)),
    stderr: collect((text) => (result.errorOutput += text)),
  };
  return { code: await runCommandLine(args, io, commands), ...result };
}

function collect(add: (text: string) => void): Writable {
  return new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      add(text);
      done();
    },
  });
}

/** Starts a command in a separate process. */
export function startCommand(
  environment: NodeJS.ProcessEnv,
  args: readonly string[],
  input = '',
): { child: ChildProcess; ended: Promise<CommandResult> } {
  const child = spawn(process.execPath, ['server/commands/cli.ts', ...args], {
    cwd: ROOT,
    env: { ...CHILD_ENVIRONMENT, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const result: CommandResult = { code: null, output: '', errorOutput: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (result.output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (result.errorOutput += text));
  // A command that does not read its input may exit before the input is written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = once(child, 'close').then(() => ({ ...result, code: child.exitCode }));
  return { child, ended };
}
