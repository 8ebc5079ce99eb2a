import { RICH_TEXT_MAX_DEPTH, RICH_TEXT_MAX_NODES } from '#contract/rich-text.ts';
import type { Block, Item, List, Marks, Paragraph, RichText } from './rich-text-model.ts';
import { RichTextTooLargeError, sameMarks, trimEnd } from './rich-text-model.ts';

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
 * the start of an item to the previous item. Drops lists without items. `finish` throws `RichTextTooLargeError` if too
 * many nodes remain; their number is not final before.
 */
export function createRichTextBuilder() {
  const blocks: RichText = [];
  const lists: OpenList[] = [];
  let paragraph: Paragraph | undefined;
  let paragraphIsImplied = false;
  let tooDeepLists = 0;
  let nodes = 0;

  function openParagraph(implied = false): Paragraph {
    endParagraph();
    paragraph = addParagraph(currentContent());
    paragraphIsImplied = implied;
    return paragraph;
  }

  function endParagraph(): void {
    if (paragraph && paragraphIsImplied) nodes -= trimEnd(paragraph.content);
    paragraph = undefined;
  }

  function addText(text: string, marks: Marks): void {
    const shown = paragraph ? text : text.replace(/^[ \t\n]+/, '');
    if (shown === '') return;
    const { content } = paragraph ?? openParagraph(true);
    const last = content.at(-1);
    if (last?.kind === 'text' && sameMarks(last.marks, marks)) last.text += shown;
    else content.push(counted({ kind: 'text', text: shown, marks }));
  }

  function addBreak(marks: Marks): void {
    const { content } = paragraph ?? openParagraph(true);
    content.push(counted({ kind: 'break', marks }));
  }

  function openList(ordered: boolean, implied = false): void {
    endParagraph();
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
    endItem();
    if (tooDeepLists > 0) tooDeepLists -= 1;
    else lists.pop();
  }

  function openItem(): Item {
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
    while (lists.length > 0) endList();
    if (nodes > RICH_TEXT_MAX_NODES) throw new RichTextTooLargeError();
    return blocks;
  }

  function currentContent(): Block[] {
    endImpliedList();
    const open = lists.at(-1);
    return open ? (open.item ?? openItem()).content : blocks;
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

  return { openParagraph, endParagraph, addText, addBreak, openList, endList, openItem, endItem, finish };
}
