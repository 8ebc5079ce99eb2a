import { formatCsv, parseCsv } from './csv.ts';
import { BID_FIELDS, type BidField } from './parse-bids.ts';

/** Parsed CSV file: its rows, the line on which each begins (from 1), and the errors in the file itself. */
export type BidFile = {
  rows: Record<string, string>[];
  lines: number[];
  issues: { line: number; field: string; message: string }[];
};

/** Column aliases, in lower case and letters only. */
const OTHER_NAMES = new Map<string, BidField>([
  ['place', 'location'],
  ['grain', 'commodity'],
  ['period', 'delivery'],
  ['start', 'deliveryStart'],
  ['end', 'deliveryEnd'],
  ['month', 'futuresMonth'],
  ['futuresprice', 'futures'],
  ['cash', 'cashPrice'],
  ['onwebsite', 'active'],
  ['note', 'notes'],
]);

/** Parses cash bids from CSV. The first record names the columns, in any order. */
export function parseBidsCsv(text: string): BidFile {
  const [header = { line: 1, cells: [] }, ...records] = parseCsv(text);
  const fields = header.cells.map(fieldOf);
  const issues: BidFile['issues'] = [];
  const issue = (line: number, field: string, message: string) => void issues.push({ line, field, message });
  for (const [column, field] of fields.entries()) {
    const name = header.cells[column]?.trim() || `column ${column + 1}`;
    if (!field) issue(header.line, name, `Use one of these columns: ${BID_FIELDS.join(', ')}.`);
    else if (fields.indexOf(field) !== column) issue(header.line, name, 'Use this column only once.');
  }
  for (const field of ['location', 'commodity'] as const) {
    if (!fields.includes(field)) issue(header.line, field, 'Add this column to the first line.');
  }
  if (issues.length > 0) return { rows: [], lines: [], issues };

  for (const { line, cells } of records) {
    if (cells.slice(fields.length).some((cell) => cell.trim() !== '')) {
      issue(
        line,
        `column ${fields.length + 1}`,
        'Clear this cell. This row has more cells than the first line has columns.',
      );
    }
  }
  return {
    rows: records.map(({ cells }) =>
      Object.fromEntries(fields.map((field, column) => [field, cells[column] ?? ''])),
    ),
    lines: records.map(({ line }) => line),
    issues,
  };
}

function fieldOf(name: string): BidField | undefined {
  const letters = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return BID_FIELDS.find((field) => field.toLowerCase() === letters) ?? OTHER_NAMES.get(letters);
}

/** Formats cash bids as CSV that `parseBidsCsv` can parse, without the column `active`. */
export function formatBidsCsv(rows: readonly Readonly<Partial<Record<BidField, string>>>[]): string {
  const fields = BID_FIELDS.filter((field) => field !== 'active');
  return formatCsv([fields, ...rows.map((row) => fields.map((field) => row[field] ?? ''))]);
}
