import { mergeLists, type Choose, type Conflict } from '#shared/merge-lists.ts';
import { keyOfTexts } from '#shared/bid-meaning.ts';
import { conflictKey, mergeShowing, REMOVED, type ShownConflict } from '#app/editor/field/merge-draft.ts';
import { gridDraft, keptGrid } from '#app/editor/grid/grid.ts';
import { BID_COLUMNS, fieldsOf, HEADERS, nameOf, type BidDraft, type Fields } from './bid-grid.ts';

type BidLine = { id: string } & Fields;

/**
 * Merges a draft into the cash bids that someone else has saved, by bid and cell. Rows that the draft has removed stay
 * removed. Drops `heldAt`, because the confirmation did not cover the new prices.
 */
export const mergeBidLists = mergeShowing<BidDraft, Conflict<BidLine>>(({ base, mine, theirs }, decide) => {
  const [before, newer] = [toLines(keptGrid(base).rows), toLines(keptGrid(theirs).rows)];
  const current = new Map(newer.map((line) => [line.id, line]));
  const { removedRows = [] } = mine;
  const all = toLines(mine.rows).map((line) => withSameTexts(line, current.get(line.id)));
  const merge = (lines: readonly BidLine[], choose?: Choose<BidLine>) =>
    mergeLists<BidLine>({ base: before, mine: lines, theirs: newer }, choose).rows;
  const kept = merge(
    all.filter((_, row) => !removedRows.includes(row)),
    decide,
  );
  // The texts of removed rows, in case they are restored.
  const texts = new Map(merge(all).map((line) => [line.id, line]));
  const merged = kept.map((line) => ({ line, isRemoved: false }));
  for (const row of removedRows) {
    const line = texts.get(all[row]?.id ?? '');
    if (!line || kept.some(({ id }) => id === line.id)) continue;
    const previous = all.slice(0, row).findLast(({ id }) => merged.some((each) => each.line.id === id));
    const at = merged.findIndex((each) => each.line.id === previous?.id) + 1;
    merged.splice(at, 0, { line, isRemoved: true });
  }
  return gridDraft(
    { headers: HEADERS, rows: merged.map(({ line }) => BID_COLUMNS.map(({ field }) => line[field])) },
    merged.flatMap(({ isRemoved }, row) => (isRemoved ? [row] : [])),
  );
}, showConflict);

/** Gives rows the key of their bid as an id. Further rows with the same key, such as blank ones, get their own ids. */
function toLines(rows: readonly (readonly string[])[]): BidLine[] {
  const keys = new Set<string>();
  return rows.map((cells, row) => {
    const fields = fieldsOf(cells);
    const key = keyOfTexts(fields);
    const id = keys.has(key) ? `${key} ${row}` : key;
    keys.add(key);
    return { ...fields, id };
  });
}

/** Returns a row with the other spelling of texts that mean the same. */
function withSameTexts(line: BidLine, other: BidLine | undefined): BidLine {
  if (!other) return line;
  const same = BID_COLUMNS.filter(({ field }) => line[field].trim() === other[field]);
  return { ...line, ...Object.fromEntries(same.map(({ field }) => [field, other[field]])) };
}

function showConflict({ id, field, base, ...sides }: Conflict<BidLine>): ShownConflict {
  const column = BID_COLUMNS.find((each) => each.field === field);
  const changed = BID_COLUMNS.filter((each) => sides.mine?.[each.field] !== sides.theirs?.[each.field]);
  const valueOf = (line: BidLine | undefined) => {
    if (!line) return REMOVED;
    if (column) return line[column.field];
    const differing = changed.filter((each) => !base || line[each.field] !== base[each.field]);
    return differing.map((each) => `${each.header} ${line[each.field] || 'blank'}`).join(' · ');
  };
  const line = base ?? sides.mine ?? sides.theirs;
  const name = line ? nameOf(BID_COLUMNS.map((each) => line[each.field])) : '';
  return {
    key: conflictKey(id, field),
    name: [name, column?.header].filter(Boolean).join(', '),
    mine: valueOf(sides.mine),
    theirs: valueOf(sides.theirs),
  };
}
