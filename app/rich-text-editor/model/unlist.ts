import { Fragment, type Node } from 'prosemirror-model';
import { isList, item } from './schema.ts';

/**
 * Removes the items of the chosen paragraphs from all lists. Returns the resulting blocks: paragraphs between lists of
 * the remaining items. `start` is the position of `list`; `isChosen` receives paragraph positions.
 */
export function unlist(list: Node, start: number, isChosen: (position: number) => boolean): Node[] {
  const blocks: Node[] = [];
  let staying: Node[] = [];
  let own: Node[] = [];

  function endOwn(): void {
    if (own.length > 0) staying.push(item.create(null, own));
    own = [];
  }

  function leave(block: Node): void {
    endOwn();
    if (staying.length > 0) blocks.push(list.copy(Fragment.from(staying)));
    staying = [];
    blocks.push(block);
  }

  list.forEach((child, itemOffset) => {
    const places = placesIn(child, start + 1 + itemOffset);
    const leaves = places.some(({ block, position }) => block.isTextblock && isChosen(position));
    for (const { block, position } of places) {
      for (const part of isList(block) ? unlist(block, position, isChosen) : [block]) {
        // A nested list stays only if text of its item stays above it.
        const stays = isList(part) ? own.length > 0 : block.isTextblock;
        if (stays && !leaves) own.push(part);
        else leave(part);
      }
    }
    endOwn();
  });
  if (staying.length > 0) blocks.push(list.copy(Fragment.from(staying)));
  return blocks;
}

function placesIn(parent: Node, start: number): { block: Node; position: number }[] {
  const places: { block: Node; position: number }[] = [];
  parent.forEach((block, offset) => places.push({ block, position: start + 1 + offset }));
  return places;
}
