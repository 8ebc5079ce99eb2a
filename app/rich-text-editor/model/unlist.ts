import { Fragment, type Node } from 'prosemirror-model';
import { isList, item } from './schema.ts';

/**
 * Removes the items of the chosen paragraphs from all lists. Returns the resulting blocks: paragraphs between lists of
 * the remaining items. `start` is the position of `list`; `isChosen` receives paragraph positions.
 */
export function unlist(list: Node, start: number, isChosen: (position: number) => boolean): Node[] {
  const blocks: Node[] = [];
  let remaining: Node[] = [];
  let itemContent: Node[] = [];

  function endItem(): void {
    if (itemContent.length > 0) remaining.push(item.create(null, itemContent));
    itemContent = [];
  }

  function moveOut(block: Node): void {
    endItem();
    if (remaining.length > 0) blocks.push(list.copy(Fragment.from(remaining)));
    remaining = [];
    blocks.push(block);
  }

  list.forEach((child, itemOffset) => {
    const children = childrenOf(child, start + 1 + itemOffset);
    const isItemChosen = children.some(({ block, position }) => block.isTextblock && isChosen(position));
    for (const { block, position } of children) {
      for (const part of isList(block) ? unlist(block, position, isChosen) : [block]) {
        // A nested list stays only if text of its item stays above it.
        const canStay = isList(part) ? itemContent.length > 0 : block.isTextblock;
        if (canStay && !isItemChosen) itemContent.push(part);
        else moveOut(part);
      }
    }
    endItem();
  });
  if (remaining.length > 0) blocks.push(list.copy(Fragment.from(remaining)));
  return blocks;
}

function childrenOf(parent: Node, start: number): { block: Node; position: number }[] {
  const children: { block: Node; position: number }[] = [];
  parent.forEach((block, offset) => children.push({ block, position: start + 1 + offset }));
  return children;
}
