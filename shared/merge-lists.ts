/** What two people made of the same value: the one that both started from, and what each has now. */
export type Versions<Value> = { base: Value; mine: Value; theirs: Value };

/** Field that both have changed or, without a field, row that one has removed and the other one changed. */
export type Conflict<Row> = Versions<Row | undefined> & {
  id: string;
  field: (keyof Row & string) | undefined;
};

export type Side = 'mine' | 'theirs';
export type Choose<Row> = (conflict: Conflict<Row>) => Side;

type Identified = { id: string };

/**
 * Merges the changes of two people to a list. Fields are compared as primitive values. The result has the value that
 * `choose` returns for each conflict.
 */
export function mergeLists<Row extends Identified>(
  { base, mine, theirs }: Versions<readonly Row[]>,
  choose: Choose<Row> = () => 'mine',
): { rows: Row[]; conflicts: Conflict<Row>[] } {
  const [old, my, their] = [byId(base), byId(mine), byId(theirs)];
  const conflicts: Conflict<Row>[] = [];

  function chosen(conflict: Conflict<Row>): Side {
    conflicts.push(conflict);
    return choose(conflict);
  }

  function mergeRow(id: string): Row | undefined {
    const versions = { base: old.get(id), mine: my.get(id), theirs: their.get(id) };
    if (versions.mine && versions.theirs) return mergeFields(id, { ...versions, mine: versions.mine });
    const kept = versions.mine ?? versions.theirs;
    if (!versions.base || !kept) return kept;
    if (isSame(kept, versions.base)) return undefined;
    return versions[chosen({ id, field: undefined, ...versions })];
  }

  function mergeFields(id: string, versions: Versions<Row | undefined> & { mine: Row }): Row {
    const row = { ...versions.mine };
    for (const field of fieldsOf(versions.base, versions.mine, versions.theirs)) {
      const [before, mineNow, theirsNow] = [
        versions.base?.[field],
        versions.mine[field],
        versions.theirs?.[field],
      ];
      if (mineNow === theirsNow || before === theirsNow) continue;
      const isTheirs = before === mineNow || chosen({ id, field, ...versions }) === 'theirs';
      if (isTheirs && theirsNow === undefined) delete row[field];
      else if (isTheirs) Object.assign(row, { [field]: theirsNow });
    }
    return row;
  }

  const merged = new Map([...new Set([...my.keys(), ...their.keys()])].map((id) => [id, mergeRow(id)]));
  // Without removed rows, so that merging the result again changes nothing.
  const idsIn = (rows: ReadonlyMap<string, Row>) => [...rows.keys()].filter((id) => merged.get(id));
  const order = mergeOrder({ base: idsIn(old), mine: idsIn(my), theirs: idsIn(their) });
  return { rows: order.flatMap((id) => merged.get(id) ?? []), conflicts };
}

/**
 * Merges the orders of two people. An item that I moved or added follows the item that is before it in my order, and
 * what they added there. All others are in their order. If both moved an item, my move counts.
 */
export function mergeOrder({ base, mine, theirs }: Versions<readonly string[]>): string[] {
  const [inBase, inMine, inTheirs] = [
    new Map(base.map((id, at) => [id, at])),
    new Set(mine),
    new Set(theirs),
  ];
  const common = mine.filter((id) => inBase.has(id));
  const unmoved = longestAscending(common, (id) => inBase.get(id) ?? 0);
  const isPlaced = (id: string) => !inTheirs.has(id) || (inBase.has(id) && !unmoved.has(id));
  /** My placed items, by the item before them. */
  const following = new Map(
    mine.flatMap((id, at) => (isPlaced(id) ? [[mine[at - 1] ?? '', id] as const] : [])),
  );
  const isTheirNew = (id: string | undefined) => id !== undefined && !inBase.has(id) && !inMine.has(id);
  const rest = theirs.filter((id) => !inMine.has(id) || !isPlaced(id));
  const merged: string[] = [];
  function place(after: string): void {
    for (let id = following.get(after); id !== undefined; id = following.get(id)) merged.push(id);
  }
  let last = '';
  for (const id of rest) {
    if (!isTheirNew(id)) {
      place(last);
      last = id;
    }
    merged.push(id);
  }
  place(last);
  return merged;
}

/** Returns a longest selection of items with ascending positions. */
export function longestAscending<Item>(
  items: readonly Item[],
  positionOf: (item: Item) => number,
): Set<Item> {
  /** For each length, the index of the smallest item that ends a selection of that length. */
  const ends: number[] = [];
  const previous: number[] = [];
  const positions = items.map(positionOf);
  for (const [at, position] of positions.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((positions[ends[middle] ?? 0] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    previous[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  }
  const found = new Set<Item>();
  for (let at = ends.at(-1) ?? -1; at !== -1; at = previous[at] ?? -1) found.add(items[at] as Item);
  return found;
}

const byId = <Row extends Identified>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

const fieldsOf = <Row extends object>(...rows: (Row | undefined)[]) =>
  new Set(rows.flatMap((row) => (row ? Object.keys(row) : [])) as (keyof Row & string)[]);

const isSame = <Row extends object>(one: Row, other: Row) =>
  [...fieldsOf(one, other)].every((field) => one[field] === other[field]);
