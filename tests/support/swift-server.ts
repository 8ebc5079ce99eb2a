import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ObjectStorage } from '#server/platform/settings/config.ts';

/** Debian's Python, which can import the Swift packages; another one may come first in PATH. */
const PYTHON = '/usr/bin/python3';
const PROGRAM = join(import.meta.dirname, 'swift-server.py');
const KEY = 'scalehouse';

export type S3Access = Pick<ObjectStorage, 'endpoint' | 'region' | 'accessKeyId' | 'secretAccessKey'>;

export type SwiftServer = {
  access: S3Access;
  /** Sends SIGKILL. Resolves when the process has exited. */
  kill(): Promise<void>;
  /** Restarts the server with the same files and port, and kills it first if it is running. */
  restart(): Promise<void>;
  /** Resolves when the process and its files are gone. */
  stop(): Promise<void>;
};

/** Starts OpenStack Swift on 127.0.0.1. It stops and removes its files when this process ends for any reason. */
export async function startSwift(): Promise<SwiftServer> {
  const secret = randomBytes(16).toString('hex');
  const folder = await mkdtemp(join(tmpdir(), 'scalehouse-swift-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  let program: SwiftProgram;
  try {
    program = await startProgram([folder, KEY, secret]);
  } catch (error) {
    await removeFolder();
    throw error;
  }
  const { port } = program;
  return {
    access: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId: `tests:${KEY}`,
      secretAccessKey: secret,
    },
    kill: () => program.kill(),
    async restart() {
      await program.kill();
      program = await startProgram([folder, KEY, secret, String(port)]);
    },
    async stop() {
      await program.stop();
      // Swift removes its folder when it exits, unless it was killed.
      await removeFolder();
    },
  };
}

type SwiftProgram = Awaited<ReturnType<typeof startProgram>>;

async function startProgram(args: readonly string[]) {
  const child = spawn(PYTHON, [PROGRAM, ...args], {
    // Do not pass on Ctrl-C: tests may still need the server while they end.
    detached: true,
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errorOutput = '';
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (errorOutput = (errorOutput + text).slice(-4000)));
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close');
  const handles = [child, child.stdin, child.stdout, child.stderr] as { ref(): void; unref(): void }[];
  async function end(begin: () => unknown) {
    for (const each of handles) each.ref();
    begin();
    await ended;
  }
  const stop = () => end(() => child.stdin.end());
  const first = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const [port] = await Promise.race([first, ended]);
  if (!(Number(port) > 0) || child.exitCode !== null) {
    await stop();
    throw new Error(`Swift did not start: ${errorOutput}`);
  }
  // Do not keep the process alive.
  for (const each of handles) each.unref();
  return { port: Number(port), stop, kill: () => end(() => child.kill('SIGKILL')) };
}
