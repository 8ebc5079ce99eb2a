import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findChromium } from '../chromium.ts';
import type { Outcome, TestFileResult } from './part.ts';

const PLAYWRIGHT = join('node_modules', '@playwright/test', 'cli.js');
const REPORT = 'test-results/browser.json';
const FAILED: Outcome = {
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: ['The browser tests did not run.'],
  files: [],
};

type Suite = { file: string; specs?: Spec[]; suites?: Suite[] };
type Spec = { title: string; ok: boolean; file: string; line: number; tests: { results: Result[] }[] };
type Result = { duration: number; error?: { message?: string } };
type Report = {
  suites: Suite[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

/** Runs browser tests, or those of them with one of the tags in `grep`. Counts a test that passes only on a retry as failed. */
export async function runBrowserTests(files: readonly string[], grep?: string): Promise<Outcome> {
  try {
    findChromium();
  } catch (error) {
    console.error((error as Error).message);
    return FAILED;
  }
  rmSync(REPORT, { force: true });
  const options = grep ? ['--grep', grep] : [];
  const child = spawn(process.execPath, [PLAYWRIGHT, 'test', ...options, ...files], { stdio: 'inherit' });
  const [code] = (await once(child, 'close')) as [number | null];
  let report: Report;
  try {
    report = JSON.parse(readFileSync(REPORT, 'utf8')) as Report;
  } catch {
    return FAILED;
  }
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky;
  return {
    passed: expected,
    failed: code === 0 ? failed : Math.max(failed, 1),
    skipped,
    failures: report.suites.flatMap(failuresOf),
    files: report.suites.map(resultOf),
  };
}

function resultOf(suite: Suite): TestFileResult {
  const durations = durationsOf(suite);
  return {
    file: `tests/e2e/${suite.file}`,
    seconds: durations.reduce((sum, ms) => sum + ms, 0) / 1000,
    tests: durations.length,
  };
}

const failuresOf = ({ specs = [], suites = [] }: Suite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(failureOf),
  ...suites.flatMap(failuresOf),
];

function failureOf({ file, line, title, tests }: Spec): string {
  const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error;
  const [message = ''] = stripVTControlCharacters(error?.message ?? '').split('\n');
  return `tests/e2e/${file}:${line} ${title}: ${message}`;
}

const durationsOf = ({ specs = [], suites = [] }: Suite): number[] => [
  ...specs.flatMap(({ tests }) =>
    tests.map(({ results }) => results.reduce((ms, { duration }) => ms + duration, 0)),
  ),
  ...suites.flatMap(durationsOf),
];
