import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { RunAs } from './postgres-binaries.ts';
import type { PostgresJanitor } from './postgres-janitor.ts';

const MAX_OUTPUT_CHARACTERS = 4_000;

export type PostgresHome = { folder: string; runAs: RunAs; janitor: PostgresJanitor };

export type PostgresProgram = {
  /** Resolves when the program *and all its child processes* have exited; never rejects. */
  exited: Promise<void>;
  /** Whether it exited with status 0; `undefined` while it runs. */
  succeeded(): boolean | undefined;
  /** The last part of its error output, or the reason it could not be started. */
  errorOutput(): string;
  signal(signal: NodeJS.Signals): void;
};

/** Runs a PostgreSQL program (initdb, postgres) without keeping this process alive. */
export function startPostgresProgram(file: string, args: string[], home: PostgresHome): PostgresProgram {
  let errorOutput = '';
  let succeeded: boolean | undefined;
  const child = spawn(file, args, {
    ...home.runAs,
    cwd: home.folder,
    // Do not pass on Ctrl-C: tests may still need the server while they end.
    detached: true,
    env: programEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  home.janitor.watch(child.pid);
  child.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-MAX_OUTPUT_CHARACTERS);
  });
  child.once('exit', (status) => {
    succeeded = status === 0;
    home.janitor.watch(undefined);
  });
  const exited = new Promise<void>((resolve) => {
    // The error output closes when the last process holding it exits, and every server process inherits it.
    child.once('close', () => resolve());
    child.once('error', (error) => {
      succeeded ??= false;
      errorOutput += `${error.message} (Every user must have access to ${home.folder}. Choose another TMPDIR.)`;
      resolve();
    });
  });
  return {
    exited,
    succeeded: () => succeeded,
    errorOutput: () => errorOutput.trim(),
    signal: (signal) => void child.kill(signal),
  };
}

/** Returns an environment in English and UTC, without PG… variables, which would change the behavior of programs. */
function programEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' };
}
