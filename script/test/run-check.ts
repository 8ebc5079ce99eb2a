import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Outcome } from './part.ts';

/** Runs a program, and counts it as one passed or failed test. */
export async function runCheck(program: string, parameters: readonly string[] = []) {
  const child = spawn(process.execPath, [program, ...parameters], { stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  const passed = code === 0 ? 1 : 0;
  const failures = passed ? [] : [program];
  return { passed, failed: 1 - passed, skipped: 0, failures, files: [] } satisfies Outcome;
}
