/**
 * `npm test`: types, lint, format, unit and HTTP tests, browser tests. Every step runs although an earlier one failed;
 * the last line tells how many checks passed and failed.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.ts';
import { hasSwift, installSwift } from './swift.ts';

type Count = { passed: number; failed: number };

/** Hundreds of processes load the same modules: what one has compiled, the next has ready. */
const NODE_COMPILE_CACHE = join(process.cwd(), 'node_modules', '.cache', 'compile');

const BROWSER_REPORT = 'test-results/browser.json';
const UNIT_TESTS = ['contract', 'server', 'app', 'script', 'bench', 'tests/support', 'tests/http'].map(
  (folder) => `${folder}/**/*.test.ts`,
);

const program = (name: string, ...path: string[]) => join('node_modules', name, ...path);

async function main(): Promise<void> {
  const counts = [
    await check('Types', [program('typescript', 'bin', 'tsc'), '--noEmit']),
    await check('Lint', [program('oxlint', 'bin', 'oxlint'), '--deny-warnings']),
    await check('Format', [program('oxfmt', 'bin', 'oxfmt'), '--check', '.']),
    await unitTests(),
    await browserTests(),
  ];
  if (!hasSwift() && !process.env['S3_TEST_ENDPOINT']) {
    console.log(
      'SKIPPED: the tests of object storage, for want of an S3 server. CONTRIBUTING.md tells how to have one.',
    );
  }
  const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') === 0 ? 0 : 1;
}

/** A step that passes or fails as a whole. */
async function check(title: string, parameters: string[]): Promise<Count> {
  const { code } = await run(title, parameters);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function unitTests(): Promise<Count> {
  installSwift();
  const { code, output } = await run('Unit and HTTP tests', [
    '--test',
    // More than there are processors: many of them wait, for a process to end or a clock to go on.
    `--test-concurrency=${availableParallelism() + 1}`,
    '--test-global-setup=tests/support/global-setup.ts',
    '--test-reporter=spec',
    ...UNIT_TESTS,
  ]);
  const read = (word: string) => Number(new RegExp(`^ℹ ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  const failed = read('fail') + read('cancelled');
  return { passed: read('pass'), failed: code !== 0 && failed === 0 ? 1 : failed };
}

async function browserTests(): Promise<Count> {
  try {
    findChromium();
  } catch (error) {
    console.error((error as Error).message);
    return { passed: 0, failed: 1 };
  }
  rmSync(BROWSER_REPORT, { force: true });
  const { code } = await run('Browser tests', [program('@playwright/test', 'cli.js'), 'test']);
  if (!existsSync(BROWSER_REPORT)) return { passed: 0, failed: 1 };
  const { stats } = JSON.parse(readFileSync(BROWSER_REPORT, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number };
  };
  const failed = stats.unexpected + stats.flaky;
  return { passed: stats.expected, failed: code !== 0 && failed === 0 ? 1 : failed };
}

/** Runs one of our tools on this Node, shows what it prints, and keeps it. */
async function run(title: string, parameters: string[]): Promise<{ code: number | null; output: string }> {
  console.log(`\n── ${title}`);
  const began = performance.now();
  const env = { ...process.env, NODE_COMPILE_CACHE };
  const child = spawn(process.execPath, parameters, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  console.log(`   ${title}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return { code, output };
}

await main();
