import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { LogEntry } from '#server/platform/change.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { distinctValues } from '#server/platform/database/distinct-values.ts';

/** Characters of a subject that tell its kind. Migration 0013 indexes them. */
const HEAD_LENGTH = 6;
export const headOf = (subject: string) => subject.slice(0, HEAD_LENGTH);

/** Above all versions. */
export const NEWEST = 2 ** 31 - 1;
/** Entries that one statement examines at most for filters without an index. */
const WINDOW_ENTRIES = 2000;
/** Entries around a time that are also compared with it, because a corrected clock can go back. */
const CLOCK_SLACK = 500;

export type HistoryFilter = {
  /** Starts of subjects. */
  heads?: readonly string[] | undefined;
  /** Starts of subjects to leave out. */
  otherHeads?: readonly string[] | undefined;
  person?: string | undefined;
  subjects?: readonly string[] | undefined;
  item?: string | undefined;
  from?: Date | undefined;
  /** Excluded. */
  to?: Date | undefined;
  /** Words that an entry must all contain. */
  search?: readonly WordSearch[] | undefined;
};

/** Texts to find, in lower case, and what has a name that contains the text. */
export type WordSearch = {
  needles: readonly string[];
  subjects: readonly string[];
  items: readonly string[];
};

type Condition = RawBuilder<SqlBool>;

export type HistoryStore = ReturnType<typeof createHistoryStore>;

export function createHistoryStore(db: DatabaseHandle) {
  /** Returns the version at the end of the order by time, or undefined if no entry is within the bound. */
  async function findVersion(bound: Condition, direction: 'asc' | 'desc'): Promise<number | undefined> {
    const row = await db
      .selectFrom('change_log')
      .select('version')
      .where(bound)
      .orderBy('at', direction)
      .limit(1)
      .executeTakeFirst();
    return row?.version;
  }

  return {
    /** Returns the versions between which the entries of a time are, both excluded; undefined if there are none. */
    async findBounds({ from, to }: HistoryFilter): Promise<{ above: number; below: number } | undefined> {
      const first = from && (await findVersion(sql`at >= ${from.toISOString()}`, 'asc'));
      const last = to && (await findVersion(sql`at < ${to.toISOString()}`, 'desc'));
      if ((from && first === undefined) || (to && last === undefined)) return undefined;
      return {
        above: first === undefined ? 0 : first - 1 - CLOCK_SLACK,
        below: last === undefined ? NEWEST : last + 1 + CLOCK_SLACK,
      };
    },

    /**
     * Returns the newest matching entries between two versions. Examines a bounded number of entries: those above
     * `examinedTo`, which is `above` if they are all.
     */
    async list(
      filter: HistoryFilter,
      { above: from = 0, below: to = NEWEST, limit }: { above?: number; below?: number; limit: number },
    ): Promise<{ entries: LogEntry[]; examinedTo: number }> {
      // PostgreSQL rejects larger numbers than the column can have.
      const [above, below] = [Math.min(from, NEWEST), Math.min(to, NEWEST)];
      const { indexed, others } = conditionsOf(filter);
      // Each index yields its newest entries in order, which no database does for several conditions together.
      const newest = (columns: RawBuilder<unknown>, condition: Condition, count: number) => sql`
        select ${columns} from change_log
        where ${condition} and version > ${above} and version < ${below}
        order by version desc limit ${count}`;
      const newestVersions = (count: number) => sql`
        select version from (${sql.join(
          indexed.map((condition) => sql`select version from (${newest(VERSION, condition, count)}) as part`),
          sql` union all `,
        )}) as parts order by version desc limit ${count}`;
      if (others.length === 0) {
        const versions = await readVersions(db, newestVersions(limit + 1));
        return {
          entries: await listVersions(db, versions.slice(0, limit)),
          examinedTo: versions[limit] ?? above,
        };
      }
      const [next] = await readVersions(
        db,
        sql`${newestVersions(WINDOW_ENTRIES + 1)} offset ${WINDOW_ENTRIES}`,
      );
      const found = sql`version, (${sql.join(others, sql` and `)}) as found`;
      const [only, ...more] = indexed;
      // Compare the newest entries of all indexes together, not those of each index.
      const examined =
        only && more.length === 0
          ? newest(found, only, WINDOW_ENTRIES)
          : sql`select ${found} from change_log where version in (${newestVersions(WINDOW_ENTRIES)})`;
      const versions = await readVersions(
        db,
        sql`select version from (${examined}) as examined where found order by version desc limit ${limit}`,
      );
      return { entries: await listVersions(db, versions), examinedTo: next ?? above };
    },

    async listPeople(): Promise<string[]> {
      const { rows } = await distinctValues('change_log', 'author').execute(db);
      return rows.map(({ value }) => value);
    },

    /** Returns the first or last entry of each subject, or of each row. */
    async listEnds(end: 'first' | 'last', values: readonly string[], column: 'subject' | 'item' = 'subject') {
      if (values.length === 0) return [];
      const version = end === 'first' ? sql`min(version)` : sql`max(version)`;
      // Without `group by`, for which both databases would read the whole index.
      const versions = values.map(
        (value) => sql`(select ${version} from change_log where ${sql.ref(column)} = ${value})`,
      );
      return db
        .selectFrom('change_log')
        .selectAll()
        .where(sql<SqlBool>`version in (${sql.join(versions)})`)
        .execute();
    },

    /**
     * Returns the values before the changes of subjects after a time, newest first. Leaves out old changes that were
     * logged while the clock was ahead.
     */
    async listBeforeAfter(subjects: readonly string[], at: string) {
      if (subjects.length === 0) return [];
      const last = await findVersion(sql`at <= ${at}`, 'desc');
      // No index has subjects and times, so both databases would read all entries of the subjects.
      const above = (last ?? 0) - CLOCK_SLACK;
      return db
        .selectFrom('change_log')
        .select(['subject', 'at', 'before'])
        .where('subject', 'in', subjects)
        .where('version', '>', above)
        .where('at', '>', at)
        .orderBy('version', 'desc')
        .execute();
    },
  };
}

async function readVersions(db: DatabaseHandle, statement: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await (statement as RawBuilder<{ version: number }>).execute(db);
  return rows.map(({ version }) => version);
}

async function listVersions(db: DatabaseHandle, versions: readonly number[]): Promise<LogEntry[]> {
  if (versions.length === 0) return [];
  return db
    .selectFrom('change_log')
    .selectAll()
    .where('version', 'in', versions)
    .orderBy('version', 'desc')
    .execute();
}

/** Keeps both databases from using the index of subjects, which has far more entries than that of items. */
const ofSubjects = (subjects: readonly string[]): Condition => sql`subject || '' in (${sql.join(subjects)})`;

/** As migration 0013 indexes it. */
const startsWith = (head: string): Condition => sql`substr(subject, 1, 6) = ${head}`;

const VERSION = sql.ref('version');

/** Not a condition of the version, which SQLite would prefer to the other ones of it. */
const ALL: Condition = sql`1 = 1`;

/** Each entry matches one of the `indexed` conditions and all `others`. */
function conditionsOf({ heads, otherHeads, person, subjects, item, from, to, search = [] }: HistoryFilter): {
  indexed: Condition[];
  others: Condition[];
} {
  const byPerson = person !== undefined && sql<SqlBool>`author = ${person}`;
  const others: Condition[] = [];
  if (from) others.push(sql`at >= ${from.toISOString()}`);
  if (to) others.push(sql`at < ${to.toISOString()}`);
  others.push(...search.map(searchCondition));
  for (const head of otherHeads ?? []) others.push(sql`not ${startsWith(head)}`);
  if (item !== undefined && subjects) others.push(ofSubjects(subjects));
  if (subjects && heads) others.push(sql`(${sql.join(heads.map(startsWith), sql` or `)})`);
  const indexed =
    item !== undefined
      ? [sql<SqlBool>`item = ${item}`]
      : (subjects?.map((subject) => sql<SqlBool>`subject = ${subject}`) ?? heads?.map(startsWith));
  if (indexed) return { indexed, others: byPerson ? [...others, byPerson] : others };
  return { indexed: [byPerson || ALL], others };
}

function searchCondition({ needles, subjects, items }: WordSearch): Condition {
  const patterns = needles.map((needle) => `%${needle.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  return sql`(${sql.join(
    [
      ...patterns.flatMap((pattern) =>
        ['before', 'after', 'author'].map(
          (column) => sql`lower(${sql.ref(column)}) like ${pattern} escape ${sql.lit('\\')}`,
        ),
      ),
      ...(subjects.length > 0 ? [sql`subject in (${sql.join(subjects)})`] : []),
      ...(items.length > 0 ? [sql`item in (${sql.join(items)})`] : []),
    ],
    sql` or `,
  )})`;
}
