import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUDGETS } from '#tests/budgets.ts';
import type { Entry } from '#tests/support/tally.ts';
import { summarize } from './summary.ts';

const PASSED: Entry = { test: 'a.test.ts:1 adds', outcome: 'passed' };
const FAILED: Entry = { test: 'a.test.ts:2 divides: 1 !== 2', outcome: 'failed' };
const FLAKY: Entry = { test: 'b.test.ts:3 waits: timeout', outcome: 'flaky' };
const SKIPPED: Entry = { test: 'b.test.ts:4 stores', outcome: 'skipped' };
const complete: Parameters<typeof summarize>[1] = { problems: [], checksBudgets: true };

const closing = (entries: Entry[], options = complete) => {
  const { text, failed } = summarize(entries, options);
  return { lines: text.split('\n').slice(1), failed };
};

const pages = (file: string, count: number): Entry[] =>
  Array.from({ length: count }, () => ({ used: 'pages', file }));

test('ends with the counts alone, after the tests that failed or passed only at the second try', () => {
  assert.deepEqual(closing([PASSED, FAILED, FLAKY, PASSED, SKIPPED]), {
    lines: ['FLAKY b.test.ts:3 waits: timeout', 'FAILED a.test.ts:2 divides: 1 !== 2', '3 passed, 1 failed'],
    failed: true,
  });
  assert.deepEqual(closing([PASSED, FLAKY]).failed, false);
});

test('fails when no test ran, and when the run itself failed', () => {
  assert.deepEqual(closing([SKIPPED]), {
    lines: ['FAILED No test ran.', '0 passed, 1 failed'],
    failed: true,
  });
  assert.deepEqual(
    closing([PASSED], { problems: ['The run was stopped.\nAt once.'], checksBudgets: false }),
    {
      lines: ['FAILED The run was stopped.', '1 passed, 1 failed'],
      failed: true,
    },
  );
});

test('fails when a budget is exceeded, and names the files that use most, except in a part of the tests', () => {
  const within = [PASSED, ...pages('a.test.ts', 1), ...pages('b.test.ts', BUDGETS.pages - 1)];
  assert.equal(closing(within).failed, false);
  const { lines, failed } = closing([...within, ...pages('a.test.ts', 1)]);
  assert.equal(failed, true);
  assert.match(
    lines[0] ?? '',
    /^FAILED tests\/budgets\.ts: .* Most by b\.test\.ts \(\d+\), a\.test\.ts \(2\)$/,
  );
  assert.equal(
    closing([...within, ...pages('a.test.ts', 1)], { ...complete, checksBudgets: false }).failed,
    false,
  );
});
