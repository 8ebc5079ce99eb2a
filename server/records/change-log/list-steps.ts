import { isDeepStrictEqual } from 'node:util';

/**
 * Logged change of one row (`item` is its id) or of the whole subject (`item` is null).
 *
 * The steps of a list apply in their order. `before` and `after` of a row hold the fields that differ. `before` is null
 * for an addition and `after` for a removal; the other one is the whole row and its `position` at that moment. If
 * `item` is null, they hold all ids in order or, in entries of releases before this format, all rows.
 */
export type Step = { item: string | null; before: unknown; after: unknown };

/** Step of a subject in the change log, with its time in ISO 8601. */
export type LoggedStep = Step & {
  version: number;
  subject: string;
  at: string;
  origin: string;
  author: string | null;
};

type Row = { id: string };

/** Returns the steps from one list to another: removals from the end, changes, additions from the start, the order. */
export function stepsBetween<R extends Row>(before: readonly R[], after: readonly R[]): Step[] {
  const [old, next] = [byId(before), byId(after)];
  const removals = before.flatMap((row, position) =>
    next.has(row.id) ? [] : { item: row.id, before: { ...row, position }, after: null },
  );
  const changes = after.flatMap((row) => {
    const known = old.get(row.id);
    const fields = known ? differences(known, row) : [];
    return known && fields.length > 0
      ? { item: row.id, before: pick(known, fields), after: pick(row, fields) }
      : [];
  });
  const additions = after.flatMap((row, position) =>
    old.has(row.id) ? [] : { item: row.id, before: null, after: { ...row, position } },
  );
  const unordered = before.filter(({ id }) => next.has(id)).map(({ id }) => id);
  for (const { item, after: added } of additions) unordered.splice(added.position, 0, item);
  const ordered = after.map(({ id }) => id);
  const order = isDeepStrictEqual(unordered, ordered)
    ? []
    : { item: null, before: unordered, after: ordered };
  return [...removals.toReversed(), ...changes, ...additions, ...[order].flat()];
}

/** Returns a list as it was before steps, which are given newest first. */
export function undoSteps<Item extends Row>(rows: readonly Item[], steps: readonly Step[]): Item[] {
  const undone = [...rows];
  for (const step of steps) undoStep(undone, step);
  return undone;
}

/** Undoes a step in place. Ignores a row that the list does not have. */
export function undoStep(rows: Row[], { item, before, after }: Step): void {
  if (isDeepStrictEqual(before, after)) return;
  if (item === null) {
    rows.splice(0, rows.length, ...(isOrder(before) ? inOrder(rows, before) : ((before ?? []) as Row[])));
    return;
  }
  const index = rows.findIndex(({ id }) => id === item);
  if (before === null) {
    if (index !== -1) rows.splice(index, 1);
  } else {
    const { position, ...fields } = before as Partial<Row> & { position?: number };
    if (index !== -1) rows[index] = { ...(rows[index] as Row), ...fields };
    else if (position !== undefined) rows.splice(position, 0, fields as Row);
  }
}

const isOrder = (value: unknown): value is string[] => Array.isArray(value) && typeof value[0] === 'string';

function inOrder(rows: readonly Row[], ids: readonly string[]): Row[] {
  const positions = new Map(ids.map((id, position) => [id, position]));
  const positionOf = ({ id }: Row) => positions.get(id) ?? ids.length;
  return rows.toSorted((one, other) => positionOf(one) - positionOf(other));
}

const byId = <R extends Row>(rows: readonly R[]) => new Map(rows.map((row) => [row.id, row]));

const differences = <R extends object>(one: R, other: R) =>
  (Object.keys(other) as (keyof R)[]).filter((field) => !isDeepStrictEqual(one[field], other[field]));

const pick = <R extends object>(row: R, fields: readonly (keyof R)[]) =>
  Object.fromEntries(fields.map((field) => [field, row[field]]));
