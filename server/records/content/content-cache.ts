import { setTimeout as sleep } from 'node:timers/promises';
import type { ContentVersion } from '#server/platform/change.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import { isDamage, type Database, type DatabaseHandle } from '#server/platform/database/database.ts';
import { UnavailableError } from '#server/platform/errors.ts';
import { concerns, createPartReader, type ContentPart, type Log } from './part-reader.ts';

export type Snapshot<Content> = Readonly<Content & ContentVersion & { isDemo: boolean }>;

/** Content cache. Reads never wait for the database. A change reloads the parts that it concerns. */
export type ContentCache<Content> = Awaited<ReturnType<typeof openContentCache<Content>>>;

/** Delay before the next check of an unavailable database, which may send no notification when it recovers. */
const RETRY_MS = 1000;
const MISSING_INTERVAL_MS = 500;
/** Version of a snapshot before the first complete one. */
const NO_CHANGES: ContentVersion = { version: 0, epoch: '' };

/**
 * Loads the content, of a known snapshot only what has changed since, and starts watching it. Throws
 * DatabaseUnavailableError if it cannot be read.
 */
export async function openContentCache<Content>(
  database: Database,
  parts: readonly ContentPart<Partial<Content>>[],
  log: Log,
  known?: Snapshot<Content>,
) {
  const partReader = createPartReader<(typeof parts)[number]>(log);
  let snapshot = known ?? ({} as Snapshot<Content>);
  /** Newest version that was read. Exceeds that of the snapshot while it lacks a change. */
  let newestRead: ContentVersion = { version: -1, epoch: '' };
  let available = true;
  let checkedAt = performance.now();
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  let lastRefresh = Promise.resolve(true);
  /** Refresh that has not started, shared by all callers. */
  let pending: Promise<boolean> | undefined;
  const checks: (() => void)[] = [];
  const listeners: { listener: () => void; part: keyof Content | undefined }[] = [];

  /** Replaces the snapshot if there are changes. Returns true if it has them all. */
  async function reload(options?: { isFirst: boolean }): Promise<boolean> {
    clearTimeout(retry);
    const began = performance.now();
    const found = await partReader
      .read(database, (db) => findChanges(db, snapshot, parts, log), options)
      .catch((error: Error) => {
        if (!options?.isFirst || !isDamage(error)) throw error;
        log(error, 'The change log is damaged. Run npm run admin -- check.');
        return partReader.read(database, readAll, options);
      });
    available = true;
    checkedAt = began;
    if (!found) return true;
    const { content, isComplete, more } = found;
    const isNew = isComplete || more.version !== newestRead.version || more.epoch !== newestRead.epoch;
    newestRead = more;
    // Keep the version until all changes show: a save that is based on outdated content must conflict.
    const { version, epoch } = isComplete ? more : { ...NO_CHANGES, ...snapshot };
    if (isNew) replaceSnapshot({ ...snapshot, ...content, ...more, version, epoch });
    return isComplete;
  }

  /** Finds all parts, and the newest version of a damaged change log unless its end is damaged, too. */
  async function readAll(db: DatabaseHandle) {
    const newest = await createChangeLogStore(db)
      .contentVersion()
      .catch(() => NO_CHANGES);
    return { parts, logged: [], more: { ...newest, isDemo: false } };
  }

  async function tryToReload(): Promise<boolean> {
    try {
      return await reload();
    } catch (error) {
      // Log the transition to unavailable, not every failed refresh.
      if (available) log(error as Error, "The database isn't responding.");
      available = false;
      if (!closed) retry = setTimeout(() => void refresh(), RETRY_MS).unref();
      return false;
    }
  }

  function replaceSnapshot(next: Snapshot<Content>) {
    const before = snapshot;
    snapshot = next;
    for (const { listener, part } of listeners) {
      if (part !== undefined && before[part] === next[part]) continue;
      try {
        listener();
      } catch (error) {
        // Continue with the other listeners. The database is still available.
        log(error as Error, 'A step failed after a content change.');
      }
    }
  }

  // Wait for a refresh that has not started: a running one may have read before the caller's write.
  async function refresh(): Promise<boolean> {
    pending ??= lastRefresh.then(() => {
      pending = undefined;
      return tryToReload();
    });
    lastRefresh = pending;
    return pending;
  }

  /** Refresh for missing content that has not started, shared by all callers. */
  let pendingForMissing: Promise<void> | undefined;
  let nextForMissing = 0;

  async function refreshForMissing(): Promise<void> {
    if (!available) return;
    pendingForMissing ??= (async () => {
      await sleep(Math.max(0, nextForMissing - performance.now()));
      pendingForMissing = undefined;
      nextForMissing = performance.now() + MISSING_INTERVAL_MS;
      await refresh();
    })();
    await pendingForMissing;
  }

  await reload(known ? undefined : { isFirst: true });
  const stopWatching = database.watch(() => {
    void refresh();
    for (const check of checks) check();
  });

  return {
    /** Returns the current snapshot, or the last known one while the database is unavailable. */
    snapshot: () => snapshot,

    /** Returns the epoch of a version, or '' if it cannot be read. */
    async epochAt(version: number): Promise<string> {
      if (version === snapshot.version) return snapshot.epoch;
      // The change is saved, so the response must not fail.
      return database.read((db) => createChangeLogStore(db).epochAt(version)).catch(() => '');
    },

    /** Returns false from a failed refresh until the next successful one. */
    isAvailable: () => available,

    /** Returns the seconds since the last successful check while the database is unavailable, otherwise undefined. */
    age: () => (available ? undefined : Math.round((performance.now() - checkedAt) / 1000)),

    /**
     * Refreshes like `refresh`, at most every half second for all callers. Call it for what another process may have
     * just written. Returns immediately while the database is unavailable.
     */
    refreshForMissing,

    /** Reloads what has changed. Call it after every write. Never throws. */
    async refresh(): Promise<void> {
      await refresh();
    },

    /**
     * Runs a change in a transaction, and reloads the content before it resolves. Throws UnavailableError if the change
     * is saved but not in the snapshot, unless it is not public.
     */
    async write<Saved>(work: (db: DatabaseHandle) => Promise<Saved>, { isPublic = true } = {}) {
      const saved = await database.write(work);
      const isVisible = await refresh();
      if (isPublic && !isVisible) throw notVisible();
      return saved;
    },

    /** Calls `listener` synchronously after each change, or those of `part`, so that no request uses outdated caches. */
    onChange: (listener: () => void, part?: keyof Content) => void listeners.push({ listener, part }),

    /** Calls `check` when another process may have written, also what is not content. */
    onCheck: (check: () => void) => void checks.push(check),

    async close(): Promise<void> {
      closed = true;
      clearTimeout(retry);
      await stopWatching();
      await lastRefresh;
    },
  };
}

/** Finds what has changed since the snapshot. Returns undefined if its version is the newest. */
async function findChanges<Content>(
  db: DatabaseHandle,
  snapshot: Snapshot<Content>,
  parts: readonly ContentPart<Partial<Content>>[],
  log: Log,
) {
  const changeLog = createChangeLogStore(db);
  const { version, epoch } = await changeLog.contentVersion();
  if (version === snapshot.version && epoch === snapshot.epoch) return undefined;
  // Otherwise, the log has another history: that of a restored backup, or of a standby that lacks the last changes.
  const isNewer = version > snapshot.version && (await changeLog.contains(snapshot));
  const logged = isNewer ? await changeLog.listChangedSince(snapshot.version) : undefined;
  const checkpoint = logged ? undefined : await changeLog.checkpoint();
  if (checkpoint?.unreadable) {
    log(new Error(checkpoint.unreadable), `${checkpoint.unreadable} Run npm run admin -- check.`);
  }
  // Without demo content, only new demo content adds some. The query is slow if it finds none.
  const mayHaveDemo = !logged || snapshot.isDemo || logged.some(({ origin }) => origin === 'demo');
  const more = { version, epoch, isDemo: mayHaveDemo && (await changeLog.hasDemoContent()) };
  if (!logged) return { parts, logged: [], more };
  const concerned = logged.map(({ subject }) => parts.filter((part) => concerns(part, subject)));
  // An unknown subject, such as that of a restore, may concern anything.
  const isKnown = concerned.every(({ length }) => length > 0);
  return { parts: isKnown ? [...new Set(concerned.flat())] : parts, logged, more };
}

const notVisible = () =>
  new UnavailableError('not-visible-yet', "Saved, but visitors don't see it yet. Try again in a minute.", 5);
