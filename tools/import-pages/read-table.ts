import { BLOCK_MAX_LENGTH, TABLE_BLOCK_MAX } from '#contract/own-pages.ts';
import { attributeOf, elementsIn, findElement, isElement, textOf, type Element } from './read-html.ts';

export type TableTexts = { caption: string; headers: string[]; rows: string[][] };

/** Elements that make a table a means of layout unless it has headers. */
const NOT_IN_DATA = new Set('h1 h2 h3 h4 h5 h6 ul ol form iframe hr blockquote table'.split(' '));
/** Longer cells are columns of a page. */
const DATA_CELL_MAX_LENGTH = 600;
const SPAN_MAX = 50;

/** Returns true if a table lines up data, not parts of the page. */
export function isDataTable(table: Element): boolean {
  if (['presentation', 'none'].includes(attributeOf(table, 'role'))) return false;
  if (findElement(table, ({ tagName }) => tagName === 'table')) return false;
  const rows = rowsOf(table);
  const cells = rows.flatMap(cellsOf);
  if (rows.length < 2 || rows.every((row) => cellsOf(row).length < 2)) return false;
  if (cells.some(({ tagName }) => tagName === 'th')) return true;
  return cells.every(
    (cell) =>
      !findElement(cell, ({ tagName }) => NOT_IN_DATA.has(tagName)) &&
      textOf(cell).length <= DATA_CELL_MAX_LENGTH,
  );
}

/** Returns the texts of a table, or undefined if it has more than a table block can: links, images, or long cells. */
export function readTableTexts(table: Element): TableTexts | undefined {
  if (findElement(table, ({ tagName }) => ['a', 'img', 'iframe', 'ul', 'ol'].includes(tagName)))
    return undefined;
  const rows = rowsOf(table);
  const grid = withSpans(rows.map(cellsOf));
  const filled = rows.flatMap((row, at) => {
    const texts = grid[at] ?? [];
    return texts.some((text) => text !== '') ? [{ row, texts }] : [];
  });
  const columns = Math.max(0, ...filled.map(({ texts }) => texts.length));
  const isTooLong = filled.some(({ texts }) => texts.some((text) => text.length > BLOCK_MAX_LENGTH.cell));
  if (columns === 0 || columns > TABLE_BLOCK_MAX.columns || isTooLong) return undefined;
  const first = filled[0];
  const headers = first && isHeaderRow(first.row) ? first.texts : [];
  const width = (texts: readonly string[]) => Array.from({ length: columns }, (_, at) => texts[at] ?? '');
  const caption = findElement(table, ({ tagName }) => tagName === 'caption');
  return {
    caption: caption ? textOf(caption) : '',
    headers: width(headers),
    rows: filled.slice(headers.length > 0 ? 1 : 0).map(({ texts }) => width(texts)),
  };
}

/** Returns the rows of a table, but not of tables inside of it. */
export function rowsOf(table: Element): Element[] {
  const parts = table.childNodes.filter(isElement);
  return parts.flatMap((part) =>
    part.tagName === 'tr'
      ? part
      : part.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'tr'),
  );
}

export const cellsOf = (row: Element): Element[] =>
  row.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'td' || tagName === 'th');

/** Old pages write the headers in bold. */
function isHeaderRow(row: Element): boolean {
  const { parentNode } = row;
  if (parentNode && 'tagName' in parentNode && parentNode.tagName === 'thead') return true;
  return cellsOf(row).every((cell) => {
    if (cell.tagName === 'th' || textOf(cell) === '') return true;
    const [bold] = [...elementsIn(cell)].filter(({ tagName }) => tagName === 'b' || tagName === 'strong');
    return bold !== undefined && textOf(bold) === textOf(cell);
  });
}

/** Returns the texts in their columns. A cell has its text in the first of its columns, in each of its rows. */
function withSpans(rows: readonly (readonly Element[])[]): string[][] {
  /** Rows that a cell above still covers, and its text, per column. */
  const covered: { left: number; text: string }[] = [];
  return rows.map((cells) => {
    const texts: string[] = [];
    function skipCovered(): void {
      for (let above = covered[texts.length]; above && above.left > 0; above = covered[texts.length]) {
        above.left -= 1;
        texts.push(above.text);
      }
    }
    for (const cell of cells) {
      skipCovered();
      for (let column = 0; column < spanOf(cell, 'colspan'); column += 1) {
        const text = column === 0 ? textOf(cell) : '';
        covered[texts.length] = { left: spanOf(cell, 'rowspan') - 1, text };
        texts.push(text);
      }
    }
    skipCovered();
    return texts;
  });
}

function spanOf(cell: Element, name: 'colspan' | 'rowspan'): number {
  const span = Number.parseInt(attributeOf(cell, name), 10);
  return span >= 1 ? Math.min(span, SPAN_MAX) : 1;
}
