import { readFileSync, writeFileSync } from 'node:fs';
import type { Tallied } from '#tests/support/tally.ts';

export type Part = {
  name: string;
  seconds: number;
  passed: number;
  failed: number;
  skipped: number;
  /** A line for each failed test: its place, its name and, where known, the first line of its error. */
  failures: string[];
  /** Number of started processes, databases and pages, counted by tests/support/tally.ts. */
  started: Record<Tallied, number>;
  files: TestFileResult[];
};

export type TestFileResult = { file: string; seconds: number; tests: number };

export type Outcome = Pick<Part, 'passed' | 'failed' | 'skipped' | 'failures' | 'files'>;

export async function runPart(name: string, tallyFile: string, work: () => Promise<Outcome>): Promise<Part> {
  console.log(`\n── ${name}`);
  writeFileSync(tallyFile, '');
  const began = performance.now();
  const outcome = await work();
  const seconds = (performance.now() - began) / 1000;
  const lines = readFileSync(tallyFile, 'utf8').split('\n');
  const count = (kind: Tallied) => lines.filter((line) => line === kind).length;
  const started = { process: count('process'), database: count('database'), page: count('page') };
  return { name, seconds, started, ...outcome };
}
