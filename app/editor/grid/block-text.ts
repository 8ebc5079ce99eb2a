import { splitCsv } from '#shared/csv.ts';

/**
 * Parses pasted text as a block of cells: tab-separated, with quotes around cells of several lines, as spreadsheets copy
 * them. Returns undefined for a single cell of one line, which the browser's own paste handles.
 */
export function parseBlock(pasted: string): string[][] | undefined {
  const text = pasted.replace(/(?:\r\n?|\n)$/, '');
  const lines = splitCsv(text, '\t');
  const block = lines.map(({ cells }) => cells.map(oneLine));
  const isOneCell = block.length === 1 && block[0]?.length === 1;
  return isOneCell && !/[\n\r]/.test(text) ? undefined : block;
}

export function serializeBlock(block: readonly string[][]): string {
  return block.map((texts) => texts.map(quoted).join('\t')).join('\n');
}

const quoted = (text: string) => (/[\t\n\r]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const oneLine = (text: string) => text.replaceAll(/\s*[\n\r\t]\s*/g, ' ');
