import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Outcome } from './part.ts';

/** Runs a program, and counts it as one passed or failed test. */
export async function runCheck(program: string, parameters: readonly string[] = []) {
  const child = spawn(process.execPath, [program, ...parameters], { stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, files: [] } satisfies Outcome;
}
