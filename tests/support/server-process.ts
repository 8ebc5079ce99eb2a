import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import packageFile from '#package' with { type: 'json' };

const ROOT = resolve(import.meta.dirname, '../..');

/** What `npm start` gives to Node, so that what is tested and measured is what runs. */
const START_ARGUMENTS = packageFile.scripts.start.split(' ').slice(1);

export type ServerProcess = {
  /** Where the server said that it is open. */
  url: string;
  child: ChildProcess;
  /** All that it printed so far. */
  output(): string;
  [Symbol.asyncDispose](): Promise<void>;
};

/** A start that ended before it was open: what it printed, and its exit code. */
export type EndedStart = { code: number | null; output: string };

/** Starts the real server as its own process on a free port, in a folder of its own unless DATA_DIR names one. */
export async function startServer(environment: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const start = await tryStart(environment);
  if ('code' in start) throw new Error(`The server ended with ${start.code}: ${start.output}`);
  return start;
}

/** As startServer, for starts that are meant to be refused. */
export async function tryStart(environment: NodeJS.ProcessEnv = {}): Promise<ServerProcess | EndedStart> {
  const ownDataDir = environment['DATA_DIR'] ? undefined : await mkdtemp(join(tmpdir(), 'scalehouse-test-'));
  const child = spawn(process.execPath, START_ARGUMENTS, {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
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
      const found = /is open at (http:\S+)/.exec(output)?.[1];
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
