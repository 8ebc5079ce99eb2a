/** What two people made of the same value: the one that both started from, and what each has now. */
export type Versions<Value> = { base: Value; mine: Value; theirs: Value };

export type Side = 'mine' | 'theirs';

export const mapVersions = <From, To>(
  { base, mine, theirs }: Versions<From>,
  map: (each: From) => To,
): Versions<To> => ({ base: map(base), mine: map(mine), theirs: map(theirs) });

/**
 * Merges the moves of two people in the order of a list. An item that I moved follows the nearest one before it that
 * neither of us has moved; all others are in their order. `contradictions` are the items that both may have moved, to
 * different places: they are where `choose` says. New items start at the end of the base. My order may lack items that I
 * have not seen.
 */
export function mergeMoves(
  versions: Versions<readonly string[]>,
  choose: (id: string) => Side = () => 'mine',
): { order: string[]; contradictions: string[] } {
  const { theirs } = versions;
  const all = new Set(theirs);
  const base = [...new Set(versions.base.filter((id) => all.has(id))).union(all)];
  const mine = versions.mine.filter((id) => all.has(id));
  const positions = new Map(base.map((id, at) => [id, at]));
  const [my, their] = [movesIn(mine, positions), movesIn(theirs, positions)];
  const seen = new Set(mine);
  const isSettled = (id: string) => seen.has(id) && !my.certain.has(id) && !their.certain.has(id);
  const contradictions = base.filter(
    (id) =>
      my.possible.has(id) &&
      their.possible.has(id) &&
      my.passedBy(id, isSettled) !== their.passedBy(id, isSettled),
  );
  const sides = new Map(contradictions.map((id) => [id, choose(id)]));
  const isPlaced = (id: string) =>
    sides.has(id) ? sides.get(id) === 'mine' : my.likely.has(id) && !their.possible.has(id);
  /** My placed items, by the item that they follow. */
  const following = new Map<string, string[]>();
  let anchor = '';
  for (const id of mine) {
    if (isPlaced(id)) {
      const placed = following.get(anchor) ?? [];
      // Not a copy, because thousands can follow one item.
      placed.push(id);
      following.set(anchor, placed);
    } else if (!their.likely.has(id) && !sides.has(id)) anchor = id;
  }
  const rest = ['', ...theirs.filter((id) => !isPlaced(id))];
  const order = rest.flatMap((id) => [id, ...(following.get(id) ?? [])]).slice(1);
  return { order, contradictions };
}

/** Returns the items that may have been moved from one order to another one of the same items. */
export const movedIn = (order: readonly string[], base: readonly string[]): ReadonlySet<string> =>
  movesIn(order, new Map(base.map((id, at) => [id, at]))).possible;

/** Returns which items of the base were moved in an order. If neighbors were swapped, either may be the moved one. */
function movesIn(order: readonly string[], positions: ReadonlyMap<string, number>) {
  const positionOf = (id: string) => positions.get(id) ?? 0;
  // One prefers the first of two swapped neighbors, and the other one the second.
  const kept = longestAscending(order, positionOf);
  const alsoKept = longestAscending(order.toReversed(), (id) => -positionOf(id));
  const places = new Map(order.map((id, at) => [id, at]));
  return {
    likely: new Set(order.filter((id) => !kept.has(id))),
    possible: new Set(order.filter((id) => !kept.has(id) || !alsoKept.has(id))),
    certain: new Set(order.filter((id) => !kept.has(id) && !alsoKept.has(id))),
    /** Returns the ids that an item has passed, as text. */
    passedBy(id: string, isCounted: (other: string) => boolean): string {
      const place = places.get(id) ?? 0;
      const isPassed = (other: string, at: number) => at < place !== positionOf(other) < positionOf(id);
      const passed = order.filter((other, at) => other !== id && isPassed(other, at) && isCounted(other));
      return passed.toSorted().join(' ');
    },
  };
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
function longestAscending<Item>(items: readonly Item[], positionOf: (item: Item) => number): Set<Item> {
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
