const CHECKS = {
  text: (value: unknown): boolean => typeof value === 'string',
  'text?': (value: unknown): boolean => value === null || typeof value === 'string',
  number: Number.isSafeInteger,
  'number?': (value: unknown): boolean => value === null || Number.isSafeInteger(value),
};

/** Type of a column: text, a whole number, or a set of values. A question mark allows null. */
export type ColumnKind = keyof typeof CHECKS | readonly unknown[];

/** Returns the name of the column of a field, such as `config_id` of `configId`. */
export const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the row. Throws if a value has another type, which SQLite does not prevent. */
export function checkRow<Row extends object>(row: Row, kinds: Record<keyof Row, ColumnKind>): Row {
  for (const column in kinds) {
    const kind: ColumnKind = kinds[column];
    const value = row[column] as unknown;
    const isAllowed = typeof kind === 'string' ? CHECKS[kind](value) : kind.includes(value);
    if (!isAllowed) throw new TypeError(`${columnOf(column)} holds a value that isn't allowed`);
  }
  return row;
}

/** Returns null for a value that is not JSON, as if it was missing. The check command reports it. */
export function parseValue(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return null;
  }
}

export const isAny = (value: unknown): value is unknown => value !== undefined;

/** Parses JSON. Throws with a reason for people if it is broken, or if `isValid` rejects it. */
export function parseStored<Value>(
  column: string,
  text: unknown,
  isValid: (value: unknown) => value is Value,
): Value {
  let value: unknown;
  try {
    value = JSON.parse(text as string) as unknown;
  } catch {
    throw new TypeError(`${column} isn't valid JSON`);
  }
  if (!isValid(value)) throw new TypeError(`${column} holds a value that isn't allowed`);
  return value;
}
