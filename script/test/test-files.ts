import { globSync, readFileSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';

export type TestFiles = {
  /** Tests beside the code: rules, and stores on both databases. */
  unit: string[];
  /** The whole site over HTTP. */
  http: string[];
  /** Pages in a real browser. */
  browser: string[];
  /** Faults, the commands in the documents, the benchmark. Only the long run starts these. */
  long: string[];
};

/** Lists the test files of the project, or those that `paths` (files and folders) name. Throws if one names none. */
export function listTestFiles(paths: readonly string[] = []): TestFiles {
  const all = globSync('**/*.test.ts', { exclude: ['node_modules', 'build', 'test-results'] })
    .map((file) => file.split(sep).join('/'))
    .sort();
  const files = paths.length === 0 ? all : [...new Set(paths.flatMap((path) => filesUnder(path, all)))];
  const under = (folder: string) => files.filter((file) => file.startsWith(folder));
  const [http, browser, long] = [under('tests/http/'), under('tests/e2e/'), under('tests/long/')];
  const others = new Set([...http, ...browser, ...long]);
  return { unit: files.filter((file) => !others.has(file)), http, browser, long };
}

function filesUnder(path: string, all: readonly string[]): string[] {
  const name = relative('.', path).split(sep).join('/');
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  const found = all.filter((file) => file === name || (isFolder && file.startsWith(name && `${name}/`)));
  if (found.length === 0) throw new Error(`There is no test file at ${path}.`);
  return found;
}

/** What repeats more often in the long run, or only there: `EFFORT` itself, the helpers that read it, and a tag. */
const REPEATS = /\b(EFFORT|onSite|expectFits|barriersInLightAndDark)\b|@long\b/;

/** Returns those of the test files that the long run repeats. */
export function repeatingFiles(files: readonly string[]): string[] {
  return files.filter((file) => REPEATS.test(readFileSync(file, 'utf8')));
}
