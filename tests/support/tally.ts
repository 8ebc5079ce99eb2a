import { appendFileSync } from 'node:fs';

export type Tallied = 'process' | 'database' | 'page';

/** Environment variable with the path of the file to which each count appends a line. */
export const TALLY_VARIABLE = 'SCALEHOUSE_TEST_TALLY';

/** Counts a process, database or page. Does nothing outside `npm test`. */
export function tally(kind: Tallied): void {
  const file = process.env[TALLY_VARIABLE];
  if (file) appendFileSync(file, `${kind}\n`);
}
