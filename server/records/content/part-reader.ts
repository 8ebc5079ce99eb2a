import {
  DatabaseUnavailableError,
  type Database,
  type DatabaseHandle,
} from '#server/platform/database/database.ts';

/** Part of the content, which is reread when a change concerns it. */
export type ContentPart<Part> = {
  /** Change-log subjects that concern the part. One that ends with a colon is a prefix. */
  subjects: readonly string[];
  /**
   * Reads the part, or only the rows of `changed`. Rows that `rows` cannot read keep their last value, or are left out.
   */
  read(db: DatabaseHandle, rows: RowReader, changed?: ChangedRows<Part>): Promise<Part>;
  /** Set if the rows of a table can be read one by one. */
  byRow?: {
    table: string;
    /** Returns the key of the only row that a subject concerns, or undefined if there may be others. */
    keyOf(subject: string): string | undefined;
  };
};

/** Rows that have changed since the part `before` was read. Those that no longer exist must be left out. */
export type ChangedRows<Part> = { keys: readonly string[]; before: Part };

export type Log = (error: Error, sentence: string) => void;

/** Changes of the parts to read. `isWhole` is true if any of their rows may have changed. */
export type Changes<Part> = {
  parts: readonly Part[];
  isWhole: boolean;
  logged: readonly { subject: string; item: string | null }[];
};

/** Problem of a row, or of a part as a whole. */
type Problem = { name: string; error: Error; sentence: string };

const WHOLE_PART = '';

/** Creates a reader of parts that survives unreadable rows and parts, and logs each of them once. */
export function createPartReader<Part extends ContentPart<object>>(log: Log) {
  const last = new Map<Part, { content: object; rows: ReadRows }>();
  const problems = new Map<Part, readonly Problem[]>();

  /** Logs new problems. Without `reread`, names of rows, the part has no others. */
  function report(part: Part, found: readonly Problem[], reread?: ReadonlySet<string>) {
    const known = problems.get(part) ?? [];
    for (const { error, sentence } of found) {
      if (!known.some((each) => each.sentence === sentence)) log(error, sentence);
    }
    const remaining = reread ? known.filter(({ name }) => !reread.has(name)) : [];
    problems.set(part, [...remaining, ...found]);
  }

  async function readPart(db: DatabaseHandle, part: Part, { isWhole, logged }: Changes<Part>) {
    const before = last.get(part);
    const keys = isWhole ? undefined : changedKeys(part, logged);
    const rows = createRowReader(before?.rows);
    const changed = before && keys && { keys, before: before.content };
    const content = await part.read(db, rows.reader, changed);
    return { part, content, rows, reread: changed?.keys };
  }

  /** Keeps the rows for the case that they become unreadable. Without `reread`, these are all rows of the part. */
  function keep({ part, content, rows, reread }: Awaited<ReturnType<typeof readPart>>) {
    const table = part.byRow?.table ?? '';
    const kept = last.get(part)?.rows;
    if (reread && kept) replaceRows(kept, rows.values, { table, keys: reread });
    last.set(part, { content, rows: reread && kept ? kept : rows.values });
    const names = reread?.map((key) => rowName(table, key));
    report(part, rows.unreadable.map(rowProblem), names && new Set([...names, WHOLE_PART]));
  }

  /** Reads the parts in one transaction, in which `begin` finds them and reads more, or returns undefined. */
  async function readOnce<More>(
    database: Database,
    begin: (db: DatabaseHandle) => Promise<(Changes<Part> & { more: More }) | undefined>,
    { skip, onPart }: { skip: ReadonlySet<Part>; onPart(part: Part | undefined): void },
  ) {
    return database.readAside(async (db) => {
      const changes = await begin(db);
      if (!changes) return undefined;
      const read: Awaited<ReturnType<typeof readPart>>[] = [];
      for (const part of changes.parts.filter((each) => !skip.has(each))) {
        onPart(part);
        read.push(await readPart(db, part, changes));
      }
      onPart(undefined);
      return { ...changes, read };
    });
  }

  return {
    /**
     * Returns the content of the parts that `begin` finds. It is incomplete without the changed rows that are
     * unreadable and, unless it is the first, without the parts that cannot be read. Throws DatabaseUnavailableError.
     */
    async read<More>(
      database: Database,
      begin: (db: DatabaseHandle) => Promise<(Changes<Part> & { more: More }) | undefined>,
      { isFirst = false } = {},
    ): Promise<{ content: object; isComplete: boolean; more: More } | undefined> {
      const failed = new Map<Part, Error>();
      for (;;) {
        let current: Part | undefined;
        const onPart = (part: Part | undefined) => (current = part);
        try {
          const found = await readOnce(database, begin, { skip: new Set(failed.keys()), onPart });
          if (!found) return undefined;
          for (const [part, error] of failed) {
            report(part, [{ name: WHOLE_PART, error, sentence: partSentence(part) }]);
          }
          for (const each of found.read) keep(each);
          const changed = new Set(found.logged.map(({ subject, item }) => changeKey([subject, item ?? ''])));
          const isHidden = found.read.some(({ rows }) =>
            rows.unreadable.some((row) => changed.has(row.change)),
          );
          return {
            content: Object.assign({}, ...found.read.map(({ content }) => content)) as object,
            isComplete: failed.size === 0 && !isHidden,
            more: found.more,
          };
        } catch (error) {
          // Read the other parts in another transaction: PostgreSQL ends one after an error.
          if (isFirst || current === undefined || error instanceof DatabaseUnavailableError) throw error;
          failed.set(current, error as Error);
        }
      }
    },
  };
}

/** Replaces the rows of a table with these keys, some of which may no longer exist. */
function replaceRows(
  kept: ReadRows,
  read: ReadRows,
  { table, keys }: { table: string; keys: readonly string[] },
) {
  const [all, changed] = [kept.get(table), read.get(table)];
  for (const key of keys) {
    const value = changed?.get(key);
    if (value === undefined) all?.delete(key);
    else all?.set(key, value);
  }
}

/** Returns the keys of the rows of the part that the changes concern, or undefined if it may be all. */
function changedKeys(
  part: ContentPart<object>,
  logged: Changes<unknown>['logged'],
): readonly string[] | undefined {
  const concerned = logged.filter(({ subject }) => concerns(part, subject));
  const keys = new Set(concerned.map(({ subject }) => part.byRow?.keyOf(subject)));
  return keys.has(undefined) ? undefined : ([...keys] as string[]);
}

export const concerns = ({ subjects }: Pick<ContentPart<unknown>, 'subjects'>, subject: string) =>
  subjects.some((each) => (each.endsWith(':') ? subject.startsWith(each) : subject === each));

const partSentence = ({ subjects }: ContentPart<object>) =>
  `Can't read the content of ${subjects.join(', ')}. Visitors see what was read last. Run npm run admin -- check.`;

const rowProblem = ({ table, key, reason }: { table: string; key: string; reason: string }): Problem => ({
  name: rowName(table, key),
  error: new Error(reason),
  sentence: `Can't read row ${key} of table ${table}: ${reason}. Run npm run admin -- check.`,
});

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
