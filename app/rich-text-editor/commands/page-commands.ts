import { setBlockType } from 'prosemirror-commands';
import type { Node } from 'prosemirror-model';
import { type Command, TextSelection } from 'prosemirror-state';
import { RICH_TEXT_TABLE_COLUMNS } from '#contract/rich-text.ts';
import { cell, heading, link, paragraph, row, schema, table } from '../model/schema.ts';
import { linkAt, selectCell, tableAt, type TablePosition } from './page-positions.ts';

/** Makes the selected paragraphs headings, or back. */
export const toggleHeading =
  (level: 2 | 3): Command =>
  (state, dispatch) => {
    const { parent } = state.selection.$from;
    const isHeading = parent.type === heading && parent.attrs['level'] === level;
    return setBlockType(isHeading ? paragraph : heading, isHeading ? null : { level })(state, dispatch);
  };

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
    change: (place: TablePosition, rows: Node[][]) => { rows: Node[][]; at: [row: number, column: number] },
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
