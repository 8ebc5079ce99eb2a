import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

/** Creates the data folder if it is missing. Throws StartError if it is not writable. */
export function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    // Create a folder, because on some file systems an access check succeeds although writes fail.
    rmdirSync(mkdtempSync(join(dataDir, '.writable-')));
  } catch (error) {
    throw new StartError(
      `DATA_DIR: can't write to ${dataDir} (${(error as NodeJS.ErrnoException).code}). Check the folder's permissions, or set DATA_DIR to another one.`,
    );
  }
}
