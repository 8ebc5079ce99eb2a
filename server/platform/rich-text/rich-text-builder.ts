import {
  hasVisibleCharacter,
  RICH_TEXT_MAX_DEPTH,
  RICH_TEXT_MAX_NODES,
  RICH_TEXT_TABLE_COLUMNS,
} from '#contract/rich-text.ts';
import type {
  Block,
  Cell,
  HeadingLevel,
  Inline,
  Item,
  List,
  Marks,
  Paragraph,
  RichText,
  Table,
} from './rich-text-model.ts';
import { NO_MARKS, RichTextTooLargeError, sameMarks, trimEnd } from './rich-text-model.ts';

type OpenList = {
  list: List;
  item: Item | undefined;
  attached: boolean;
  implied: boolean;
  listMovedUp: boolean;
};

export type RichTextBuilder = ReturnType<typeof createRichTextBuilder>;

/**
 * Creates a builder of rich text, which takes parts in document order and repairs their structure. Wraps text outside
 * paragraphs and items outside lists. Moves items of lists that are too deep to the deepest allowed list, and a list at
 * the start of an item to the previous item. Drops lists without items. Cells of tables hold one paragraph, in which
 * line breaks separate blocks. `finish` throws `RichTextTooLargeError` if too
 * many nodes remain; their number is not final before.
 */
export function createRichTextBuilder() {
  const blocks: RichText = [];
  const lists: OpenList[] = [];
  let paragraph: Paragraph | undefined;
  let paragraphIsImplied = false;
  let tooDeepLists = 0;
  let nodes = 0;
  let table: Table | undefined;
  let tooDeepTables = 0;
  let row: Cell[] | undefined;
  let cell: Cell | undefined;
  /** True at the end of a block in a cell, before the next text. */
  let isCellBoundary = false;

  function openParagraph(implied = false): Paragraph | undefined {
    endParagraph();
    if (table) return undefined;
    paragraph = addParagraph(currentContent());
    paragraphIsImplied = implied;
    return paragraph;
  }

  /** A heading in a list or a table is a paragraph. */
  function openHeading(level: HeadingLevel): void {
    const opened = openParagraph();
    if (opened && lists.length === 0) opened.level = level;
  }

  function openTable(): void {
    endParagraph();
    endImpliedList();
    // A table in another one, or in a list, is text.
    if (table || lists.length > 0) tooDeepTables += 1;
    else table = { kind: 'table', rows: [] };
  }

  function endTable(): void {
    endParagraph();
    if (tooDeepTables > 0) {
      tooDeepTables -= 1;
      return;
    }
    endRow();
    if (!table) return;
    const { rows } = table;
    const columns = Math.max(0, ...rows.map(({ length }) => length));
    for (const cells of rows) while (cells.length < columns) cells.push(newCell(false));
    if (rows.length > 0) blocks.push(counted(table));
    table = undefined;
  }

  function openRow(): void {
    if (tooDeepTables > 0 || !table) return endParagraph();
    endRow();
    row = [];
  }

  function endRow(): void {
    endCell();
    if (tooDeepTables > 0) return;
    if (table && row && row.length > 0) table.rows.push(row);
    row = undefined;
  }

  function openCell(isHeader: boolean): void {
    if (tooDeepTables > 0 || !table) return endParagraph();
    endCell();
    addCell(isHeader);
  }

  function addCell(isHeader: boolean): void {
    row ??= [];
    if (row.length < RICH_TEXT_TABLE_COLUMNS) row.push(newCell(isHeader));
    else isCellBoundary = true;
    cell = row.at(-1);
  }

  function endCell(): void {
    endParagraph();
    if (tooDeepTables > 0) return;
    if (cell) nodes -= trimEnd(cell.content);
    cell = undefined;
    isCellBoundary = false;
  }

  const newCell = (isHeader: boolean): Cell => counted({ isHeader, content: [] });

  /** Returns where text belongs in a table. Opens a cell for text outside of one. */
  function cellContent(): Inline[] {
    // Also for the text of a table in another table, which opens no cells.
    if (!cell) addCell(false);
    const { content } = cell!;
    if (isCellBoundary && content.length > 0) content.push(counted({ kind: 'break', marks: NO_MARKS }));
    isCellBoundary = false;
    return content;
  }

  function endParagraph(): void {
    isCellBoundary = true;
    if (paragraph && paragraphIsImplied) nodes -= trimEnd(paragraph.content);
    paragraph = undefined;
  }

  function addText(text: string, marks: Marks): void {
    const isInside = paragraph || (cell && cell.content.length > 0 && !isCellBoundary);
    const shown = isInside ? text : text.replace(/^[ \t\n]+/, '');
    if (shown === '') return;
    const content = openContent();
    const last = content.at(-1);
    if (last?.kind === 'text' && sameMarks(last.marks, marks)) last.text += shown;
    else content.push(counted({ kind: 'text', text: shown, marks }));
  }

  function addBreak(marks: Marks): void {
    openContent().push(counted({ kind: 'break', marks }));
  }

  function openContent(): Inline[] {
    if (table) return cellContent();
    return (paragraph ?? openParagraph(true)!).content;
  }

  function openList(ordered: boolean, implied = false): void {
    endParagraph();
    if (table) return;
    endImpliedList();
    if (lists.length < RICH_TEXT_MAX_DEPTH) {
      const list: List = { kind: 'list', ordered, items: [] };
      lists.push({ list, item: undefined, attached: false, implied, listMovedUp: false });
    } else {
      tooDeepLists += 1;
      endItem();
    }
  }

  function endList(): void {
    if (table) return endParagraph();
    endItem();
    if (tooDeepLists > 0) tooDeepLists -= 1;
    else lists.pop();
  }

  function openItem(): Item | undefined {
    if (table) {
      endParagraph();
      return undefined;
    }
    endItem();
    if (lists.length === 0) openList(false, true);
    return openItemOf(lists.length - 1);
  }

  function openItemOf(depth: number): Item {
    const open = lists[depth]!;
    if (!open.attached) attach(open, depth);
    open.item = counted({ kind: 'item', content: [] });
    open.list.items.push(open.item);
    open.listMovedUp = false;
    return open.item;
  }

  function attach(open: OpenList, depth: number): void {
    const host = depth === 0 ? blocks : hostOfList(depth - 1);
    host.push(counted(open.list));
    open.attached = true;
  }

  /** Returns the content to which a list inside the list at `depth` belongs: of the item whose text precedes it. */
  function hostOfList(depth: number): Block[] {
    const outer = lists[depth]!;
    if (outer.item && outer.item.content.length > 0) return outer.item.content;
    const before = outer.list.items.at(outer.item ? -2 : -1);
    outer.listMovedUp = before !== undefined;
    const host = before ?? outer.item ?? openItemOf(depth);
    if (host.content.length === 0) addParagraph(host.content);
    return host.content;
  }

  function endItem(): void {
    endParagraph();
    if (table) return;
    const open = lists.at(-1);
    if (open?.item?.content.length === 0) {
      if (open.listMovedUp) {
        open.list.items.pop();
        nodes -= 1;
      } else addParagraph(open.item.content);
    }
    if (open) open.item = undefined;
  }

  function finish(): RichText {
    endParagraph();
    tooDeepTables = 0;
    endTable();
    while (lists.length > 0) endList();
    for (const block of blocks)
      if (block.kind === 'paragraph' && !isVisible(block.content)) delete block.level;
    if (nodes > RICH_TEXT_MAX_NODES) throw new RichTextTooLargeError();
    return blocks;
  }

  function currentContent(): Block[] {
    endImpliedList();
    const open = lists.at(-1);
    return open ? (open.item ?? openItem()!).content : blocks;
  }

  function endImpliedList(): void {
    if (lists.at(-1)?.implied && lists.at(-1)?.item === undefined) lists.pop();
  }

  function addParagraph(content: Block[]): Paragraph {
    const added: Paragraph = counted({ kind: 'paragraph', content: [] });
    content.push(added);
    return added;
  }

  function counted<Node>(node: Node): Node {
    nodes += 1;
    return node;
  }

  return {
    openParagraph,
    endParagraph,
    openHeading,
    addText,
    addBreak,
    openList,
    endList,
    openItem,
    endItem,
    openTable,
    endTable,
    openRow,
    endRow,
    openCell,
    endCell,
    finish,
  };
}

/** A heading without a visible character would only be in the way of screen readers. */
const isVisible = (content: readonly Inline[]) =>
  content.some((inline) => inline.kind === 'text' && hasVisibleCharacter(inline.text));
