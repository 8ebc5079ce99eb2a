import { mergeOrder, type Side, type Versions } from './merge-moves.ts';

/** Keys that identify a row of a list, in the order in which they are tried. */
const IDENTITIES = ['id', 'category', 'address', 'label', 'name', 'text'];

type Row = Record<string, unknown>;
type Rows<Each> = ReadonlyMap<string, Each>;

/** Says whose value counts where both have changed it differently. `path`: the keys that lead to it. */
type Decide = (path: readonly string[]) => Side;

/**
 * Merges what two people made of a JSON value: objects by key, and lists by what identifies their rows. Where both have
 * changed the same, the result has mine, and `isConflict` is set.
 */
export function mergeValues(versions: Versions<unknown>): { value: unknown; isConflict: boolean } {
  let isConflict = false;
  const value = mergeValue(versions, () => {
    isConflict = true;
    return 'mine';
  });
  return { value, isConflict };
}

/** Merges what two people made of a value; of a row that one of them lacks, the value is undefined. */
export function mergeValue(
  versions: Versions<unknown>,
  decide: Decide,
  path: readonly string[] = [],
): unknown {
  const { base, mine, theirs } = versions;
  if (isEqual(mine, theirs) || isEqual(base, theirs)) return mine;
  if (isEqual(base, mine)) return theirs;
  if (isRow(mine) && isRow(theirs) && (base === undefined || isRow(base))) {
    const before = base ?? {};
    const entries = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].map((key) => {
      const values = { base: before[key], mine: mine[key], theirs: theirs[key] };
      return [key, mergeValue(values, decide, [...path, key])] as const;
    });
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  const [before, my, their] = [rowsIn(base), rowsIn(mine), rowsIn(theirs)];
  if (!before || !my || !their) return versions[decide(path)];
  return mergeRows({ base: before, mine: my, theirs: their }, (id, rows) =>
    mergeValue(rows, decide, [...path, id]),
  );
}

/** Merges rows by their ids, each by `merge`, which returns undefined for a row that is removed. */
export function mergeRows<Each>(
  { base, mine, theirs }: Versions<Rows<Each>>,
  merge: (id: string, rows: Versions<Each | undefined>) => unknown,
): Each[] {
  const merged = new Map(
    [...new Set([...mine.keys(), ...theirs.keys()])].map((id) => {
      const rows = { base: base.get(id), mine: mine.get(id), theirs: theirs.get(id) };
      return [id, merge(id, rows) as Each | undefined];
    }),
  );
  // Without removed rows, so that merging the result again changes nothing.
  const idsIn = (rows: Rows<Each>) => [...rows.keys()].filter((id) => merged.get(id) !== undefined);
  const order = mergeOrder({ base: idsIn(base), mine: idsIn(mine), theirs: idsIn(theirs) });
  return order.flatMap((id) => merged.get(id) ?? []);
}

/** Returns the rows of a list by identity; undefined for other values, and if two rows cannot be told apart. */
function rowsIn(value: unknown): Rows<Row> | undefined {
  if (!Array.isArray(value) || !value.every(isRow)) return undefined;
  const rows = new Map(value.map((row) => [identityOf(row), row]));
  rows.delete(undefined);
  return rows.size === value.length ? (rows as Rows<Row>) : undefined;
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
