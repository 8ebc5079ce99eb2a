import type { Node, ResolvedPos } from 'prosemirror-model';
import { TextSelection, type Transaction } from 'prosemirror-state';

/** Runs a change that keeps all paragraphs in order, inside or outside of lists, and restores the selection. */
export function keepSelection(transaction: Transaction, change: () => void): Transaction {
  const { doc, selection } = transaction;
  const anchor = textPlace(doc, selection.anchor);
  const head = textPlace(doc, selection.head);
  change();
  const { doc: changed } = transaction;
  return transaction.setSelection(
    TextSelection.between(positionOf(changed, anchor), positionOf(changed, head)),
  );
}

type TextPlace = { paragraph: number; offset: number };

function textPlace(doc: Node, position: number): TextPlace {
  const place: TextPlace = { paragraph: 0, offset: 0 };
  let count = 0;
  doc.descendants((node, start) => {
    if (!node.isTextblock || start >= position) return start < position;
    place.paragraph = count;
    place.offset = Math.min(position - start - 1, node.content.size);
    count += 1;
    return false;
  });
  return place;
}

function positionOf(doc: Node, place: TextPlace): ResolvedPos {
  let count = 0;
  let found = 0;
  doc.descendants((node, start) => {
    if (!node.isTextblock) return count <= place.paragraph;
    if (count === place.paragraph) found = start + 1 + place.offset;
    count += 1;
    return false;
  });
  return doc.resolve(found);
}
