import { setBlockType } from 'prosemirror-commands';
import type { Node } from 'prosemirror-model';
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import { RICH_TEXT_TABLE_COLUMNS } from '#contract/rich-text.ts';
import { cell, heading, link, paragraph, row, schema, table } from '../model/schema.ts';

/** Makes the selected paragraphs headings, or back. */
export const toggleHeading =
  (level: 2 | 3): Command =>
  (state, dispatch) => {
    const { parent } = state.selection.$from;
    const isHeading = parent.type === heading && parent.attrs['level'] === level;
    return setBlockType(isHeading ? paragraph : heading, isHeading ? null : { level })(state, dispatch);
  };

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

/** Links the selection or the link with the cursor. Without either, inserts `text` as a link. */
export const setLink =
  (href: string, text: string): Command =>
  (state, dispatch) => {
    const { selection, tr } = state;
    const mark = link.create({ href });
    const range = selection.empty ? linkAt(state) : selection;
    if (range) tr.removeMark(range.from, range.to, link).addMark(range.from, range.to, mark);
    else tr.replaceSelectionWith(schema.text(text, [mark]), false);
    dispatch?.(tr.scrollIntoView());
    return true;
  };

export const removeLink: Command = (state, dispatch) => {
  const range = state.selection.empty ? linkAt(state) : state.selection;
  if (range) dispatch?.(state.tr.removeMark(range.from, range.to, link));
  return range !== undefined;
};

type Place = { start: number; table: Node; row: number; column: number };

/** Returns the table with the cursor, its position, and the place of the cell. */
export function tableAt({ selection: { $from } }: EditorState): Place | undefined {
  const node = $from.depth >= 3 ? $from.node(1) : undefined;
  if (node?.type !== table) return undefined;
  return { start: $from.before(1), table: node, row: $from.index(1), column: $from.index(2) };
}

const rowOf = (columns: number, isHeader = false) =>
  row.create(
    null,
    Array.from({ length: columns }, () => cell.create({ isHeader })),
  );

export const insertTable: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  if (tableAt(state)) return false;
  const node = table.create(null, [rowOf(2, true), rowOf(2)]);
  const isBlank = $from.depth === 1 && $from.sameParent($to) && $from.parent.content.size === 0;
  const [from, to] = isBlank ? [$from.before(1), $from.after(1)] : [$to.after(1), $to.after(1)];
  const { tr } = state;
  tr.replaceWith(from, to, node);
  // So that there is a line to type on after the table.
  if (from + node.nodeSize === tr.doc.content.size) tr.insert(from + node.nodeSize, paragraph.create());
  dispatch?.(selectCell(tr, from, 0, 0).scrollIntoView());
  return true;
};

/** Replaces the table with the cursor, and selects a cell. Without rows, removes it. */
const changeTable =
  (
    change: (place: Place, rows: Node[][]) => { rows: Node[][]; at: [row: number, column: number] },
  ): Command =>
  (state, dispatch) => {
    const place = tableAt(state);
    if (!place) return false;
    const { start } = place;
    const before = place.table.children.map((each) => [...each.children]);
    const { rows, at } = change(place, before);
    const { tr } = state;
    const end = start + place.table.nodeSize;
    const isEmpty = rows.length === 0 || rows[0]?.length === 0;
    const node = isEmpty
      ? paragraph.create()
      : table.create(
          null,
          rows.map((cells) => row.create(null, cells)),
        );
    tr.replaceWith(start, end, node);
    if (isEmpty) tr.setSelection(TextSelection.create(tr.doc, start + 1));
    else selectCell(tr, start, ...at);
    dispatch?.(tr.scrollIntoView());
    return true;
  };

export const addRow = changeTable(({ row: at, column }, rows) => ({
  rows: rows.toSpliced(at + 1, 0, [...rowOf(rows[0]?.length ?? 1).children]),
  at: [at + 1, column],
}));

export const addColumn = changeTable(({ row: at, column }, rows) => {
  if ((rows[0]?.length ?? 0) >= RICH_TEXT_TABLE_COLUMNS) return { rows, at: [at, column] };
  const added = rows.map((cells) =>
    cells.toSpliced(column + 1, 0, cell.create({ isHeader: cells[column]?.attrs['isHeader'] === true })),
  );
  return { rows: added, at: [at, column + 1] };
});

export const removeRow = changeTable(({ row: at, column }, rows) => ({
  rows: rows.toSpliced(at, 1),
  at: [Math.min(at, rows.length - 2), column],
}));

export const removeColumn = changeTable(({ row: at, column }, rows) => ({
  rows: rows.map((cells) => cells.toSpliced(column, 1)),
  at: [at, Math.max(0, column - 1)],
}));

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
function selectCell(tr: Transaction, start: number, rowAt: number, column: number): Transaction {
  const node = tr.doc.nodeAt(start)!;
  let position = start + 1;
  for (const each of node.children.slice(0, rowAt)) position += each.nodeSize;
  position += 1;
  const cells = node.child(rowAt).children;
  for (const each of cells.slice(0, column)) position += each.nodeSize;
  const size = cells[column]?.content.size ?? 0;
  return tr.setSelection(TextSelection.create(tr.doc, position + 1 + size));
}
