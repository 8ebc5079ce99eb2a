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

/**
 * Builds rich text from parts in document order, and repairs their structure. Wraps text outside paragraphs and items
 * outside lists. Moves items of lists that are too deep to the deepest allowed list, and a list at the start of an item
 * to the previous item. Drops lists without items. Cells of tables hold one paragraph, in which line breaks separate
 * blocks. `finish` throws `RichTextTooLargeError` if too many nodes remain; their number is not final before.
 */
export class RichTextBuilder {
  readonly #blocks: RichText = [];
  readonly #lists: OpenList[] = [];
  #paragraph: Paragraph | undefined;
  #paragraphIsImplied = false;
  #tooDeepLists = 0;
  #nodes = 0;
  #table: Table | undefined;
  #tooDeepTables = 0;
  #row: Cell[] | undefined;
  #cell: Cell | undefined;
  /** True at the end of a block in a cell, before the next text. */
  #isCellBoundary = false;

  openParagraph(implied = false): Paragraph | undefined {
    this.endParagraph();
    if (this.#table) return undefined;
    this.#paragraph = this.#addParagraph(this.#currentContent());
    this.#paragraphIsImplied = implied;
    return this.#paragraph;
  }

  /** A heading in a list or a table is a paragraph. */
  openHeading(level: HeadingLevel): void {
    const opened = this.openParagraph();
    if (opened && this.#lists.length === 0) opened.level = level;
  }

  openTable(): void {
    this.endParagraph();
    this.#endImpliedList();
    // A table in another one, or in a list, is text.
    if (this.#table || this.#lists.length > 0) this.#tooDeepTables += 1;
    else this.#table = { kind: 'table', rows: [] };
  }

  endTable(): void {
    this.endParagraph();
    if (this.#tooDeepTables > 0) {
      this.#tooDeepTables -= 1;
      return;
    }
    this.endRow();
    if (!this.#table) return;
    const { rows } = this.#table;
    const columns = Math.max(0, ...rows.map(({ length }) => length));
    for (const cells of rows) while (cells.length < columns) cells.push(this.#newCell(false));
    if (rows.length > 0) this.#blocks.push(this.#counted(this.#table));
    this.#table = undefined;
  }

  openRow(): void {
    if (this.#tooDeepTables > 0 || !this.#table) return this.endParagraph();
    this.endRow();
    this.#row = [];
  }

  endRow(): void {
    this.endCell();
    if (this.#tooDeepTables > 0) return;
    if (this.#table && this.#row && this.#row.length > 0) this.#table.rows.push(this.#row);
    this.#row = undefined;
  }

  openCell(isHeader: boolean): void {
    if (this.#tooDeepTables > 0 || !this.#table) return this.endParagraph();
    this.endCell();
    this.#addCell(isHeader);
  }

  #addCell(isHeader: boolean): void {
    this.#row ??= [];
    if (this.#row.length < RICH_TEXT_TABLE_COLUMNS) this.#row.push(this.#newCell(isHeader));
    else this.#isCellBoundary = true;
    this.#cell = this.#row.at(-1);
  }

  endCell(): void {
    this.endParagraph();
    if (this.#tooDeepTables > 0) return;
    if (this.#cell) this.#nodes -= trimEnd(this.#cell.content);
    this.#cell = undefined;
    this.#isCellBoundary = false;
  }

  #newCell(isHeader: boolean): Cell {
    return this.#counted({ isHeader, content: [] });
  }

  /** Returns where text belongs in a table. Opens a cell for text outside of one. */
  #cellContent(): Inline[] {
    // Also for the text of a table in another table, which opens no cells.
    if (!this.#cell) this.#addCell(false);
    const { content } = this.#cell!;
    if (this.#isCellBoundary && content.length > 0)
      content.push(this.#counted({ kind: 'break', marks: NO_MARKS }));
    this.#isCellBoundary = false;
    return content;
  }

  endParagraph(): void {
    this.#isCellBoundary = true;
    if (this.#paragraph && this.#paragraphIsImplied) this.#nodes -= trimEnd(this.#paragraph.content);
    this.#paragraph = undefined;
  }

  addText(text: string, marks: Marks): void {
    const isInside =
      this.#paragraph || (this.#cell && this.#cell.content.length > 0 && !this.#isCellBoundary);
    const shown = isInside ? text : text.replace(/^[ \t\n]+/, '');
    if (shown === '') return;
    const content = this.#openContent();
    const last = content.at(-1);
    if (last?.kind === 'text' && sameMarks(last.marks, marks)) last.text += shown;
    else content.push(this.#counted({ kind: 'text', text: shown, marks }));
  }

  addBreak(marks: Marks): void {
    this.#openContent().push(this.#counted({ kind: 'break', marks }));
  }

  #openContent(): Inline[] {
    if (this.#table) return this.#cellContent();
    return (this.#paragraph ?? this.openParagraph(true)!).content;
  }

  openList(ordered: boolean, implied = false): void {
    this.endParagraph();
    if (this.#table) return;
    this.#endImpliedList();
    if (this.#lists.length < RICH_TEXT_MAX_DEPTH) {
      const list: List = { kind: 'list', ordered, items: [] };
      this.#lists.push({ list, item: undefined, attached: false, implied, listMovedUp: false });
    } else {
      this.#tooDeepLists += 1;
      this.endItem();
    }
  }

  endList(): void {
    if (this.#table) return this.endParagraph();
    this.endItem();
    if (this.#tooDeepLists > 0) this.#tooDeepLists -= 1;
    else this.#lists.pop();
  }

  openItem(): Item | undefined {
    if (this.#table) {
      this.endParagraph();
      return undefined;
    }
    this.endItem();
    if (this.#lists.length === 0) this.openList(false, true);
    return this.#openItemOf(this.#lists.length - 1);
  }

  #openItemOf(depth: number): Item {
    const open = this.#lists[depth]!;
    if (!open.attached) this.#attach(open, depth);
    open.item = this.#counted({ kind: 'item', content: [] });
    open.list.items.push(open.item);
    open.listMovedUp = false;
    return open.item;
  }

  #attach(open: OpenList, depth: number): void {
    const host = depth === 0 ? this.#blocks : this.#hostOfList(depth - 1);
    host.push(this.#counted(open.list));
    open.attached = true;
  }

  /** Returns the content to which a list inside the list at `depth` belongs: of the item whose text precedes it. */
  #hostOfList(depth: number): Block[] {
    const outer = this.#lists[depth]!;
    if (outer.item && outer.item.content.length > 0) return outer.item.content;
    const before = outer.list.items.at(outer.item ? -2 : -1);
    outer.listMovedUp = before !== undefined;
    const host = before ?? outer.item ?? this.#openItemOf(depth);
    if (host.content.length === 0) this.#addParagraph(host.content);
    return host.content;
  }

  endItem(): void {
    this.endParagraph();
    if (this.#table) return;
    const open = this.#lists.at(-1);
    if (open?.item?.content.length === 0) {
      if (open.listMovedUp) {
        open.list.items.pop();
        this.#nodes -= 1;
      } else this.#addParagraph(open.item.content);
    }
    if (open) open.item = undefined;
  }

  finish(): RichText {
    this.endParagraph();
    this.#tooDeepTables = 0;
    this.endTable();
    while (this.#lists.length > 0) this.endList();
    for (const block of this.#blocks)
      if (block.kind === 'paragraph' && block.level && !isVisible(block.content)) delete block.level;
    if (this.#nodes > RICH_TEXT_MAX_NODES) throw new RichTextTooLargeError();
    return this.#blocks;
  }

  #currentContent(): Block[] {
    this.#endImpliedList();
    const open = this.#lists.at(-1);
    return open ? (open.item ?? this.openItem()!).content : this.#blocks;
  }

  #endImpliedList(): void {
    if (this.#lists.at(-1)?.implied && this.#lists.at(-1)?.item === undefined) this.#lists.pop();
  }

  #addParagraph(content: Block[]): Paragraph {
    const added: Paragraph = this.#counted({ kind: 'paragraph', content: [] });
    content.push(added);
    return added;
  }

  #counted<Node>(node: Node): Node {
    this.#nodes += 1;
    return node;
  }
}

/** A heading without a visible character would only be in the way of screen readers. */
const isVisible = (content: readonly Inline[]) =>
  content.some((inline) => inline.kind === 'text' && hasVisibleCharacter(inline.text));
