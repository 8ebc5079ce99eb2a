/** Row that cannot be read, and the sentence part that says why. */
export type UnreadableRow = { table: string; key: string; reason: string };

/** Calls `convert`, which throws if the row is unreadable. Returns undefined if the row counts as missing. */
export type ReadRow = <Value>(key: string | number, convert: () => Value) => Value | undefined;

/** Change that a row results from: its subject and, in a list, its item. */
type Change = readonly [subject: string, item?: string];

/** Returns the `ReadRow` of a table. `changeOf` names the change that a row results from. */
export type RowReader = (table: string, changeOf: (key: string) => Change) => ReadRow;

export const changeKey = ([subject, item = '']: Change) => `${subject} ${item}`;

/** Leaves out unreadable rows. Saves use it, so that saving again repairs a list or table. */
export const readableOnly: ReadRow = (_, convert) => {
  try {
    return convert();
  } catch {
    return undefined;
  }
};

/** Returns the name of a row among those of all tables. */
export const rowName = (table: string, key: string) => `${table} ${key}`;

/** Values of readable rows by table and key. */
export type ReadRows = Map<string, Map<string, unknown>>;

/** Creates a reader that replaces unreadable rows by their `lastGood` values, and records them. */
export function createRowReader(lastGood: ReadRows = new Map()) {
  const values: ReadRows = new Map();
  const unreadable: (UnreadableRow & { change: string })[] = [];
  const reader: RowReader = (table, changeOf) => {
    // A part can read the rows of a table one after the other.
    const ofTable = values.get(table) ?? new Map<string, unknown>();
    values.set(table, ofTable);
    return (id, convert) => {
      const key = String(id);
      let value: ReturnType<typeof convert> | undefined;
      try {
        value = convert();
      } catch (error) {
        const { message: reason } = error as Error;
        unreadable.push({ table, key, reason, change: changeKey(changeOf(key)) });
        value = lastGood.get(table)?.get(key) as typeof value;
      }
      if (value !== undefined) ofTable.set(key, value);
      return value;
    };
  };
  return { reader, values, unreadable };
}
