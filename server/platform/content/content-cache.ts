import { createChangeLogStore } from '#server/platform/change-log/change-log-store.ts';
import type { Database, DatabaseHandle } from '#server/platform/database/database.ts';

export type Snapshot<Content> = Readonly<Content & { version: number; isDemo: boolean }>;

/** Content cache. Reads never wait for the database. Every change reloads everything, because content is small. */
export type ContentCache<Content> = {
  /** Current snapshot, or the last known one while the database is unavailable. */
  snapshot(): Snapshot<Content>;
  /** False from a failed refresh until the next successful one. */
  isAvailable(): boolean;
  /** Reloads the content if the version has changed. Call it after every write. Never throws. */
  refresh(): Promise<void>;
  /** Runs a change in a transaction, and reloads the content before it resolves. */
  write<Saved>(work: (db: DatabaseHandle) => Promise<Saved>): Promise<Saved>;
  /** Calls `listener` synchronously after each change, so that no request uses outdated caches. */
  onChange(listener: () => void): void;
  close(): Promise<void>;
};

type Log = (error: Error, sentence: string) => void;

/** Loads the content with `read` and starts watching it. Throws DatabaseUnavailableError if it cannot be read. */
export async function openContentCache<Content>(
  database: Database,
  read: (db: DatabaseHandle) => Promise<Content>,
  log: Log,
): Promise<ContentCache<Content>> {
  let snapshot = await database.read(readSnapshot);
  let available = true;
  let lastRefresh = Promise.resolve();
  /** Refresh that has not started, shared by all callers. */
  let pending: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  async function readSnapshot(db: DatabaseHandle): Promise<Snapshot<Content>> {
    const changeLog = createChangeLogStore(db);
    return {
      ...(await read(db)),
      version: await changeLog.version(),
      isDemo: await changeLog.hasDemoContent(),
    };
  }

  async function reload() {
    try {
      const next = await database.read(async (db) =>
        (await createChangeLogStore(db).version()) === snapshot.version ? undefined : readSnapshot(db),
      );
      available = true;
      if (next) replaceSnapshot(next);
    } catch (error) {
      // Log the transition to unavailable, not every failed refresh.
      if (available) log(error as Error, "The database isn't responding.");
      available = false;
    }
  }

  function replaceSnapshot(next: Snapshot<Content>) {
    snapshot = next;
    for (const listener of listeners) {
      try {
        listener();
      } catch (error) {
        // Continue with the other listeners. The database is still available.
        log(error as Error, 'A step failed after a content change.');
      }
    }
  }

  // Wait for a refresh that has not started: a running one may have read before the caller's write.
  async function refresh(): Promise<void> {
    pending ??= lastRefresh.then(() => {
      pending = undefined;
      return reload();
    });
    lastRefresh = pending;
    return pending;
  }

  const stopWatching = database.watch(() => void refresh());

  return {
    snapshot: () => snapshot,
    isAvailable: () => available,
    refresh,
    async write(work) {
      const saved = await database.write(work);
      await refresh();
      return saved;
    },
    onChange: (listener) => void listeners.add(listener),
    async close() {
      await stopWatching();
      await lastRefresh;
    },
  };
}
