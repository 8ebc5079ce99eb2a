import { StorageFullError } from '#server/platform/errors.ts';
import { DatabaseUnavailableError, isDamage, UNAVAILABLE_REASONS, type Database } from './database.ts';

/** Limits the lines about an access that fails again and again. */
const LOG_EVERY_MS = 60_000;

/** First of the accesses that fail, in ISO 8601, and why, in words that end a sentence. */
export type AccessFailure = { since: string; because: string };

/** What is wrong with the database, as the accesses of this server and the integrity check have found it. */
export type DatabaseHealth = ReturnType<typeof watchAccess>['health'];

/** Health of a database that nothing watches. */
export const UNWATCHED: DatabaseHealth = {
  failure: () => undefined,
  damage: () => undefined,
  setDamage: () => undefined,
  sentence: () => undefined,
};

/**
 * Watches reads and writes until one succeeds: only a write ends a failure of writes. Logs the first failure, a change of
 * its reason, and the end, at most one failure per minute.
 */
export function watchAccess(
  database: Database,
  log: { fail(error: unknown, sentence: string): void; note(sentence: string): void },
) {
  let failure: (AccessFailure & { isRead: boolean }) | undefined;
  let damage: string | undefined;
  let logged: string | undefined;
  let loggedAt = -Infinity;

  function onFailure(error: DatabaseUnavailableError | StorageFullError, isRead: boolean) {
    const isFull = error instanceof StorageFullError;
    const because = isFull ? "the server's disk is full" : UNAVAILABLE_REASONS[error.reason];
    if (isDamage(error)) damage ??= error.message;
    const { since = new Date().toISOString(), isRead: wasRead = true } = failure ?? {};
    failure = { since, because, isRead: isRead && wasRead };
    if (logged === because || performance.now() - loggedAt < LOG_EVERY_MS) return;
    logged = because;
    loggedAt = performance.now();
    if (isFull) log.fail(error.cause, 'The disk is full. Free some space.');
    else log.fail(error, `Saves, sign-ins, or the editor fail because ${because}.`);
  }

  function onSuccess(isRead: boolean) {
    if (!failure || (isRead && !failure.isRead)) return;
    failure = undefined;
    if (logged !== undefined) log.note('Saves, sign-ins, and the editor work again.');
    logged = undefined;
  }

  async function watch<Result>(access: () => Promise<Result>, isRead = false): Promise<Result> {
    try {
      const result = await access();
      onSuccess(isRead);
      return result;
    } catch (error) {
      if (error instanceof DatabaseUnavailableError || error instanceof StorageFullError)
        onFailure(error, isRead);
      throw error;
    }
  }

  const watched: Database = {
    ...database,
    read: (work) => watch(() => database.read(work), true),
    write: (work) => watch(() => database.write(work)),
    writeAside: (work) => watch(() => database.writeAside(work)),
  };
  const health = {
    failure: (): AccessFailure | undefined => failure,
    /** Returns the damage of the database file in technical words. */
    damage: () => damage,
    /** Records the result of an integrity check. */
    setDamage: (found: string | undefined) => void (damage = found),
    /** Returns a message for administrators, or undefined if all is well. */
    sentence(): string | undefined {
      if (failure)
        return `We can't save right now because ${failure.because}. Tell the person who runs your website.`;
      return damage === undefined ? undefined : DAMAGED;
    },
  };
  return { database: watched, health };
}

const DAMAGED =
  'Part of the database is damaged, so something may be missing. Tell the person who runs your website.';
