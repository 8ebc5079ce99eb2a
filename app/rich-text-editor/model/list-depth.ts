import { Fragment, type Node, type ResolvedPos } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import { RICH_TEXT_MAX_DEPTH } from '#contract/rich-text.ts';
import { keepSelection } from './keep-selection.ts';
import { isList, item } from './schema.ts';

/** Returns the number of lists among the ancestors of a position, up to `depth`. */
export function listLevel($pos: ResolvedPos, depth = $pos.depth): number {
  let level = 0;
  for (let at = 1; at <= depth; at += 1) if (isList($pos.node(at))) level += 1;
  return level;
}

/** Returns the maximum nesting depth of lists in a node, including the node itself. */
export function listHeight(node: Node): number {
  if (node.isTextblock) return 0;
  const inside = Math.max(0, ...node.children.map(listHeight));
  return isList(node) ? inside + 1 : inside;
}

/** Moves items of lists that are too deep into the deepest allowed list, in order, as the server's sanitizer does. */
export function flattenDeepLists(content: Fragment, level = 0): Fragment {
  const blocks = content.content.map((block) => {
    if (!isList(block)) return block;
    if (level + 1 === RICH_TEXT_MAX_DEPTH) return block.copy(Fragment.from(flatItems(block)));
    const items = block.children.map((child) => child.copy(flattenDeepLists(child.content, level + 1)));
    return block.copy(Fragment.from(items));
  });
  return Fragment.from(blocks);
}

/** Returns all items of a list and its nested lists in order. Content after a nested list becomes a separate item. */
function flatItems(list: Node): Node[] {
  return list.children.flatMap((child) => {
    const items: Node[] = [];
    let itemContent: Node[] = [];
    const endItem = () => {
      if (itemContent.length > 0) items.push(item.create(null, itemContent));
      itemContent = [];
    };
    for (const block of child.children) {
      if (isList(block)) {
        endItem();
        items.push(...flatItems(block));
      } else itemContent.push(block);
    }
    endItem();
    return items;
  });
}

/** Flattens lists that an edit has made deeper than allowed, and keeps the selection. */
export const listDepthPlugin = new Plugin({
  appendTransaction(transactions, _before, { doc, tr }) {
    if (!transactions.some((transaction) => transaction.docChanged)) return null;
    if (doc.children.every((block) => listHeight(block) <= RICH_TEXT_MAX_DEPTH)) return null;
    return keepSelection(tr, () => {
      doc.forEach((block, start) => {
        if (listHeight(block) <= RICH_TEXT_MAX_DEPTH) return;
        const [from, to] = [start, start + block.nodeSize].map((position) => tr.mapping.map(position));
        tr.replaceWith(from!, to!, flattenDeepLists(Fragment.from(block)));
      });
    });
  },
});
