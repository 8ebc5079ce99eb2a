import { copyReadable } from '#server/platform/database/copy-readable.ts';
import {
  DatabaseUnavailableError,
  isDamage,
  type Database,
  type DatabaseHandle,
} from '#server/platform/database/database.ts';

/** Part of the content, which is reread when a change concerns it. */
export type ContentPart<Part> = {
  /** Change-log subjects that concern the part. One that ends with a colon is a prefix. */
  subjects: readonly string[];
  /** Tables of the part, by name. */
  tables?: Readonly<Record<string, string>>;
  /** Reads the part. Rows that `rows` cannot read keep their last value, or are left out. */
  read(db: DatabaseHandle, rows: RowReader): Promise<Part>;
};

export type Log = (error: Error, sentence: string) => void;

/** Parts to read, and the changes that concern them. */
export type Changes<Part> = {
  parts: readonly Part[];
  logged: readonly { subject: string; item: string | null }[];
};

/** Problem of a row, or of a part as a whole. */
type Problem = { error: Error; sentence: string };

/** Creates a reader of parts that survives unreadable rows and parts, and logs each of them once. */
export function createPartReader<Part extends ContentPart<object>>(log: Log) {
  /** Rows as they were read last, for the case that they become unreadable. */
  const lastRows = new Map<Part, ReadRows>();
  const problems = new Map<Part, readonly Problem[]>();

  /** Logs new problems of a part. */
  function report(part: Part, found: readonly Problem[]) {
    const known = problems.get(part) ?? [];
    for (const { error, sentence } of found) {
      if (!known.some((each) => each.sentence === sentence)) log(error, sentence);
    }
    problems.set(part, found);
  }

  return {
    /**
     * Returns the content of the parts that `begin` finds. It is incomplete without the changed rows that are
     * unreadable, and without the parts that cannot be read. The first one has what is readable of damaged parts, and
     * throws for other parts that cannot be read. Throws DatabaseUnavailableError.
     */
    async read<More>(
      database: Database,
      begin: (db: DatabaseHandle) => Promise<(Changes<Part> & { more: More }) | undefined>,
      { isFirst = false } = {},
    ): Promise<{ content: object; isComplete: boolean; more: More } | undefined> {
      const failed = new Map<Part, Error>();
      let current: Part | undefined;

      /** Reads all parts that have not failed in one transaction. */
      const readOthers = () =>
        database.readAside(async (db) => {
          current = undefined;
          const changes = await begin(db);
          if (!changes) return undefined;
          const read: { part: Part; content: object; rows: ReturnType<typeof createRowReader> }[] = [];
          for (const part of changes.parts.filter((each) => !failed.has(each))) {
            current = part;
            const rows = createRowReader(lastRows.get(part));
            read.push({ part, content: await part.read(db, rows.reader), rows });
          }
          current = undefined;
          return { ...changes, read };
        });

      for (;;) {
        try {
          const found = await readOthers();
          if (!found) return undefined;
          for (const [part, error] of failed) report(part, [{ error, sentence: partSentence(part) }]);
          const rest = isFirst
            ? await Promise.all([...failed.keys()].map((part) => readDamaged(database, part)))
            : [];
          for (const { part, rows } of found.read) {
            lastRows.set(part, rows.values);
            report(part, rows.unreadable.map(rowProblem));
          }
          const changed = new Set(found.logged.map(({ subject, item }) => changeKey([subject, item ?? ''])));
          const isHidden = found.read.some(({ rows }) =>
            rows.unreadable.some((row) => changed.has(row.change)),
          );
          return {
            content: Object.assign({}, ...found.read.map(({ content }) => content), ...rest) as object,
            // Nothing else shows more of a damaged part, so its version is the newest.
            isComplete: (isFirst || failed.size === 0) && !isHidden,
            more: found.more,
          };
        } catch (error) {
          // Read the other parts in another transaction: PostgreSQL ends one after an error.
          const isFatal = isFirst || error instanceof DatabaseUnavailableError;
          if (current === undefined || (isFatal && !isDamage(error))) throw error;
          failed.set(current, error as Error);
        }
      }
    },
  };
}

/** Reads what is readable of a part with damaged tables. */
async function readDamaged(database: Database, part: ContentPart<object>): Promise<object> {
  const copy = await copyReadable(database, Object.keys(part.tables ?? {}));
  try {
    return await part.read(copy, createRowReader().reader);
  } finally {
    await copy.destroy();
  }
}

export const concerns = ({ subjects }: Pick<ContentPart<unknown>, 'subjects'>, subject: string) =>
  subjects.some((each) => (each.endsWith(':') ? subject.startsWith(each) : subject === each));

const partSentence = ({ subjects }: ContentPart<object>) =>
  `Can't read the content of ${subjects.join(', ')}. Visitors see what was read last. Run npm run admin -- check.`;

const rowProblem = ({ table, key, reason }: UnreadableRow): Problem => ({
  error: new Error(reason),
  sentence: `Can't read row ${key} of table ${table}: ${reason}. Run npm run admin -- check.`,
});

/** Row that cannot be read, and the sentence part that says why. */
type UnreadableRow = { table: string; key: string; reason: string };

/** Calls `convert`, which throws if the row is unreadable. Returns undefined if the row counts as missing. */
export type ReadRow = <Value>(key: string | number, convert: () => Value) => Value | undefined;

/** Change that a row results from: its subject and, in a list, its item. */
type Change = readonly [subject: string, item?: string];

/** Returns the `ReadRow` of a table. `changeOf` names the change that a row results from. */
export type RowReader = (table: string, changeOf: (key: string) => Change) => ReadRow;

const changeKey = ([subject, item = '']: Change) => `${subject} ${item}`;

/** Leaves out unreadable rows. Saves use it, so that saving again repairs a list or table. */
export const readableOnly: ReadRow = (_, convert) => {
  try {
    return convert();
  } catch {
    return undefined;
  }
};

/** Values of readable rows by table and key. */
type ReadRows = Map<string, Map<string, unknown>>;

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
