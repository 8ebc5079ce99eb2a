import { globSync, readFileSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';

export type TestFiles = {
  /** Unit tests next to the code, and HTTP tests, on both databases. */
  node: string[];
  browser: string[];
  /** Tests of faults and documented commands, which only the long run includes. */
  long: string[];
};

/** Lists the test files at `paths` (files and folders), or all. Throws if there is none at one of the paths. */
export function listTestFiles(paths: readonly string[] = []): TestFiles {
  const all = globSync('**/*.test.ts', { exclude: ['**/node_modules', 'build', 'test-results'] })
    .map((file) => file.split(sep).join('/'))
    .sort();
  const files = paths.length === 0 ? all : [...new Set(paths.flatMap((path) => filesUnder(path, all)))];
  const [browser, long] = ['tests/e2e/', 'tests/long/'].map((folder) =>
    files.filter((file) => file.startsWith(folder)),
  ) as [string[], string[]];
  return { node: files.filter((file) => !browser.includes(file) && !long.includes(file)), browser, long };
}

function filesUnder(path: string, all: readonly string[]): string[] {
  const name = relative('.', path).split(sep).join('/');
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  const found = all.filter((file) => file === name || (isFolder && file.startsWith(name && `${name}/`)));
  if (found.length === 0) throw new Error(`There is no test file at ${path}.`);
  return found;
}

/** Matches the long tests that CI runs too: losses, kills, restores and changes of releases. */
export const FAULTS = /\/(.+-kills|rolling-deploy|standby)\.test\.ts$/;

/** The tags of browser tests that the long run adds, or in which it checks more. */
export const LONG_RUN_TAGS = '@long|@thorough';

/** Matches files with tests that repeat only or more often in the long run: `EFFORT`, a helper that reads it, and tags. */
const REPEATS = new RegExp(`\\b(EFFORT|onSite)\\b|(${LONG_RUN_TAGS})\\b`);

export function repeatingFiles(files: readonly string[]): string[] {
  return files.filter((file) => REPEATS.test(readFileSync(file, 'utf8')));
}
