import { appendFileSync } from 'node:fs';
import { getTestContext } from 'node:test';
import type { Budget } from '#tests/budgets.ts';

/** A test with its place and the first line of its error, or a page, process or database that a test file used. */
export type Entry =
  | { test: string; outcome: 'passed' | 'failed' | 'flaky' | 'skipped' }
  | { used: Budget; file: string };

/** Environment variable with the path of the file that collects the entries of a run, as lines of JSON. */
export const TALLY_VARIABLE = 'SCALEHOUSE_TEST_TALLY';

/** Adds an entry to those of the run. Does nothing outside `npm test`. */
export function addEntry(entry: Entry): void {
  const path = process.env[TALLY_VARIABLE];
  if (path) appendFileSync(path, `${JSON.stringify(entry)}\n`);
}

/** Counts a page, process or database. Unit and HTTP tests run in a suite with the name of their file. */
export function tally(
  used: Budget,
  file = getTestContext()?.fullName.split(' > ')[0] ?? 'outside tests',
): void {
  addEntry({ used, file });
}
