import type { Node } from 'prosemirror-model';
import { TextSelection, type Transaction } from 'prosemirror-state';

/** Runs a change that keeps all paragraphs in order, inside or outside of lists, and restores the selection. */
export function keepSelection(transaction: Transaction, change: () => void): Transaction {
  const { doc, selection } = transaction;
  const before = paragraphsIn(doc);
  const places = [selection.anchor, selection.head].map((position) => {
    const paragraph = Math.max(
      0,
      before.findLastIndex(({ start }) => start <= position),
    );
    const { start = 0, size = 0 } = before[paragraph] ?? {};
    return { paragraph, offset: Math.min(Math.max(0, position - start), size) };
  });
  change();
  const after = paragraphsIn(transaction.doc);
  const [anchor, head] = places.map(({ paragraph, offset }) =>
    transaction.doc.resolve((after[paragraph]?.start ?? 0) + offset),
  );
  return transaction.setSelection(TextSelection.between(anchor!, head!));
}

/** Returns the positions of the texts of all paragraphs. */
function paragraphsIn(doc: Node): { start: number; size: number }[] {
  const found: { start: number; size: number }[] = [];
  doc.descendants((node, position) => {
    if (node.isTextblock) found.push({ start: position + 1, size: node.content.size });
    return !node.isTextblock;
  });
  return found;
}
