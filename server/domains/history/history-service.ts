import { isDeepStrictEqual } from 'node:util';
import { escapeText } from 'entities/escape';
import {
  HISTORY_PAGE_ENTRIES,
  type HistoryCsvQuery,
  type HistoryEntry,
  type HistoryPage,
} from '#contract/history.ts';
import { isCommand, SCHEDULED, type Author, type LogEntry } from '#server/platform/change.ts';
import {
  entryId,
  createChangeLogStore,
  type ChangeLogStore,
} from '#server/records/change-log/change-log-store.ts';
import { databaseTime } from '#server/platform/database/transaction.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { ConflictError, NotFoundError, ValidationError } from '#server/platform/errors.ts';
import { parseCents, parseDollars, parseEighths } from '#shared/bid-prices.ts';
import { startOfDay } from '#server/platform/local-minute.ts';
import { addDays, isCalendarDay } from '#shared/date-time.ts';
import type { HistorySetting, ParsedEntry } from '#server/records/history.ts';
import type { Based } from '#server/records/saved.ts';
import {
  createHistoryStore,
  NEWEST,
  type HistoryFilter,
  type WordSearch,
} from '#server/records/history-store.ts';
import type { ItemHistories } from './item-histories.ts';
import { parseEntry, presentEntry, textsOf, whyNot } from './present-entry.ts';
import { readContext } from './read-context.ts';

/** Time after which a search returns what it has found. */
const SEARCH_MS = 20;
const CSV_PAGE_ENTRIES = 500;

/** Most changes to restore together, above those of the largest save. */
const RESTORED_TOGETHER_MAX = 5000;

type Parts<RestoreParts = never> = {
  histories: ItemHistories<RestoreParts>;
  database: Database;
  site: () => HistorySetting['site'];
  deletedImageDays: number;
  now: () => Date;
};

type PageQuery = { filters: HistoryCsvQuery; below: number; limit: number };
type Found = { entries: readonly LogEntry[]; search: string | undefined };

export type HistoryService = ReturnType<typeof createHistoryService>;

/** Creates the service. `restoreParts` are what the restore of some items also needs. */
export function createHistoryService<RestoreParts>({
  content,
  files,
  restoreParts,
  ...parts
}: Parts<RestoreParts> & {
  content: Pick<ContentCache<object>, 'write'>;
  files: Pick<FileStore, 'find'>;
  restoreParts: () => RestoreParts;
}) {
  const { database, histories, site, deletedImageDays, now } = parts;
  const list = (
    filters: HistoryCsvQuery,
    { cursor, limit = HISTORY_PAGE_ENTRIES }: { cursor?: string | undefined; limit?: number } = {},
  ) => database.read((db) => readPage(db, parts, { filters, below: Number(cursor ?? NEWEST), limit }));
  return {
    list,

    /** Yields all matching entries in pages, newest first. Each page is read when it is requested. */
    async *pages(filters: HistoryCsvQuery): AsyncGenerator<HistoryEntry[]> {
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page: HistoryPage = await list(filters, { cursor, limit: CSV_PAGE_ENTRIES });
        yield page.entries;
        cursor = page.next;
      }
    },

    /**
     * Restores the values before one change, or before all changes of one save, as changes of `author`. Throws
     * NotFoundError for an unknown change, ConflictError if it cannot be restored, and like the items' own saves.
     */
    async restore(author: Author, { changes, baseVersion }: { changes: string } & Based) {
      const { entries, files: needed } = await database.read((db) => findRestorable(db, parts, changes));
      for (const { key, lost } of needed) {
        if (!(await files.find(key))) throw lost();
      }
      const [first = ''] = changes.split('..');
      return content.write(async (db) => {
        const changeLog = createChangeLogStore(db);
        const before = await changeLog.version();
        const demo = await findDemoSubjects(db, entries);
        const isEnd = author.origin.startsWith(SCHEDULED);
        const origin = `${isEnd ? author.origin : 'restore'}:${first}`;
        const undoing = { ...restoreParts(), db, entries, baseVersion };
        const setting = { site: site(), now: await databaseTime(db, now), deletedImageDays };
        await histories.restore({ ...author, origin } as Author, undoing, setting);
        const version = await changeLog.version();
        await markDemo(changeLog, demo);
        return { version: await changeLog.version(), changed: version > before };
      });
    },

    /** Returns what has changed after a version, oldest first, in the caller's transaction. */
    async itemsSince(db: DatabaseHandle, version: number): Promise<HistoryEntry['item'][]> {
      const above = { above: version, limit: RESTORED_TOGETHER_MAX };
      const { entries } = await createHistoryStore(db).list({}, above);
      const presented = await present(db, parts, { entries, search: undefined });
      return presented.map(({ entry }) => entry.item).toReversed();
    },

    async listPeople(): Promise<string[]> {
      const authors = await database.read((db) => createHistoryStore(db).listPeople());
      return authors.filter((name) => !isCommand(name));
    },
  };
}

/** Returns changes and the files that their restore needs. Throws ConflictError if one cannot be restored. */
async function findRestorable(db: DatabaseHandle, parts: Parts, changes: string) {
  const entries = (await findChanges(db, changes)).map(parseEntry);
  const context = await readContext(db, entries, { ...parts, site: parts.site() });
  for (const entry of entries) {
    const reason = whyNot(entry, context);
    if (reason !== undefined) throw cannotRestore(reason);
  }
  const files = entries.flatMap((entry) => {
    const needed = parts.histories.find(entry.subject)?.files;
    return needed ? needed.of(entry, context).map((key) => ({ key, lost: needed.lost })) : [];
  });
  return { entries, files };
}

/** Returns the entries of a change or a save, newest first. Throws NotFoundError if one of the ids is unknown. */
async function findChanges(db: DatabaseHandle, changes: string): Promise<LogEntry[]> {
  const ids = changes.split('..');
  const [first = 0, last = first] = ids.map((id) => Number.parseInt(id, 10));
  if (last - first >= RESTORED_TOGETHER_MAX) throw cannotRestore(SEVERAL_SAVES);
  const between = { above: first - 1, below: last + 1, limit: RESTORED_TOGETHER_MAX };
  const { entries } = await createHistoryStore(db).list({}, between);
  const known = new Set([entries.at(-1), entries[0]].map((entry) => entry && entryId(entry)));
  if (!ids.every((id) => known.has(id))) {
    throw new NotFoundError(
      'no-such-change',
      "This change isn't in the history. Reload the page.",
      '/changes',
    );
  }
  const isOneSave = entries.every(
    ({ origin, author }) => origin === entries[0]?.origin && author === entries[0].author,
  );
  if (!isOneSave) throw cannotRestore(SEVERAL_SAVES);
  return entries;
}

/** Returns the subjects that were demo content until these entries removed them, and have no other later ones. */
async function findDemoSubjects(db: DatabaseHandle, entries: readonly ParsedEntry[]): Promise<string[]> {
  const history = createHistoryStore(db);
  const found: string[] = [];
  for (const [subject, own] of Map.groupBy(entries, (entry) => entry.subject)) {
    if (!own.every(({ after }) => isEmpty(after))) continue;
    const first = Math.min(...own.map(({ version }) => version));
    const before = await history.list({ subjects: [subject] }, { below: first, limit: 1 });
    const since = await history.list({ subjects: [subject] }, { above: first - 1, limit: own.length + 1 });
    if (before.entries[0]?.origin === 'demo' && since.entries.length === own.length) found.push(subject);
  }
  return found;
}

/** Returns whether nothing is left of a value: a text, a row of a list, or the rows of a table. */
const isEmpty = (after: unknown) =>
  after === null || after === '' || (after as { rows?: unknown[] }).rows?.length === 0;

/** Logs restored demo content as demo content, so that it is shown as such and can be removed again. */
async function markDemo(changeLog: ChangeLogStore, subjects: readonly string[]): Promise<void> {
  for (const subject of subjects) {
    const newest = await changeLog.findNewest(subject);
    if (!newest || newest.after === null) continue;
    const { item } = newest;
    // A change of a row holds its fields without its position.
    const { position: _, ...row } = newest.after as Record<string, unknown>;
    const after = item === null ? newest.after : row;
    await changeLog.append({ author: { origin: 'demo' }, subject, item, before: after, after });
  }
}

const SEVERAL_SAVES = 'Restore the changes of one save at a time.';
const cannotRestore = (reason: string) => new ConflictError('cannot-restore', reason);

async function readPage(db: DatabaseHandle, parts: Parts, { filters, below: newest, limit }: PageQuery) {
  const until = performance.now() + SEARCH_MS;
  const history = createHistoryStore(db);
  const filter = await toFilter(db, parts, filters);
  const bounds = await history.findBounds(filter);
  const found: { version: number; entry: HistoryEntry }[] = [];
  const page = (next: number | null, searchedTo: string | null): HistoryPage => ({
    entries: found.slice(0, limit).map(({ entry }) => entry),
    next: next === null ? null : String(next),
    searchedTo,
  });
  if (!bounds) return page(null, null);
  const { above } = bounds;
  let below = Math.min(newest, bounds.below);
  for (;;) {
    // One more than the page shows whether there is another page.
    const wanted = limit + 1 - found.length;
    const { entries, examinedTo } = await history.list(filter, { above, below, limit: wanted });
    found.push(...(await present(db, parts, { entries, search: filters.search })));
    below = entries.length === wanted ? (entries.at(-1)?.version ?? below) : examinedTo + 1;
    const last = found[limit - 1];
    if (found.length > limit && last) return page(last.version, last.entry.at);
    if (below <= above + 1) return page(null, null);
    if (performance.now() > until) {
      const { entries: searched } = await history.list({}, { below: below + 1, limit: 1 });
      return page(below, searched[0]?.at ?? null);
    }
  }
}

/**
 * Presents entries, without those in which only stored values that no screen shows contain the text, and without those of
 * `markDemo`, which change nothing.
 */
async function present(db: DatabaseHandle, parts: Parts, { entries, search = '' }: Found) {
  if (entries.length === 0) return [];
  const parsed = entries.map(parseEntry);
  const context = await readContext(db, parsed, { ...parts, site: parts.site() });
  const words = wordsOf(search);
  return parsed.flatMap((entry) => {
    const presented = presentEntry(entry, context);
    const { item, author, before, after } = presented;
    const text = [item.name, author ?? '', ...textsOf(before), ...textsOf(after)].join('\n').toLowerCase();
    const isMark = entry.origin === 'demo' && isDeepStrictEqual(entry.before, entry.after);
    const isFound = !isMark && words.every((word) => text.includes(word));
    return isFound ? { version: entry.version, entry: presented } : [];
  });
}

async function toFilter(
  db: DatabaseHandle,
  parts: Parts,
  { person, kind, item, subjects, from, to, search }: HistoryCsvQuery,
): Promise<HistoryFilter> {
  const { timeZone } = parts.site();
  const [subject, row] = splitItem(item);
  return {
    ...(kind && { [kind === 'other' ? 'otherHeads' : 'heads']: parts.histories.headsOf(kind) }),
    person,
    subjects: subject === undefined ? subjects?.split(',') : [subject],
    item: row,
    from: from === undefined ? undefined : new Date(startOfDay(dayOf(from, '/from'), timeZone)),
    to: to === undefined ? undefined : new Date(startOfDay(addDays(dayOf(to, '/to'), 1), timeZone)),
    search: search ? await toSearch(db, parts, search) : undefined,
  };
}

const wordsOf = (search: string) => search.toLowerCase().split(/\s+/).filter(Boolean);

function splitItem(item: string | undefined): [subject?: string, row?: string] {
  if (item === undefined) return [];
  const slash = item.indexOf('/');
  return slash === -1 ? [item] : [item.slice(0, slash), item.slice(slash + 1)];
}

/** Throws ValidationError for a day that does not exist. */
function dayOf(day: string, path: string): string {
  if (isCalendarDay(day)) return day;
  throw new ValidationError('invalid', 'Use a date, such as 2026-11-20.', path);
}

/** Words that the database looks for. Presenting what it finds leaves out entries without the others. */
const DATABASE_WORDS = 4;

async function toSearch(db: DatabaseHandle, { histories, site }: Parts, search: string) {
  const rows = await Promise.all(histories.list.map((own) => histories.rowNames(db, own)));
  const names = { subjects: [...histories.fixedNames(site())], items: rows.flat() };
  const longestFirst = wordsOf(search).toSorted((one, other) => other.length - one.length);
  return longestFirst.slice(0, DATABASE_WORDS).map((word) => toWordSearch(word, names));
}

type Named = readonly [id: string, name: string][];

/** Returns the forms in which the log can contain a word, and what has a name that contains it. */
function toWordSearch(text: string, names: { subjects: Named; items: Named }): WordSearch {
  const numbers = [parseDollars(text), parseCents(text), parseEighths(text)].filter(
    (number) => number !== undefined,
  );
  const idsOf = (named: Named) =>
    named.flatMap(([id, name]) => (name.toLowerCase().includes(text) ? id : []));
  return {
    needles: [
      ...new Set([text, escapeText(text)].map((each) => JSON.stringify(each).slice(1, -1))),
      ...numbers.map(String),
    ],
    subjects: idsOf(names.subjects),
    items: idsOf(names.items),
  };
}
