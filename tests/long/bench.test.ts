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
  assert.match(report, /Run again with `npm run bench`\./);
  assert.match(report, /^\d+ of 42 reaches are met\./m);
  assert.deepEqual(shapeOf(report), {
    'Ready answers beside bare Node': [
      'Home page: 8, judged',
      'Texts by their numbers: 8, judged',
      'Cash bids: 8, judged',
      'Home page that the visitor has (304): 8, judged',
    ],
    'Cold start': [
      'On an existing database: 3, judged',
      'On a new database: 3, judged',
      'First after a build: 3',
    ],
    'Idle memory': ['After the start: 1, judged', 'After the load above: 1, judged'],
    'First visit of the home page': [
      'Readable: HTML with its styles: 2, judged',
      'All scripts: 2',
      'Readable and all scripts: 2, judged',
      'Fonts: 2',
      'Pictures: 2',
      'Total before frames and film: 2',
    ],
    'Every page': [
      '/: 2, judged',
      '/about-us: 2, judged',
      '/contact-us: 2, judged',
      '/products: 2, judged',
      '/pioneer: 2, judged',
      '/pioneer?category=corn-product: 2, judged',
      '/gallery: 2, judged',
      '/store: 2, judged',
      '/weather: 2, judged',
    ],
    'Scripts of the editor': ['Scripts of /admin: 2, judged', 'Scripts of /admin/dashboard: 2, judged'],
    Editing: ['A save: 2, judged', 'A sign-in: 2, judged', 'Home page in a flood of sign-ins: 1, judged'],
    'The gallery on a telephone': [
      'Squares, AVIF: 1, judged',
      'Squares, WebP: 1, judged',
      'Baseline: full size: 1',
    ],
    'The editor in a browser': [
      'First field can be typed in: 2, judged',
      'Key press in a text: 2, judged',
      'Key press in a cell: 2, judged',
      "Key press in an employee's title: 2, judged",
      'Key press in a seed item: 2, judged',
    ],
    Pictures: [
      'Uploaded, judged and saved: 1, judged',
      'Slowest page meanwhile: 1',
      'Home pages with nothing else to do: 1',
      'Home pages while photographs are saved: 1',
      'Their ratio: 1, judged',
      'Uploaded, judged and saved meanwhile: 1, judged',
    ],
    'Rendering the home page': ['Rendered: 1', 'Rendered and compressed: 1'],
    'Long lists': [
      'Page of 200 employees, rendered: 1, judged',
      'Page of 200 images, rendered: 1, judged',
      'List of 500 employees, after a change: 1, judged',
      'List of 500 images, after a change: 1, judged',
    ],
    'A board of 360 bids': [
      'Page, rendered: 1, judged',
      'Page, in brotli, KB: 1, judged',
      'Page, in gzip, KB: 1, judged',
      'The board put with a changed price: 1, judged',
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
  const isJudged = ['met', 'missed'].includes(cells.at(-1) ?? '');
  // Count an en dash as a figure: some systems do not report what a process uses.
  const figures = cells.slice(0, isJudged ? -2 : undefined).filter((cell) => /\d|–/.test(cell));
  return `${name}: ${figures.length}${isJudged ? ', judged' : ''}`;
}
