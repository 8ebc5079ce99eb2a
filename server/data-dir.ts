import { accessSync, constants, mkdirSync } from 'node:fs';
import { StartError } from './start-error.ts';

/** Makes the data folder where there is none. Throws StartError when it cannot be written. */
export function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new StartError(
      `DATA_DIR: ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}
