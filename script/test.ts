/**
 * Runs the tests, continues when a part fails, and prints what failed.
 *
 *     npm test               everything that a change has to pass
 *     npm test -- PATH…      the test files at these paths, of any kind
 *     npm run test:quick     types, lint, and the tests that need neither a browser nor PostgreSQL
 *     npm run test:long      fault injection, repetition, documented commands; with --short only faults, as in CI
 */
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DATABASES_VARIABLE, SQLITE_ONLY } from '#tests/support/databases.ts';
import { EFFORT_VARIABLE } from '#tests/support/effort.ts';
import { globalSetup, globalTeardown } from '#tests/support/global-setup.ts';
import { TALLY_VARIABLE, type Entry } from '#tests/support/tally.ts';
import { findChromium } from './chromium.ts';
import { hasSwift, installSwift } from './swift.ts';
import { failedPrograms, runCheck, runTests, stopPrograms } from './test/programs.ts';
import { summarize } from './test/summary.ts';
import { FAULTS, LONG_RUN_TAGS, listTestFiles, repeatingFiles, type TestFiles } from './test/test-files.ts';

const TALLY_FILE = resolve(`test-results/tally-${process.pid}`);
const NEEDED_BYTES = 500_000_000;
/** Two more than the CPUs, because tests wait for PostgreSQL, disks and timers half of the time. */
const PROCESSES = availableParallelism() + 2;
/** Long enough for a busy machine. */
const TEST_MS = 60_000;
const LONG_TEST_MS = 60 * 60_000;

const { values: options, positionals: paths } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const isEveryday = paths.length === 0 && !options.quick && !options.long;

async function runChecks(): Promise<void> {
  await runCheck('Types', 'node_modules/typescript/bin/tsc', ['--noEmit']);
  await runCheck('Lint', 'node_modules/oxlint/bin/oxlint', ['--deny-warnings']);
  await runCheck('Words', 'script/check-words.ts');
  if (!options.quick) await runCheck('Format', 'node_modules/oxfmt/bin/oxfmt', ['--check', '.']);
}

/** Runs unit, HTTP and long tests. Each of n processes runs every nth file. Calls `onEnd` when one has ended. */
async function runNodeTests(files: readonly string[], testMs = TEST_MS, onEnd = () => {}): Promise<void> {
  const execArgv = [
    `--test-timeout=${testMs}`,
    `--test-reporter=${paths.length > 0 ? 'spec' : 'dot'}`,
    '--test-reporter-destination=stdout',
    '--test-reporter=./script/test/node-reporter.ts',
    '--test-reporter-destination=stdout',
  ];
  const shares = Array.from({ length: PROCESSES }, (_, share) =>
    files.filter((_file, index) => index % PROCESSES === share),
  );
  await Promise.all(
    shares
      .filter((share) => share.length > 0)
      .map((share) =>
        runTests('script/test/run-files.ts', share, { execArgv, silentMs: 2 * testMs }).finally(onEnd),
      ),
  );
}

async function runBrowserTests(files: readonly string[], tags?: string): Promise<void> {
  const grep = tags ? ['--grep', tags] : [];
  if (files.length > 0) await runTests('node_modules/@playwright/test/cli.js', ['test', ...grep, ...files]);
}

async function runAll({ node, browser, long }: TestFiles): Promise<void> {
  if (options.long) {
    await runNodeTests(options.short ? long.filter((file) => FAULTS.test(file)) : long, LONG_TEST_MS);
    if (options.short) return;
    await runNodeTests(repeatingFiles(node), LONG_TEST_MS);
    await runBrowserTests(repeatingFiles(browser), LONG_RUN_TAGS);
    return;
  }
  const { promise: hasRoom, resolve: onEnd } = Promise.withResolvers<void>();
  const running = Promise.all([runNodeTests(node, TEST_MS, onEnd), paths.length === 0 && runChecks()]);
  await Promise.race([hasRoom, running]);
  await Promise.all([running, !options.quick && runBrowserTests(browser)]);
  if (paths.length > 0) await runNodeTests(long, LONG_TEST_MS);
}

async function prepareAndRun(): Promise<void> {
  const files = listTestFiles(paths);
  if (!options.quick) {
    installSwift();
    if (files.browser.length > 0) findChromium();
  }
  const { bavail, bsize } = statfsSync(tmpdir());
  if (bavail * bsize < NEEDED_BYTES)
    throw new Error(
      `The tests need ${NEEDED_BYTES / 1e6} MB of free space in the temporary folder ${tmpdir()}.`,
    );
  await globalSetup();
  await runAll(files);
}

/** Rejects when this process gets a signal, or when npm, which started it, is gone. */
function untilStopped(): Promise<never> {
  const { ppid } = process;
  return new Promise((_, reject) => {
    const stop = (reason: string) => reject(new Error(`The run was stopped by ${reason}.`));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
    setInterval(() => process.ppid !== ppid && stop('the end of npm'), 1000).unref();
  });
}

// Compile each module once, because many processes load the same ones.
process.env['NODE_COMPILE_CACHE'] = resolve('node_modules/.cache/compile');
process.env[TALLY_VARIABLE] = TALLY_FILE;
if (options.quick) process.env[DATABASES_VARIABLE] = SQLITE_ONLY;
if (options.long) process.env[EFFORT_VARIABLE] = options.short ? 'short' : 'full';
mkdirSync('test-results', { recursive: true });
writeFileSync(TALLY_FILE, '');

const problems: string[] = [];
try {
  await Promise.race([prepareAndRun(), untilStopped()]);
} catch (error) {
  problems.push((error as Error).message);
}
stopPrograms();
await globalTeardown();
if (!options.quick && !hasSwift() && !process.env['S3_TEST_ENDPOINT'])
  console.log('\nSKIPPED: object storage tests need an S3 server. See docs/testing.md to set one up.');
const lines = readFileSync(TALLY_FILE, 'utf8').trim().split('\n').filter(Boolean);
rmSync(TALLY_FILE);
const entries = lines.map((line) => JSON.parse(line) as Entry);
if (!entries.some((entry) => 'test' in entry && entry.outcome === 'failed')) problems.push(...failedPrograms);
const { text, failed } = summarize(entries, { problems, checksBudgets: isEveryday && problems.length === 0 });
console.log(`\n${text}`);
process.exit(failed ? 1 : 0);
