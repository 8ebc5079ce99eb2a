import { Fragment, type Node, type ResolvedPos } from 'prosemirror-model';
import { RICH_TEXT_MAX_DEPTH } from '#contract/rich-text.ts';
import { isList, item } from './schema.ts';

/** In how many lists a position stands; counts only down to `depth` where that is given. */
export function listLevel($pos: ResolvedPos, depth = $pos.depth): number {
  let level = 0;
  for (let at = 1; at <= depth; at += 1) if (isList($pos.node(at))) level += 1;
  return level;
}

/** How many lists stand inside one another in a node, itself included. */
export function listHeight(node: Node): number {
  if (node.isTextblock) return 0;
  const inside = Math.max(0, ...node.children.map(listHeight));
  return isList(node) ? inside + 1 : inside;
}

/**
 * The same content with no list deeper than allowed: items of lists that are too deep become items of the deepest
 * allowed list, in their order, as the server's cleaning would have it.
 */
export function flattenDeepLists(content: Fragment, level = 0): Fragment {
  const blocks = content.content.map((block) => {
    if (!isList(block)) return block;
    if (level + 1 === RICH_TEXT_MAX_DEPTH) return block.copy(Fragment.from(flatItems(block)));
    const items = block.children.map((child) => child.copy(flattenDeepLists(child.content, level + 1)));
    return block.copy(Fragment.from(items));
  });
  return Fragment.from(blocks);
}

/** The items of a list and of the lists in it, one after the other; what follows an inner list is an item again. */
function flatItems(list: Node): Node[] {
  return list.children.flatMap((child) => {
    const items: Node[] = [];
    let own: Node[] = [];
    const endOwn = () => {
      if (own.length > 0) items.push(item.create(null, own));
      own = [];
    };
    for (const block of child.children) {
      if (isList(block)) {
        endOwn();
        items.push(...flatItems(block));
      } else own.push(block);
    }
    endOwn();
    return items;
  });
}
