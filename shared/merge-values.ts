import { mergeOrder, type Versions } from './merge-lists.ts';

/** Keys that identify a row of a list, in the order in which they are tried. */
const IDENTITIES = ['id', 'category', 'address', 'label', 'name', 'text'];

type Row = Record<string, unknown>;
type Rows = ReadonlyMap<string, Row>;

/**
 * Merges what two people made of a JSON value: objects by key, and lists by what identifies their rows. Where both have
 * changed the same, the result has mine, and `isConflict` is set.
 */
export function mergeValues(versions: Versions<unknown>): { value: unknown; isConflict: boolean } {
  let isConflict = false;

  function merge({ base, mine, theirs }: Versions<unknown>): unknown {
    if (isEqual(mine, theirs) || isEqual(base, theirs)) return mine;
    if (isEqual(base, mine)) return theirs;
    if (isRow(base) && isRow(mine) && isRow(theirs)) return mergeRow({ base, mine, theirs });
    const [before, my, their] = [rowsIn(base), rowsIn(mine), rowsIn(theirs)];
    if (before && my && their) return mergeRows({ base: before, mine: my, theirs: their });
    isConflict = true;
    return mine;
  }

  function mergeRow({ base, mine, theirs }: Versions<Row>): Row {
    const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
    const entries = [...keys].map((key) => [
      key,
      merge({ base: base[key], mine: mine[key], theirs: theirs[key] }),
    ]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Row;
  }

  function mergeRows({ base, mine, theirs }: Versions<Rows>): Row[] {
    const merged = new Map(
      [...mine.keys(), ...theirs.keys()].map((id) => [
        id,
        merge({ base: base.get(id), mine: mine.get(id), theirs: theirs.get(id) }) as Row | undefined,
      ]),
    );
    const idsIn = (rows: Rows) => [...rows.keys()].filter((id) => merged.get(id));
    const order = mergeOrder({ base: idsIn(base), mine: idsIn(mine), theirs: idsIn(theirs) });
    return order.map((id) => merged.get(id)).filter((row) => row !== undefined);
  }

  return { value: merge(versions), isConflict };
}

/** Returns the rows of a list by identity; undefined for other values, and if two rows cannot be told apart. */
function rowsIn(value: unknown): Rows | undefined {
  if (!Array.isArray(value) || !value.every(isRow)) return undefined;
  const rows = new Map(value.map((row) => [identityOf(row), row]));
  rows.delete(undefined);
  return rows.size === value.length ? (rows as Rows) : undefined;
}

function identityOf(row: Row): string | undefined {
  for (const key of IDENTITIES) {
    const value = row[key];
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return String(value);
  }
  return undefined;
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Compares two JSON values. A key that is missing equals one that is undefined. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, at) => isEqual(each, other[at]));
  if (!isRow(one) || !isRow(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
    isEqual(one[key], other[key]),
  );
}
