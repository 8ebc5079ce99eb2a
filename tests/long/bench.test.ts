import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { EFFORT } from '#tests/support/effort.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

test('prints its report, writes the same to the path in --report, and exits with 0', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-bench-test-'));
  const path = join(folder.path, 'report.md');
  const { stdout } = await run(process.execPath, ['bench/bench.ts', ...EFFORT.bench, `--report=${path}`], {
    cwd: ROOT,
    timeout: 1_800_000,
  });
  const report = await readFile(path, 'utf8');
  assert.equal(stdout, `${report}\n`);

  assert.match(report, /^# Benchmarks\n\nMeasured on \d{4}-\d\d-\d\d with Node v26\.\S+ on \d+ cores of /);
  assert.match(report, /To measure again, run `npm run bench`\./);
  assert.match(report, /^Targets met: \d+ of 42\./m);
  assert.deepEqual(shapeOf(report), {
    'Cached responses compared with bare Node': [
      'Home page: 8, target',
      'Site texts by ID: 8, target',
      'Cash bids: 8, target',
      'Home page, unchanged (304): 8, target',
    ],
    'Cold start': ['Existing database: 3, target', 'New database: 3, target', 'First start after a build: 3'],
    'Idle memory': ['After startup: 1, target', 'After the load test above: 1, target'],
    'First visit of the home page': [
      'HTML with styles (readable page): 2, target',
      'Scripts: 2',
      'HTML, styles, and scripts: 2, target',
      'Fonts: 2',
      'Images: 2',
      'Total without iframes and video: 2',
    ],
    'Every page': [
      '/: 2, target',
      '/about-us: 2, target',
      '/contact-us: 2, target',
      '/products: 2, target',
      '/pioneer: 2, target',
      '/pioneer?category=corn-product: 2, target',
      '/gallery: 2, target',
      '/store: 2, target',
      '/weather: 2, target',
    ],
    'Editor scripts': ['/admin: 2, target', '/admin/dashboard: 2, target'],
    Editing: ['Save: 2, target', 'Sign-in: 2, target', 'Home page during a flood of sign-ins: 1, target'],
    'Gallery on a phone': ['Squares, AVIF: 1, target', 'Squares, WebP: 1, target', 'Baseline, full size: 1'],
    'Editor in a browser': [
      'First field accepts keys: 2, target',
      'Key press in the welcome message: 2, target',
      'Key press in a table cell: 2, target',
      "Key press in an employee's title: 2, target",
      'Key press in a Pioneer item: 2, target',
    ],
    Images: [
      'Upload, validation, and save: 1, target',
      'Slowest home page during this time: 1',
      'Home page rate on an idle server: 1',
      'Home page rate while images are saved: 1',
      'Ratio of the rates: 1, target',
      'Upload, validation, and save under load: 1, target',
    ],
    'Rendering the home page': ['Rendering: 1', 'Rendering and compression: 1'],
    'Long lists': [
      'Page of 200 employees: 1, target',
      'Page of 200 images: 1, target',
      'API list of 500 employees: 1, target',
      'API list of 500 images: 1, target',
    ],
    '360 cash bids': [
      'Rendering the page: 1, target',
      'Page size with brotli, KB: 1, target',
      'Page size with gzip, KB: 1, target',
      'Changing all futures prices: 1, target',
    ],
  });
});

function shapeOf(report: string): Record<string, string[]> {
  return Object.fromEntries(
    report
      .split(/^## /m)
      .slice(1)
      .map((section) => {
        const [title = '', ...lines] = section.split('\n');
        const rows = lines.filter((line) => line.startsWith('| ')).slice(2);
        return [title, rows.map(describeRow)];
      }),
  );
}

function describeRow(line: string): string {
  const [name, ...cells] = line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
  const hasTarget = ['met', 'missed'].includes(cells.at(-1) ?? '');
  // Count an en dash as a figure: some systems do not report what a process uses.
  const figures = cells.slice(0, hasTarget ? -2 : undefined).filter((cell) => /\d|–/.test(cell));
  return `${name}: ${figures.length}${hasTarget ? ', target' : ''}`;
}
