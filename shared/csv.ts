/** CSV record and the line on which it begins, counted from 1. */
export type CsvRecord = { line: number; cells: string[] };

/**
 * Parses CSV (RFC 4180) as spreadsheets save it: with any line endings, with or without a byte order mark, and with
 * tabs or semicolons if the header has no comma. Skips empty lines.
 */
export function parseCsv(text: string): CsvRecord[] {
  const body = text.replace(/^\uFEFF/, '');
  const header = /^[^\r\n]*/.exec(body)?.[0] ?? '';
  const separator = (['\t', ';'] as const).find((each) => header.includes(each) && !header.includes(','));
  return splitCsv(body, separator ?? ',').filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
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

export function formatCsv(records: readonly (readonly string[])[]): string {
  return records.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

const quoted = (text: string) =>
  /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Keeps spreadsheets from calculating a text that someone typed. Prices such as -32 and -3'2 stay as they are. */
export const withoutFormula = (text: string): string =>
  /^[=+\-@\t\r\n]/.test(text) && !/^-[\d.]+('\d)?$/.test(text) ? `'${text}` : text;
