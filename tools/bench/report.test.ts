import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatReport, replaceMarked } from './report.ts';

test('lists each missed target', () => {
  const report = formatReport(
    [
      {
        title: 'Weights',
        text: 'In kilograms.',
        columns: ['', 'kg'],
        rows: [
          { cells: ['Cat', '4'], target: { limit: '< 5', isMet: true } },
          { cells: ['Dog', '40'], target: { limit: '< 30', isMet: false } },
          { cells: ['Snail', '0.1'] },
        ],
      },
    ],
    'Measured today.',
  );
  assert.equal(
    report,
    `# Benchmarks

Measured today. To measure again, run \`npm run bench\`.

Targets met: 1 of 2. Missed:

- Weights: Dog (target < 30)

## Weights

In kilograms.

|       |  kg | Target |        |
| ----- | --: | -----: | -----: |
| Cat   |   4 |    < 5 |    met |
| Dog   |  40 |   < 30 | missed |
| Snail | 0.1 |        |        |
`,
  );
});

test('replaces the marked part of a document, and rejects a document without markers', () => {
  const document = '# Counts\n\n<!-- measured -->\n\nold\n\n<!-- end -->\n\nThe rest.\n';
  assert.equal(replaceMarked(document, 'new'), document.replace('old', 'new'));
  assert.equal(replaceMarked(replaceMarked(document, ''), 'new'), document.replace('old', 'new'));
  assert.throws(() => replaceMarked('# Counts\n', 'new'), /lacks the markers/);
});
