import { mapVersions, type Side, type Versions } from './merge-moves.ts';
import { mergeRows, mergeValue } from './merge-values.ts';

export type { Side, Versions };

/** Field that both have changed or, without a field, row that one has removed and the other one changed. */
export type Conflict<Row> = Versions<Row | undefined> & {
  id: string;
  field: (keyof Row & string) | undefined;
};

export type Choose<Row> = (conflict: Conflict<Row>) => Side;

type Identified = { id: string };

/** Merges the changes of two people to a list. The result has the value that `choose` returns for each conflict. */
export function mergeLists<Row extends Identified>(
  versions: Versions<readonly Row[]>,
  choose: Choose<Row> = () => 'mine',
): { rows: Row[]; conflicts: Conflict<Row>[] } {
  const conflicts: Conflict<Row>[] = [];
  const rows = mergeRows(mapVersions(versions, byId), (id, values) =>
    mergeValue(values, ([field]) => {
      const conflict = { id, field: field as Conflict<Row>['field'], ...values };
      conflicts.push(conflict);
      return choose(conflict);
    }),
  );
  return { rows, conflicts };
}

const byId = <Row extends Identified>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));
