import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../chromium.ts';
import type { Outcome, TestFileResult } from './part.ts';

const PLAYWRIGHT = join('node_modules', '@playwright/test', 'cli.js');
const REPORT = 'test-results/browser.json';
const FAILED: Outcome = { passed: 0, failed: 1, skipped: 0, files: [] };

type Suite = { file: string; specs?: Spec[]; suites?: Suite[] };
type Spec = { tests: { results: { duration: number }[] }[] };
type Report = {
  suites: Suite[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

/** Runs browser tests. Counts a test that passes only on a retry as failed. */
export async function runBrowserTests(files: readonly string[]): Promise<Outcome> {
  try {
    findChromium();
  } catch (error) {
    console.error((error as Error).message);
    return FAILED;
  }
  rmSync(REPORT, { force: true });
  const child = spawn(process.execPath, [PLAYWRIGHT, 'test', ...files], { stdio: 'inherit' });
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

const durationsOf = ({ specs = [], suites = [] }: Suite): number[] => [
  ...specs.flatMap(({ tests }) =>
    tests.map(({ results }) => results.reduce((ms, { duration }) => ms + duration, 0)),
  ),
  ...suites.flatMap(durationsOf),
];
