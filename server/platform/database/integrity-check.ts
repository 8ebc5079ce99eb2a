import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ROOT } from '../root.ts';

const DAY_MS = 24 * 60 * 60_000;
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
 * Runs `findDamage` after a delay and then daily, in another process, because reading the file blocks its process. Returns
 * a function that stops it.
 */
export function checkIntegrityLater(
  path: string,
  onResult: (damage: string | undefined) => void,
  { delayMs, everyMs = DAY_MS }: { delayMs: number; everyMs?: number },
): () => Promise<void> {
  let check: { child: ChildProcess; ended: Promise<unknown> } | undefined;
  let timer: NodeJS.Timeout;
  const schedule = (ms: number) => void (timer = setTimeout(run, ms).unref());

  function run() {
    schedule(everyMs);
    const child = fork(PROGRAM, [path], { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    child.once('message', ({ damage }: { damage?: string }) => onResult(damage));
    // Rejected if the system cannot start it.
    const ended = once(child, 'exit').catch(() => undefined);
    // Do not keep this process alive only for the check.
    child.unref();
    child.channel?.unref();
    check = { child, ended };
  }

  schedule(delayMs);
  return async () => {
    clearTimeout(timer);
    check?.child.kill('SIGKILL');
    await check?.ended;
  };
}
