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
  const { stdout } = await run(
    process.execPath,
    ['tools/bench/bench.ts', ...EFFORT.bench, `--report=${path}`],
    {
      cwd: ROOT,
      timeout: 1_800_000,
    },
  );
  const report = await readFile(path, 'utf8');
  assert.equal(stdout, `${report}\n`);

  assert.match(report, /^# Benchmarks\n\nMeasured on \d{4}-\d\d-\d\d with Node v26\.\S+ on \d+ cores of /);
  assert.match(report, /To measure again, run `npm run bench`\./);
  assert.match(report, /^Targets met: \d+ of 81\./m);
  assert.deepEqual(shapeOf(report), {
    'Cached responses compared with bare Node': [
      'Home page: 8, target',
      'Site texts by ID: 8, target',
      'Cash bids: 8, target',
      'Home page, unchanged (304): 8, target',
      'Site texts by POST: 8, target',
    ],
    'Two workers': ['Home page: 5, target', 'Cash bids: 5, target', 'Memory after this, MB: 2'],
    'Cold start': [
      'Existing database: 4, target',
      'New database: 4, target',
      'First start after a build: 4',
      'Bare Node: 4',
    ],
    'Idle memory': ['After startup: 2, target', 'After the load test above: 2, target', 'Bare Node: 2'],
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
    'Scripts as loaded': [
      '/: 1, target',
      '/about-us: 1, target',
      '/contact-us: 1, target',
      '/products: 1, target',
      '/pioneer: 1, target',
      '/pioneer?category=corn-product: 1, target',
      '/gallery: 1, target',
      '/store: 1, target',
      '/weather: 1, target',
      '/admin: 1, target',
      '/admin/dashboard: 1, target',
    ],
    'Slow phone': [
      '/: 4, target',
      '/about-us: 4, target',
      '/contact-us: 4, target',
      '/products: 4, target',
      '/pioneer: 4, target',
      '/pioneer?category=corn-product: 4, target',
      '/gallery: 4, target',
      '/store: 4, target',
      '/weather: 4, target',
    ],
    'Gallery on a phone': ['Squares, AVIF: 1, target', 'Squares, WebP: 1, target', 'Baseline, full size: 1'],
    Editing: ['Save: 2, target', 'Sign-in: 2, target', 'Home page during a flood of sign-ins: 1, target'],
    'Under attack': [
      'Page or public endpoint, ms: 1, target',
      'Sign-in, browser that signed in before, ms: 1, target',
      'Sign-in, new browser, ms: 1, target',
      'Memory, MB: 1, target',
      'Time until all is normal again, ms: 1, target',
    ],
    'Editor in a browser': [
      'First field accepts keys: 2, target',
      'Key press in the welcome message: 2, target',
      'Key press in a table cell: 2, target',
      "Key press in an employee's title: 2, target",
      'Key press in a Pioneer item: 2, target',
      'Key press in a bare page: 2',
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
    'First visitor after a change': [
      'Immediately: 1, target',
      'After 500 ms, once the pages are prepared: 1, target',
    ],
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
    Growth: [
      'Save, p50 ms: 3, target',
      'Save of an image, p50 ms: 3, target',
      'Save of a website setting, p50 ms: 3, target',
      'CPU time per save or page, ms: 3',
      'Save without page requests, p50 ms: 3',
      'CPU time per save without page requests, ms: 3',
      'Home page during saves, p99 ms: 3, target',
      'Home page from memory, p50 ms: 3',
      'Start until /healthz, ms: 3, target',
      'Memory, MB: 3, target',
      'Page of the history, p50 ms: 3, target',
      'Restore, p50 ms: 3, target',
      'Prices at a past minute, p50 ms: 3, target',
      'Price history of a bid, 365 days, p50 ms: 3, target',
      'Memory at the end, MB: 3, target',
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
