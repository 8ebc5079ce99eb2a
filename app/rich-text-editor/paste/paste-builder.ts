import type { Node } from 'prosemirror-model';
import { createLineCollector } from './line-collector.ts';
import { nodesOf, type PastedBlock, type PastedList } from './pasted-nodes.ts';
import type { ListItemLevel } from './word-list.ts';

/** A list under construction. `impliedLevel` is set for lists without an element, such as Word's. */
type OpenList = PastedList & {
  item: PastedBlock[] | undefined;
  isMerged: boolean;
  impliedLevel: number | undefined;
};

/** Builds blocks from HTML in document order. As on the server, a list at an item's start joins the previous item. */
export function createPasteBuilder() {
  const blocks: PastedBlock[] = [];
  const lists: OpenList[] = [];
  const line = createLineCollector();

  function endParagraph(): void {
    const runs = line.take();
    if (runs) content().push({ runs });
  }

  function content(): PastedBlock[] {
    endImpliedLists();
    const open = lists.at(-1);
    return open ? (open.item ??= []) : blocks;
  }

  function endImpliedLists(): void {
    while (lists.at(-1)?.impliedLevel !== undefined && !lists.at(-1)!.item) closeList();
  }

  function openList(isNumbered: boolean): void {
    endParagraph();
    endImpliedLists();
    pushList(isNumbered, undefined);
  }

  function pushList(isNumbered: boolean, impliedLevel: number | undefined): void {
    lists.push({ isNumbered, items: [], item: undefined, isMerged: false, impliedLevel });
  }

  function endList(): void {
    endParagraph();
    while (lists.at(-1)?.impliedLevel !== undefined) closeList();
    closeList();
  }

  function closeList(): void {
    endItem();
    const list = lists.pop();
    if (!list || list.items.length === 0) return;
    hostOf(lists.at(-1)).push({ isNumbered: list.isNumbered, items: list.items });
  }

  /** Returns the content that receives a nested list: that of the item with the text above it, or the top level. */
  function hostOf(outer: OpenList | undefined): PastedBlock[] {
    if (!outer) return blocks;
    if (outer.item && outer.item.length > 0) return outer.item;
    const before = outer.items.at(-1);
    if (before) {
      outer.isMerged = outer.item !== undefined;
      return before;
    }
    outer.item ??= [];
    outer.item.push({ runs: [] });
    return outer.item;
  }

  /** Opens an item: at `itemLevel` if the item declares its level, otherwise in the open list. */
  function openItem(itemLevel?: ListItemLevel): void {
    endParagraph();
    if (itemLevel) openListAt(itemLevel);
    else if (lists.length === 0) pushList(false, 1);
    else endItem();
    lists.at(-1)!.item = [];
  }

  function openListAt({ level, isNumbered }: ListItemLevel): void {
    const isDeeper = (open: OpenList | undefined) =>
      open?.impliedLevel !== undefined && open.impliedLevel > level;
    while (isDeeper(lists.at(-1))) closeList();
    endItem();
    const open = lists.at(-1);
    if (open?.impliedLevel === level && open.isNumbered !== isNumbered) closeList();
    if (lists.at(-1)?.impliedLevel !== level) pushList(isNumbered, level);
  }

  function endItem(): void {
    endParagraph();
    const open = lists.at(-1);
    if (!open?.item) return;
    if (open.item.length > 0) open.items.push(open.item);
    else if (!open.isMerged) open.items.push([{ runs: [] }]);
    open.item = undefined;
    open.isMerged = false;
  }

  function finish(): Node[] {
    endParagraph();
    while (lists.length > 0) closeList();
    return nodesOf(blocks);
  }

  const { addText, addBreak, addSeparator } = line;
  return { addText, addBreak, addSeparator, endParagraph, openList, endList, openItem, endItem, finish };
}
