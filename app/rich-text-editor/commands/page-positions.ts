import type { Node } from 'prosemirror-model';
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import { link, table } from '../model/schema.ts';

/** Returns the link at the start of the selection, with its range. */
export function linkAt({ selection }: EditorState): { from: number; to: number; href: string } | undefined {
  const { $from, empty } = selection;
  const { parent } = $from;
  const start = $from.start();
  let offset = 0;
  let found: { from: number; to: number; href: string } | undefined;
  for (const child of parent.children) {
    const [from, to] = [start + offset, start + offset + child.nodeSize];
    offset += child.nodeSize;
    const href = link.isInSet(child.marks)?.attrs['href'] as string | undefined;
    // Children with equal addresses are one link with several formats.
    if (found && found.to === from && found.href === href) found = { ...found, to };
    else if (found && found.from <= $from.pos && $from.pos < found.to) return found;
    else found = href === undefined ? undefined : { from, to, href };
  }
  if (!found) return undefined;
  const isInside = found.from <= $from.pos && ($from.pos < found.to || (empty && $from.pos === found.to));
  return isInside ? found : undefined;
}

export type TablePosition = { start: number; table: Node; row: number; column: number };

/** Returns the table with the cursor, its position, and the place of the cell. */
export function tableAt({ selection: { $from } }: EditorState): TablePosition | undefined {
  const node = $from.depth >= 3 ? $from.node(1) : undefined;
  if (node?.type !== table) return undefined;
  return { start: $from.before(1), table: node, row: $from.index(1), column: $from.index(2) };
}

/** Moves the cursor to the next or previous cell. Returns false at the end, where Tab leaves the box. */
export const moveToCell =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    const place = tableAt(state);
    if (!place) return false;
    const { start, table: node, row: at, column } = place;
    const columns = node.child(at).childCount;
    const next = column + by;
    const [toRow, toColumn] =
      next < 0
        ? [at - 1, (node.maybeChild(at - 1)?.childCount ?? 0) - 1]
        : next >= columns
          ? [at + 1, 0]
          : [at, next];
    if (!node.maybeChild(toRow)?.maybeChild(toColumn)) return false;
    dispatch?.(selectCell(state.tr, start, toRow, toColumn).scrollIntoView());
    return true;
  };

/** Puts the cursor at the end of a cell of the table at a position. */
export function selectCell(tr: Transaction, start: number, rowAt: number, column: number): Transaction {
  const inRow = tr.doc.resolve(start + 1).posAtIndex(rowAt) + 1;
  const inCell = tr.doc.resolve(inRow).posAtIndex(column) + 1;
  return tr.setSelection(TextSelection.create(tr.doc, tr.doc.resolve(inCell).end()));
}
