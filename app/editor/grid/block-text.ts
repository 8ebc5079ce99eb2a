/**
 * Parses pasted text as a block of cells: tab-separated as copied from spreadsheets, comma-separated with quotes, or
 * one cell per line. Returns undefined for a single cell, which the browser's own paste handles.
 */
export function parseBlock(pasted: string): string[][] | undefined {
  const text = pasted.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  const block = text.includes('\t') ? split(text, '\t') : (parseCommas(text) ?? split(text, '\n'));
  return block.length > 1 || (block[0]?.length ?? 0) > 1 ? block : undefined;
}

export function serializeBlock(block: readonly string[][]): string {
  return block.map((texts) => texts.map(quoted).join('\t')).join('\n');
}

const quoted = (text: string) => (/[\t\n\r]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A number with thousands separators, such as $1,019.00, which is not a list of fields. */
const GROUPED_NUMBER = /^\s*[-+]?\$?\s*\d{1,3}(,\d{3})+(\.\d*)?\s*$/;

/** Splits text at commas only if each line has the same number of them, so that prose and single numbers stay whole. */
function parseCommas(text: string): string[][] | undefined {
  const isQuoted = text.startsWith('"');
  if (!isQuoted && !text.includes('\n')) return undefined;
  const block = split(text, ',');
  const [first = []] = block;
  if (first.length < 2 || block.some(({ length }) => length !== first.length)) return undefined;
  if (isQuoted) return block;
  const lines = text.split('\n');
  const isProse = lines.every((line) => !/,\S/.test(line));
  return isProse || lines.every((line) => GROUPED_NUMBER.test(line)) ? undefined : block;
}

/** Splits text by RFC 4180, section 2: fields may be enclosed in quotes, and a doubled quote inside means one quote. */
function split(text: string, separator: '\t' | ',' | '\n'): string[][] {
  const block: string[][] = [[]];
  const field =
    separator === '\n'
      ? /[^\n]*/y
      : new RegExp(`"(?:[^"]|"")*"(?=[${separator}\\n]|$)|[^${separator}\\n]*`, 'y');
  for (let at = 0; at <= text.length; at += 1) {
    field.lastIndex = at;
    const [found = ''] = field.exec(text) ?? [];
    const isQuoted = separator !== '\n' && /^"[^]*"$/.test(found) && found.length > 1;
    block.at(-1)?.push(oneLine(isQuoted ? found.slice(1, -1).replaceAll('""', '"') : found));
    at += found.length;
    if (text[at] === '\n') block.push([]);
  }
  return block;
}

const oneLine = (text: string) => text.replaceAll(/\s*[\n\t]\s*/g, ' ');
