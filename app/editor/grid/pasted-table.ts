import { STYLE_ATTRIBUTE } from '#app/rich-text-editor/paste/harmless-html.ts';
import { readPastedHtml } from '#app/rich-text-editor/paste/read-pasted-html.ts';
import { parsePastedHtml } from '#app/rich-text-editor/paste/simplify-html.ts';

/** Columns and rows of merged cells that are read at most. */
const SPAN_MAX = 100;

/** Returns the cells of pasted HTML that is one table, as spreadsheets copy it, or undefined for other HTML. */
export function readPastedTable(html: string): string[][] | undefined {
  if (!/<table/i.test(html)) return undefined;
  const body = parsePastedHtml(html);
  const [table, ...others] = body.querySelectorAll('table');
  if (!table || others.length > 0) return undefined;
  const cells: (string | undefined)[][] = [];
  for (const [row, { cells: found }] of [...table.rows].filter(isShown).entries()) {
    const texts = (cells[row] ??= []);
    for (const cell of [...found].filter(isShown)) {
      let column = 0;
      while (texts[column] !== undefined) column += 1;
      const text = textOf(cell);
      for (let below = 0; below < Math.min(cell.rowSpan, SPAN_MAX); below += 1)
        for (let right = 0; right < Math.min(cell.colSpan, SPAN_MAX); right += 1)
          (cells[row + below] ??= [])[column + right] = below + right === 0 ? text : '';
    }
  }
  for (const element of body.querySelectorAll('table, xmp')) element.remove();
  if (body.textContent.trim() !== '') return undefined;
  return cells.map((texts) => Array.from(texts, (text) => text ?? ''));
}

const isShown = (element: Element) =>
  !/display\s*:\s*none/i.test(element.getAttribute(STYLE_ATTRIBUTE) ?? '');

/** Returns what a reader of a cell sees. */
function textOf(cell: HTMLElement): string {
  if (!cell.firstElementChild) return oneLine(cell.textContent);
  const { blocks } = readPastedHtml(cell);
  return oneLine(blocks.map((block) => block.textBetween(0, block.content.size, ' ', ' ')).join(' '));
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
