import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Part } from './part.ts';
import { formatTable } from './table.ts';

const part = (name: string, more: Partial<Part> = {}): Part => ({
  name,
  seconds: 1.25,
  passed: 2,
  failed: 0,
  skipped: 0,
  failures: [],
  started: { process: 1, database: 0, page: 0 },
  files: [],
  ...more,
});

test('shows a line for each part and their totals', () => {
  const parts = [
    part('Types', { passed: 1 }),
    part('HTTP', { failed: 1, skipped: 3, started: { process: 4, database: 20, page: 5 } }),
  ];
  assert.equal(
    formatTable(parts),
    `
       Seconds  Passed  Failed  Skipped  Processes  Databases  Pages
Types      1.3       1       0        0          1          0      0
HTTP       1.3       2       1        3          4         20      5
Total      2.5       3       1        3          5         20      5`.slice(1),
  );
});

test('shows the ten slowest files of all parts, slowest first', () => {
  const files = Array.from({ length: 8 }, (_, index) => ({
    file: `${index}.test.ts`,
    seconds: index,
    tests: 1,
  }));
  const lines = formatTable([
    part('Unit', { files }),
    part('HTTP', { files: files.map((each) => ({ ...each, seconds: each.seconds + 0.5 })) }),
  ]).split('\n');
  const slowest = lines.slice(lines.findIndex((line) => line.startsWith('Slowest')));
  assert.equal(slowest.length, 11);
  assert.match(slowest[1] ?? '', /^7\.test\.ts +7\.5 +1$/);
  assert.match(slowest[10] ?? '', /^3\.test\.ts +3\.0 +1$/);
});
