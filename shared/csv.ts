/** CSV record and the line on which it begins, counted from 1. */
export type CsvRecord = { line: number; cells: string[] };

/**
 * Parses CSV (RFC 4180) as spreadsheets save it: with any line endings, with or without a byte order mark, and with
 * tabs or semicolons if the header has no comma. Skips empty lines. Removes what `formatCsv` has put before formulas.
 */
export function parseCsv(text: string): CsvRecord[] {
  const body = text.replace(BOM, '');
  const header = /^[^\r\n]*/.exec(body.replaceAll(/"(?:[^"]|"")*"/g, ''))?.[0] ?? '';
  const separator = (['\t', ';'] as const).find((each) => header.includes(each) && !header.includes(','));
  return splitCsv(body, separator ?? ',')
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ line, cells }) => ({ line, cells: cells.map(unmarked) }));
}

/** Splits text into records and cells. A quote that never ends is a character of its cell. */
export function splitCsv(body: string, separator: ',' | ';' | '\t'): CsvRecord[] {
  const field = new RegExp(`"(?:[^"]|"")*"(?=[${separator}\\r\\n]|$)|[^${separator}\\r\\n]*`, 'y');
  const records: CsvRecord[] = [];
  let line = 1;
  let record: CsvRecord = { line, cells: [] };
  for (let at = 0; at <= body.length;) {
    field.lastIndex = at;
    const [found = ''] = field.exec(body) ?? [];
    const isQuoted = found.length > 1 && found.startsWith('"') && found.endsWith('"');
    record.cells.push(isQuoted ? found.slice(1, -1).replaceAll('""', '"') : found);
    line += countLineEnds(found);
    at += found.length;
    if (body[at] === separator) {
      at += 1;
      continue;
    }
    records.push(record);
    at += body.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    record = { line, cells: [] };
  }
  return records;
}

const countLineEnds = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0;

/** Byte order mark, without which spreadsheets read another character set. */
export const BOM = '\uFEFF';

/** Formats CSV in which no text is a formula. */
export function formatCsv(records: readonly (readonly string[])[]): string {
  return records
    .map((cells) => `${cells.map((text) => quoted(withoutFormula(text))).join(',')}\r\n`)
    .join('');
}

const quoted = (text: string) =>
  /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const FORMULA = /^'*[=+\-@\t\r\n]/;
const NUMBER = /^-[\d.]+('\d)?$/;

/** Keeps spreadsheets from calculating a text that someone typed. Numbers such as -32 and -3'2 stay as they are. */
const withoutFormula = (text: string): string =>
  FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;

const unmarked = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
