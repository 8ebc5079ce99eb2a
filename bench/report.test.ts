import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatReport } from './report.ts';

test('lists each missed target', () => {
  const report = formatReport(
    [
      {
        title: 'Weights',
        text: 'In kilograms.',
        columns: ['', 'kg'],
        rows: [
          { cells: ['Cat', '4'], target: { wanted: '< 5', isMet: true } },
          { cells: ['Dog', '40'], target: { wanted: '< 30', isMet: false } },
          { cells: ['Snail', '0.1'] },
        ],
      },
    ],
    'Measured somewhere.',
  );
  assert.equal(
    report,
    `# Benchmarks

Measured somewhere. Run again with \`npm run bench\`.

1 of 2 reaches are met. Missed:

- Weights: Dog (wanted < 30)

## Weights

In kilograms.

|       |  kg | Reach |        |
| ----- | --: | ----: | -----: |
| Cat   |   4 |   < 5 |    met |
| Dog   |  40 |  < 30 | missed |
| Snail | 0.1 |       |        |
`,
  );
});
