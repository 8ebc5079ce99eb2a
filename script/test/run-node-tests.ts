import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import type { Outcome, TestFileResult } from './part.ts';

export async function runNodeTests(files: readonly string[]): Promise<Outcome> {
  const results: TestFileResult[] = [];
  const failures: string[] = [];
  let counts = { tests: 0, passed: 0, skipped: 0, todo: 0 };
  let isSuccess = false;
  const tests = run({
    files: [...files],
    // One more than the CPUs, because tests wait for processes, disks and timers.
    concurrency: availableParallelism() + 1,
  });
  tests.on('test:summary', (summary) => {
    if (summary.file) {
      const seconds = summary.duration_ms / 1000;
      results.push({ file: relative('.', summary.file), seconds, tests: summary.counts.tests });
    } else {
      counts = summary.counts;
      isSuccess = summary.success;
    }
  });
  tests.on('test:fail', ({ name, file, line, todo, details: { error } }) => {
    const isSum = 'failureType' in error && error.failureType === 'subtestsFailed';
    if (isSum || todo) return;
    const [message = ''] = (error.cause instanceof Error ? error.cause : error).message.split('\n');
    failures.push(`${relative('.', file ?? '')}:${line} ${name}: ${message}`);
  });
  const report = tests.compose(spec);
  report.pipe(process.stdout, { end: false });
  await finished(report);
  const failed = counts.tests - counts.passed - counts.skipped - counts.todo;
  // An error outside a test fails the run, but is not in the counts.
  return {
    passed: counts.passed,
    failed: isSuccess ? failed : Math.max(failed, 1),
    skipped: counts.skipped,
    failures,
    files: results,
  };
}
