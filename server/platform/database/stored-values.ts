/** Type of a column: text, a whole number, or a set of values. A question mark allows null. */
type Kind = 'text' | 'text?' | 'number' | 'number?' | readonly unknown[];

/** Returns the row. Throws if a value has another type, which SQLite does not prevent. */
export function checkRow<Row extends object>(row: Row, kinds: Record<keyof Row, Kind>): Row {
  for (const column in kinds) {
    const kind = kinds[column];
    const value = row[column] as unknown;
    if (value === null && typeof kind === 'string' && kind.endsWith('?')) continue;
    if (Array.isArray(kind) ? kind.includes(value) : isOfKind(value, kind as string)) continue;
    throw new TypeError(`${column} holds a value that isn't allowed`);
  }
  return row;
}

const isOfKind = (value: unknown, kind: string) =>
  kind.startsWith('text') ? typeof value === 'string' : Number.isSafeInteger(value);

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
