import type { Node, ResolvedPos } from 'prosemirror-model';
import { TextSelection, type Transaction } from 'prosemirror-state';

/** Runs a change that keeps all paragraphs in order, inside or outside of lists, and restores the selection. */
export function keepSelection(transaction: Transaction, change: () => void): Transaction {
  const { doc, selection } = transaction;
  const anchor = paragraphPosition(doc, selection.anchor);
  const head = paragraphPosition(doc, selection.head);
  change();
  const { doc: changed } = transaction;
  return transaction.setSelection(
    TextSelection.between(positionOf(changed, anchor), positionOf(changed, head)),
  );
}

type ParagraphPosition = { paragraph: number; offset: number };

function paragraphPosition(doc: Node, position: number): ParagraphPosition {
  const result: ParagraphPosition = { paragraph: 0, offset: 0 };
  let count = 0;
  doc.descendants((node, start) => {
    if (!node.isTextblock || start >= position) return start < position;
    result.paragraph = count;
    result.offset = Math.min(position - start - 1, node.content.size);
    count += 1;
    return false;
  });
  return result;
}

function positionOf(doc: Node, target: ParagraphPosition): ResolvedPos {
  let count = 0;
  let found = 0;
  doc.descendants((node, start) => {
    if (!node.isTextblock) return count <= target.paragraph;
    if (count === target.paragraph) found = start + 1 + target.offset;
    count += 1;
    return false;
  });
  return doc.resolve(found);
}
