import { columnName, type Grid } from '#app/editor/grid/grid.ts';
import { priceQuestion, valueQuestion } from '#app/editor/grid/price-question.ts';

const NO_HEADER = "This column has no header. Type one, or you'll lose";
const WHEN_SAVED = 'when you save.';

const isFilled = (text: string) => text.trim() !== '';

/** Returns how many columns, counted from the first, keep their cells when the table is saved. */
export const filledColumns = ({ headers }: Grid) => headers.filter(isFilled).length;

/** Returns a warning if an empty header makes cells disappear when the table is saved. */
export function headerWarning(grid: Grid, column: number): string | undefined {
  const { headers, rows } = grid;
  if (isFilled(headers[column] ?? '')) return undefined;
  const lastFilled = headers.findLastIndex(isFilled);
  if (column > lastFilled) {
    const hasCells = rows.some((cells) => isFilled(cells[column] ?? ''));
    return hasCells ? `${NO_HEADER} the column ${WHEN_SAVED}` : undefined;
  }
  const lost = headers.slice(0, lastFilled + 1).flatMap((_, at) => (at < filledColumns(grid) ? [] : [at]));
  const names = lost.map((at) => columnName(headers, at)).join(', ');
  return lost.length === 1
    ? `${NO_HEADER} the last column (${names}) ${WHEN_SAVED}`
    : `${NO_HEADER} the last ${lost.length} columns (${names}) ${WHEN_SAVED}`;
}

/** Returns questions about prices that may be wrong, in the shape of the rows, with '' for none. */
export function priceQuestions(
  { headers, rows }: Grid,
  previous: readonly (readonly string[])[],
): string[][] {
  return rows.map((cells, row) =>
    cells.map((text, column) => {
      const before = previous[row]?.[column] ?? '';
      if (text === before) return '';
      const name = [cells[0]?.trim(), columnName(headers, column)].filter(Boolean).join(', ');
      const ofValue = valueQuestion(name, text);
      if (ofValue !== '') return ofValue;
      return priceQuestion(name, { text: before, value: priceOf(before) }, { text, value: priceOf(text) });
    }),
  );
}

/** Parses a price such as $1,019.00 or -0.05. Returns undefined for other text. */
function priceOf(text: string): number | undefined {
  const [, minus, digits] = /^([-\u2212\u2013])?\$?\s*(\d[\d,]*(?:\.\d+)?|\.\d+)$/.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits.replaceAll(',', '')) * (minus ? -1 : 1);
}

/** Returns the previous value of each cell. Rows and columns are matched by name, or else by index. */
export function previousCells(saved: Grid, grid: Grid): string[][] {
  const rowOf = matcher(namesOf(saved), namesOf(grid));
  const columnOf = matcher(saved.headers, grid.headers);
  return grid.rows.map((cells, row) => {
    const before = saved.rows[rowOf(row)];
    return cells.map((_, column) => before?.[columnOf(column)] ?? '');
  });
}

const namesOf = ({ rows }: Grid) => rows.map(([name = '']) => name);

/** Creates a function that maps a current index to the previous index of the same item, or to -1 for a new item. */
function matcher(before: readonly string[], now: readonly string[]): (at: number) => number {
  const indexesBefore = Map.groupBy(before.keys(), (at) => before[at] ?? '');
  const indexesNow = Map.groupBy(now.keys(), (at) => now[at] ?? '');
  return (at) => {
    const name = now[at] ?? '';
    const [position, ...others] = indexesBefore.get(name) ?? [];
    const isKnownByName = position !== undefined && others.length === 0 && indexesNow.get(name)?.length === 1;
    if (isKnownByName) return position;
    // Treat it as the previous item at this index under a new name, unless the previous name is now elsewhere.
    const nameBefore = before[at];
    if (nameBefore === undefined) return -1;
    return nameBefore !== name && indexesNow.has(nameBefore) ? -1 : at;
  };
}
