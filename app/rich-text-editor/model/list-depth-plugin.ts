import { Fragment, type Node, type ResolvedPos } from 'prosemirror-model';
import { Plugin, TextSelection, type Transaction } from 'prosemirror-state';
import { RICH_TEXT_MAX_DEPTH } from '#contract/rich-text.ts';
import { flattenDeepLists, listHeight } from './list-depth.ts';

/** Whatever a paste, a drop or a key has joined: no list stays deeper than allowed, and the cursor in its words. */
export const listDepthPlugin = new Plugin({
  appendTransaction(transactions, _before, state) {
    if (!transactions.some((transaction) => transaction.docChanged)) return null;
    if (state.doc.children.every((block) => listHeight(block) <= RICH_TEXT_MAX_DEPTH)) return null;
    return flattened(state.tr);
  },
});

function flattened(transaction: Transaction): Transaction {
  const { doc, selection } = transaction;
  const [anchor, head] = [selection.anchor, selection.head].map((position) => textPlace(doc, position));
  doc.forEach((block, start) => {
    if (listHeight(block) <= RICH_TEXT_MAX_DEPTH) return;
    const end = start + block.nodeSize;
    const flat = flattenDeepLists(Fragment.from(block));
    transaction.replaceWith(transaction.mapping.map(start, -1), transaction.mapping.map(end), flat);
  });
  const [$anchor, $head] = [anchor!, head!].map((place) => positionOf(transaction.doc, place));
  return transaction.setSelection(TextSelection.between($anchor!, $head!));
}

/** Flattening keeps all paragraphs in their order: a place in the text is the number of its paragraph and an offset. */
type TextPlace = { paragraph: number; offset: number };

function textPlace(doc: Node, position: number): TextPlace {
  const place: TextPlace = { paragraph: -1, offset: 0 };
  doc.descendants((node, start) => {
    if (!node.isTextblock) return start < position;
    if (start < position) {
      place.paragraph += 1;
      place.offset = Math.min(position - start - 1, node.content.size);
    }
    return false;
  });
  return place;
}

function positionOf(doc: Node, place: TextPlace): ResolvedPos {
  let count = -1;
  let found = 0;
  doc.descendants((node, start) => {
    if (!node.isTextblock) return count < place.paragraph;
    count += 1;
    if (count === place.paragraph) found = start + 1 + place.offset;
    return false;
  });
  return doc.resolve(found);
}
