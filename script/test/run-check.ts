import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Outcome } from './part.ts';

/** Counts the program as one passed or failed test. */
export async function runCheck(
  [name, ...path]: readonly [string, ...string[]],
  parameters: readonly string[],
) {
  const program = join('node_modules', name, ...path);
  const child = spawn(process.execPath, [program, ...parameters], { stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, files: [] } satisfies Outcome;
}
