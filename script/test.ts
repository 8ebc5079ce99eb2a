/**
 * Runs the tests, continuing with the next part when one fails, and prints a table of times and counts.
 *
 *     npm test               everything that a change has to pass
 *     npm test -- PATH…      the test files at these paths, of any kind
 *     npm run test:quick     types, lint, and the tests that need neither a browser nor PostgreSQL
 *     npm run test:long      fault injection, repetition, documented commands; with --short as in CI
 */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DATABASES_VARIABLE, SQLITE_ONLY } from '#tests/support/databases.ts';
import { EFFORT_VARIABLE } from '#tests/support/effort.ts';
import { globalSetup, globalTeardown } from '#tests/support/global-setup.ts';
import '#tests/support/tally-processes.ts';
import { TALLY_VARIABLE } from '#tests/support/tally.ts';
import { installSwift, hasSwift } from './swift.ts';
import { runPart, type Outcome, type Part } from './test/part.ts';
import { runBrowserTests } from './test/run-browser-tests.ts';
import { runCheck } from './test/run-check.ts';
import { runNodeTests } from './test/run-node-tests.ts';
import { formatTable } from './test/table.ts';
import { listTestFiles, LONG_RUN_TAGS, repeatingFiles, type TestFiles } from './test/test-files.ts';

type Work = [name: string, run: () => Promise<Outcome>];

const types: Work = ['Types', () => runCheck('node_modules/typescript/bin/tsc', ['--noEmit'])];
const lint: Work = ['Lint', () => runCheck('node_modules/oxlint/bin/oxlint', ['--deny-warnings'])];
const words: Work = ['Words', () => runCheck('script/check-words.ts')];
const format: Work = ['Format', () => runCheck('node_modules/oxfmt/bin/oxfmt', ['--check', '.'])];

const nodeTests = (name: string, files: readonly string[]): Work[] =>
  files.length > 0 ? [[name, () => runNodeTests(files)]] : [];
const browserTests = (name: string, files: readonly string[], grep?: string): Work[] =>
  files.length > 0 ? [[name, () => runBrowserTests(files, grep)]] : [];

const tests = ({ unit, http, browser, long }: TestFiles): Work[] => [
  ...nodeTests('Unit and stores', unit),
  ...nodeTests('HTTP', http),
  ...browserTests('Browser', browser),
  ...nodeTests('Long', long),
];

const everyday = (): Work[] => [types, lint, words, format, ...tests({ ...listTestFiles(), long: [] })];
const quick = (): Work[] => [types, lint, words, ...tests({ ...listTestFiles(), browser: [], long: [] })];

function longRun(): Work[] {
  const { unit, http, browser, long } = listTestFiles();
  return [
    ...nodeTests('Long', long),
    ...nodeTests('Repeated', repeatingFiles([...unit, ...http])),
    ...browserTests('Browser, repeated', repeatingFiles(browser), LONG_RUN_TAGS),
  ];
}

const { values: options, positionals: paths } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

// Compile each module once, because hundreds of processes load the same ones.
process.env['NODE_COMPILE_CACHE'] = resolve('node_modules/.cache/compile');
if (options.quick) process.env[DATABASES_VARIABLE] = SQLITE_ONLY;
if (options.long) process.env[EFFORT_VARIABLE] = options.short ? 'short' : 'full';

using folder = mkdtempDisposableSync(join(tmpdir(), 'scalehouse-tally-'));
const tallyFile = join(folder.path, 'tally');
process.env[TALLY_VARIABLE] = tallyFile;
const preload = new URL('../tests/support/tally-processes.ts', import.meta.url);
process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --import=${preload.href}`;

const works =
  paths.length > 0
    ? tests(listTestFiles(paths))
    : options.quick
      ? quick()
      : options.long
        ? longRun()
        : everyday();

if (!options.quick) installSwift();
const parts: Part[] = [];
await globalSetup();
try {
  for (const [name, work] of works) parts.push(await runPart(name, tallyFile, work));
} finally {
  await globalTeardown();
}

const sum = (key: 'passed' | 'failed') => parts.reduce((total, part) => total + part[key], 0);
if (!options.quick && !hasSwift() && !process.env['S3_TEST_ENDPOINT']) {
  console.log('\nSKIPPED: object storage tests need an S3 server. See docs/testing.md to set one up.');
}
console.log(`\n${formatTable(parts)}\n`);
for (const failure of parts.flatMap(({ failures }) => failures))
  console.log(`FAILED ${failure.slice(0, 300)}`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
