import { appendFileSync } from 'node:fs';

/** What a test run counts, for the table at its end. */
export type Tallied = 'process' | 'database' | 'page';

/** The variable that names the file to which each count appends a line. */
export const TALLY_VARIABLE = 'SCALEHOUSE_TEST_TALLY';

/** Counts one more. Does nothing outside a run of `npm test`. */
export function tally(kind: Tallied): void {
  const file = process.env[TALLY_VARIABLE];
  if (file) appendFileSync(file, `${kind}\n`);
}
