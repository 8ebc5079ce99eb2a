import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

/** Makes the data folder where there is none. Throws StartError when it cannot be written. */
export function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    // Asking for the right to write is not enough: some folders grant it and take nothing.
    rmdirSync(mkdtempSync(join(dataDir, '.writable-')));
  } catch (error) {
    throw new StartError(
      `DATA_DIR: ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}
