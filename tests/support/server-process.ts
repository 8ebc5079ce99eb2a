import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import packageFile from '#package' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '../..');

export const START_COMMAND = packageFile.scripts.start;

export type ServerProcess = {
  url: string;
  child: ChildProcess;
  output(): string;
  [Symbol.asyncDispose](): Promise<void>;
};

export type EndedStart = { code: number | null; output: string };

/**
 * Starts the real server in a separate process on a free port, with a temporary data folder unless DATA_DIR is set. Runs
 * the start command in a shell, as npm does.
 */
export async function startServer(
  environment: NodeJS.ProcessEnv = {},
  command = START_COMMAND,
): Promise<ServerProcess> {
  const start = await tryStart(environment, command);
  if ('code' in start) throw new Error(`The server ended with ${start.code}: ${start.output}`);
  return start;
}

/** Like `startServer`, but returns a failed start instead of throwing. */
export async function tryStart(
  environment: NodeJS.ProcessEnv = {},
  command = START_COMMAND,
): Promise<ServerProcess | EndedStart> {
  const ownDataDir = environment['DATA_DIR'] ? undefined : await mkdtemp(join(tmpdir(), 'scalehouse-test-'));
  const child = spawn(command, {
    shell: true,
    cwd: ROOT,
    env: {
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
      PORT: '0',
      DRAIN_SECONDS: '0',
      ...(ownDataDir && { DATA_DIR: ownDataDir }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const removeDataDir = async () => {
    if (ownDataDir) await rm(ownDataDir, { recursive: true, force: true });
  };

  const url = await new Promise<string | undefined>((settle) => {
    const onData = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /is running at (http:\S+)/.exec(output)?.[1];
      if (found) settle(found);
    };
    child.stdout.on('data', onData);
    child.stderr.on('data', onData);
    child.once('close', () => settle(undefined));
  });
  if (url === undefined) {
    await removeDataDir();
    return { code: child.exitCode, output };
  }

  return {
    url,
    child,
    output: () => output,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'close');
      }
      await removeDataDir();
    },
  };
}
