import { mergeLists, type Conflict, type Side, type Versions } from './merge-lists.ts';
import { mapVersions } from './merge-moves.ts';

/** Table without ids. Every row has one cell per header. */
export type Table = { headers: string[]; rows: string[][] };

/** Header or row of a table that got an id. The other keys of a row are the ids of its columns. */
export type Line = { id: string } & Record<string, string>;

/** `line` is `row` or `column`. Of a row, `field` is the id of a column; of a column, it is the header. */
export type TableConflict = Conflict<Line> & { line: 'row' | 'column' };

/**
 * Merges the changes of two people to a table. A row is the same as one of the base if it has the same cells, or else the
 * same first cell, or else replaced it in its place. A column is the same if it has the same header or replaced another
 * one. In doubt, a row counts as removed and another one as added. A new first cell conflicts with changes of others in
 * that row, which may be about the previous product.
 */
export function mergeTables(
  versions: Versions<Table>,
  choose: (conflict: TableConflict) => Side = () => 'mine',
): { table: Table; columns: Line[]; conflicts: TableConflict[] } {
  const { columnIds, lines } = toLines(versions);
  const nameId = columnIds.base[0] ?? '';
  const baseRows = new Map(lines.base.map((row) => [row.id, row]));

  function rowsOf(of: keyof Versions<Table>): Line[] {
    return lines[of].map((row): Line => {
      const before = baseRows.get(row.id);
      // A side that has removed a column has not changed its cells.
      const full = { ...before, ...row };
      const name = full[nameId];
      const isChanged = before && Object.entries(full).some(([id, text]) => text !== (before[id] ?? ''));
      return isChanged && name === before[nameId] ? { ...full, [nameId]: `${name}${KEPT}` } : full;
    });
  }

  function columnsOf(of: keyof Versions<Table>): Line[] {
    return versions[of].headers.map((header, at) => {
      const id = columnIds[of][at] ?? '';
      const isTyped = lines[of].some((row) => row[id] !== (baseRows.get(row.id)?.[id] ?? ''));
      // So that a removal of the column conflicts with its new cells.
      return { id, header, ...(isTyped && { hasTyped: 'yes' }) };
    });
  }

  const conflicts: TableConflict[] = [];
  function merge(line: TableConflict['line'], linesOf: (of: keyof Versions<Table>) => Line[]): Line[] {
    const found = { base: linesOf('base'), mine: linesOf('mine'), theirs: linesOf('theirs') };
    return mergeLists<Line>(found, (conflict) => {
      const shown = { ...conflict, ...mapVersions(conflict, (each) => each && withoutMark(each)), line };
      conflicts.push(shown);
      return choose(shown);
    }).rows.map(withoutMark);
  }
  const columns = merge('column', columnsOf);
  const rows = merge('row', rowsOf);
  return {
    table: {
      headers: columns.map(({ header }) => header ?? ''),
      rows: rows.map((row) => columns.map(({ id }) => row[id] ?? '')),
    },
    columns,
    conflicts,
  };
}

/** Gives the columns and rows of tables their ids. */
function toLines(versions: Versions<Table>) {
  const columnIds = identify(mapVersions(versions, ({ headers }) => headers));
  const rowIds = identify(
    mapVersions(versions, ({ rows }) => rows.map(toKey)),
    nameOfKey,
  );
  const linesOf = (of: keyof Versions<Table>): Line[] =>
    versions[of].rows.map((cells, at) => {
      const texts = cells.map((text, column) => [columnIds[of][column] ?? '', text] as const);
      return { ...Object.fromEntries(texts), id: rowIds[of][at] ?? '' };
    });
  return {
    columnIds,
    lines: { base: linesOf('base'), mine: linesOf('mine'), theirs: linesOf('theirs') },
  };
}

/** Returns a function that reads what a conflict with a base is about in another table, as text; undefined if it is gone. */
export function valuesIn(base: Table, table: Table) {
  const { columnIds, lines } = toLines({ base, mine: base, theirs: table });
  const rows = new Map(lines.theirs.map((row) => [row.id, row]));
  return ({ line, id, field }: Pick<TableConflict, 'line' | 'id' | 'field'>) => {
    if (line === 'column') return table.headers[columnIds.theirs.indexOf(id)];
    const row = rows.get(id);
    return field === undefined ? row && JSON.stringify(row) : row?.[field];
  };
}

/** Marks a first cell that was kept while others in its row changed. No cell can contain it. */
const KEPT = '\0';
const withoutMark = (line: Line): Line =>
  Object.fromEntries(Object.entries(line).map(([id, text]) => [id, text.replace(KEPT, '')])) as Line;

const toKey = (cells: readonly string[]) => JSON.stringify(cells);
const nameOfKey = (key: string) => (JSON.parse(key) as string[])[0] ?? '';

type Pairs = readonly (readonly [from: number, to: number])[];
type Keys = readonly (string | undefined)[];

/** Gives lines the ids of those in the base that they are, and new ids to the others. */
function identify(
  { base, mine, theirs }: Versions<readonly string[]>,
  nameOf: (key: string) => string = (key) => key,
): Versions<string[]> {
  const baseIds = base.map((_, at) => `base-${at}`);
  const pairBase = (lines: readonly string[]) => {
    const pairs = pairSame(base, lines, nameOf);
    return [...pairs, ...pairReplaced(pairs, base.length, lines.length)];
  };
  const theirIds = identifyIn(theirs, pairBase(theirs), baseIds, 'theirs-');
  const myIds = identifyIn(mine, pairBase(mine), baseIds, 'mine-');
  // Both may have added the same line, or one of them twice.
  const both = pairSame(addedIn(theirIds, theirs), addedIn(myIds, mine), nameOf);
  const sameIds = new Map(both.map(([from, to]) => [to, theirIds[from] ?? '']));
  return { base: baseIds, theirs: theirIds, mine: myIds.map((id, at) => sameIds.get(at) ?? id) };
}

/** Pairs equal keys, then those of the same name if it is as frequent in both. */
function pairSame(from: Keys, to: Keys, nameOf: (key: string) => string): Pairs {
  const equal = pairEqual(from, to);
  const [usedFrom, usedTo] = [new Set(equal.map(([at]) => at)), new Set(equal.map(([, at]) => at))];
  const namesOf = (keys: Keys, used: ReadonlySet<number>) =>
    keys.map((key, at) => (key === undefined || used.has(at) ? undefined : nameOf(key)));
  const [names, otherNames] = [namesOf(from, usedFrom), namesOf(to, usedTo)];
  const count = (keys: Keys, name: string | undefined) => keys.filter((each) => each === name).length;
  const named = pairEqual(names, otherNames).filter(
    ([at]) => count(names, names[at]) === count(otherNames, names[at]),
  );
  return [...equal, ...named];
}

/** Pairs the equal keys at the start and end, then each other key with the next equal one. */
function pairEqual(from: Keys, to: Keys): Pairs {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && isEqual(from[start], to[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isEqual(from.at(-1 - end), to.at(-1 - end))) end += 1;
  const pairs: (readonly [number, number])[] = [];
  for (let at = 0; at < start; at += 1) pairs.push([at, at]);
  for (let at = 1; at <= end; at += 1) pairs.push([from.length - at, to.length - at]);
  const rest = Map.groupBy([...from.keys()].slice(start, from.length - end), (at) => from[at]);
  for (let at = start; at < to.length - end; at += 1) {
    const match = to[at] === undefined ? undefined : rest.get(to[at])?.shift();
    if (match !== undefined) pairs.push([match, at]);
  }
  return pairs;
}

/** Pairs the other lines between two pairs if there are as many in both: they were replaced one by one. */
function pairReplaced(pairs: Pairs, fromLength: number, toLength: number): Pairs {
  const [usedFrom, usedTo] = [new Set(pairs.map(([at]) => at)), new Set(pairs.map(([, at]) => at))];
  const found: (readonly [number, number])[] = [];
  let [fromStart, toStart] = [0, 0];
  for (const [fromEnd, toEnd] of [...pairs.toSorted(([a], [b]) => a - b), [fromLength, toLength] as const]) {
    // Skip moved lines.
    if (toEnd < toStart) continue;
    const [open, others] = [openIn(fromStart, fromEnd, usedFrom), openIn(toStart, toEnd, usedTo)];
    if (open.length === others.length)
      found.push(...open.map((at, index) => [at, others[index] ?? -1] as const));
    [fromStart, toStart] = [fromEnd + 1, toEnd + 1];
  }
  return found;
}

const identifyIn = (lines: readonly string[], pairs: Pairs, ids: readonly string[], prefix: string) => {
  const known = new Map(pairs.map(([from, to]) => [to, ids[from] ?? '']));
  return lines.map((_, at) => known.get(at) ?? `${prefix}${at}`);
};

const addedIn = (ids: readonly string[], lines: readonly string[]) =>
  ids.map((id, at) => (id.startsWith('base-') ? undefined : lines[at]));

const isEqual = (a: string | undefined, b: string | undefined) => a !== undefined && a === b;

const openIn = (start: number, end: number, used: ReadonlySet<number>) =>
  Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at).filter((at) => !used.has(at));
