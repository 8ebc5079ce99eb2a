import { createBrowserStorage, type BrowserStorage } from '#app/browser/browser-storage.ts';

const KEY = 'scalehouse-put-off';
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Times in epoch milliseconds until which entries are hidden on this device, by id. */
export type PutOff = Readonly<Record<string, number>>;

/** Returns what is put off. An end more than a week away is from a wrong clock. */
export function findPutOff(now = Date.now(), storage: BrowserStorage = createBrowserStorage()): PutOff {
  try {
    const ends = Object.entries(JSON.parse(storage.find(KEY) ?? '{}') as object) as [string, unknown][];
    return Object.fromEntries(
      ends.filter(
        (entry): entry is [string, number] =>
          typeof entry[1] === 'number' && entry[1] > now && entry[1] <= now + WEEK_MS,
      ),
    );
  } catch {
    return {};
  }
}

/** Puts something off for a week, or takes that back. Returns all that is put off. */
export function putOff(
  id: string,
  { isUndone = false, now = Date.now(), storage = createBrowserStorage() } = {},
): PutOff {
  const { [id]: _, ...others } = findPutOff(now, storage);
  const next = isUndone ? others : { ...others, [id]: now + WEEK_MS };
  storage.save(KEY, JSON.stringify(next));
  return next;
}
