import type { Part, TestFileResult } from './part.ts';

const SLOWEST_FILES = 10;

export function formatTable(parts: readonly Part[]): string {
  const sum = (read: (part: Part) => number) => parts.reduce((total, part) => total + read(part), 0);
  const rows = [
    ['', 'Seconds', 'Passed', 'Failed', 'Skipped', 'Processes', 'Databases', 'Pages'],
    ...parts.map((part) => [part.name, ...figures((read) => read(part))]),
    ['Total', ...figures(sum)],
  ];
  const slowest = parts
    .flatMap(({ files }) => files)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST_FILES);
  return [align(rows), ...(slowest.length > 0 ? ['', align(slowestRows(slowest))] : [])].join('\n');
}

function figures(read: (of: (part: Part) => number) => number): string[] {
  return [
    read(({ seconds }) => seconds).toFixed(1),
    ...[
      (part: Part) => part.passed,
      (part: Part) => part.failed,
      (part: Part) => part.skipped,
      (part: Part) => part.started.process,
      (part: Part) => part.started.database,
      (part: Part) => part.started.page,
    ].map((of) => String(read(of))),
  ];
}

const slowestRows = (files: readonly TestFileResult[]) => [
  ['Slowest files', 'Seconds', 'Tests'],
  ...files.map(({ file, seconds, tests }) => [file, seconds.toFixed(1), String(tests)]),
];

function align(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}
