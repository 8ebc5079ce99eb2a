import { splitCsv } from '#shared/csv.ts';

/**
 * Parses pasted text as a block of cells: tab-separated as copied from spreadsheets, comma-separated with quotes, or
 * one cell per line. Returns undefined for a single cell, which the browser's own paste handles.
 */
export function parseBlock(pasted: string): string[][] | undefined {
  const text = pasted.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  const block = text.includes('\t')
    ? split(text, '\t')
    : (parseCommas(text) ?? text.split('\n').map((line) => [line]));
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

const split = (text: string, separator: '\t' | ','): string[][] =>
  splitCsv(text, separator).map(({ cells }) => cells.map(oneLine));

const oneLine = (text: string) => text.replaceAll(/\s*[\n\t]\s*/g, ' ');
