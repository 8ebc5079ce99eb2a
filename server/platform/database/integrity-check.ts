import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ROOT } from '../root.ts';

const PROGRAM = join(ROOT, 'server/platform/database/integrity-check-program.ts');

/** Reads the whole SQLite file. Returns the first damage found, or undefined. Takes seconds per hundred megabytes. */
export function findDamage(path: string): string | undefined {
  try {
    using sqlite = new DatabaseSync(path, { readOnly: true });
    const [finding] = sqlite.prepare('pragma quick_check(1)').all();
    const text = String(Object.values(finding ?? {})[0]);
    return text === 'ok' ? undefined : text.replaceAll(/\s+/g, ' ');
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Runs `findDamage` in another process with low priority, because reading the file blocks its process. `done` resolves
 * to the damage, or to undefined if there is none or the check was closed.
 */
export function startIntegrityCheck(path: string): {
  done: Promise<string | undefined>;
  close(): Promise<void>;
} {
  const child = fork(PROGRAM, [path], { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: done, resolve } = Promise.withResolvers<string | undefined>();
  child.once('message', ({ damage }: { damage?: string }) => resolve(damage));
  child.once('error', () => end());
  child.once('exit', () => end());
  void ended.then(() => resolve(undefined));
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended, or the system does not allow it. The check then runs at normal priority.
  }
  // Do not keep this process alive only for the check.
  child.unref();
  child.channel?.unref();
  return {
    done,
    async close() {
      if (child.exitCode === null && child.pid !== undefined) child.kill('SIGKILL');
      await ended;
    },
  };
}
