import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { RunAs } from './postgres-binaries.ts';
import type { PostgresJanitor } from './postgres-janitor.ts';

const KEPT_CHARACTERS = 4_000;

/** Where a program runs, as whom, and who ends it should we be gone. */
export type PostgresHome = { folder: string; runAs: RunAs; janitor: PostgresJanitor };

export type PostgresProgram = {
  /** Resolves when the program *and every process it started* are gone; never rejects. */
  gone: Promise<void>;
  /** Whether it ended well; `undefined` while it runs. */
  succeeded(): boolean | undefined;
  /** The end of what it wrote to its error output, or why it could not be run. */
  complaint(): string;
  /** Does nothing to a program that has ended. */
  signal(signal: NodeJS.Signals): void;
};

/** Runs one of PostgreSQL's programs (initdb, postgres) without letting it keep this process alive. */
export function startPostgresProgram(file: string, args: string[], home: PostgresHome): PostgresProgram {
  let complaint = '';
  let succeeded: boolean | undefined;
  const child = spawn(file, args, {
    ...home.runAs,
    cwd: home.folder,
    // Ctrl-C is for the tests; they may still need the server while they end.
    detached: true,
    env: ownEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  home.janitor.watch(child.pid);
  child.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-KEPT_CHARACTERS);
  });
  child.once('exit', (status) => {
    succeeded = status === 0;
    home.janitor.watch(undefined);
  });
  const gone = new Promise<void>((resolve) => {
    // The error output closes when its last holder is gone, and every server process inherits it.
    child.once('close', () => resolve());
    child.once('error', (error) => {
      succeeded ??= false;
      complaint += `${error.message} (everybody must be able to enter ${home.folder}: choose another TMPDIR)`;
      resolve();
    });
  });
  return {
    gone,
    succeeded: () => succeeded,
    complaint: () => complaint.trim(),
    signal: (signal) => void child.kill(signal),
  };
}

/** Ours without the PG… variables, which would change what the programs do; messages in English, UTC. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}
