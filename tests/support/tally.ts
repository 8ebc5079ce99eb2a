import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';

/**
 * Counts what a test run starts, for the table at its end. The runner preloads this module into every Node process of
 * the run, so that processes are counted wherever they are started.
 */
export type Tallied = 'process' | 'database' | 'page';

/** The variable that names the file to which each count appends a line. */
export const TALLY_VARIABLE = 'SCALEHOUSE_TEST_TALLY';

/** Counts one more. Does nothing outside a run of `npm test`. */
export function tally(kind: Tallied): void {
  const file = process.env[TALLY_VARIABLE];
  if (file) appendFileSync(file, `${kind}\n`);
}

subscribe('child_process', () => tally('process'));
