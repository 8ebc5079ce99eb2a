import { undeleteCutoff, type UndeleteTime } from '#server/domains/images/change-image.ts';
import { imageStores, type StoredImage } from '#server/domains/images/image-store.ts';
import { imageIdOf, imageSubject, type LoggedImage } from '#server/domains/images/save-image.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { parseValue } from '#server/platform/database/stored-values.ts';
import { calendarDay, formatDate } from '#shared/date-time.ts';
import { createHistoryStore } from './history-store.ts';

/** Whether the files that an image had are used, are kept until a time, or were purged, at or after a time if known. */
export type FileState =
  | { state: 'used' }
  | { state: 'kept'; until: Date }
  | { state: 'purged'; at?: Date | undefined; after?: Date | undefined };

type Files = { revision?: string | undefined; crop?: string | undefined };

const isSame = (one: Files, other: Files) => one.revision === other.revision && one.crop === other.crop;

/** Reads which files of images exist. Follows the rules of `collectGarbage`. */
export async function readKeptImages(
  db: DatabaseHandle,
  ids: readonly string[],
  time: UndeleteTime,
): Promise<{
  images: ReadonlyMap<string, StoredImage>;
  /** Returns the state of the files of a logged image, which a change at `replacedAt` replaced. */
  stateOf(id: string, logged: LoggedImage, replacedAt?: string): FileState;
}> {
  const history = createHistoryStore(db);
  const images = new Map((await imageStores(db).images.listByIds(ids)).map((image) => [image.id, image]));
  const gone = ids.filter((id) => !images.has(id)).map(imageSubject);
  const purges = new Map(
    (await history.listNewest(gone)).flatMap(({ subject, at, origin }) =>
      origin === 'clock' ? [[imageIdOf(subject) ?? '', at]] : [],
    ),
  );
  const cutoff = undeleteCutoff(time);
  const replaced = Map.groupBy(
    await history.listBeforeAfter([...images.keys()].map(imageSubject), cutoff.toISOString()),
    ({ subject }) => imageIdOf(subject) ?? '',
  );
  const lifeMs = time.now.getTime() - cutoff.getTime();
  const endOf = (at: string) => new Date(Date.parse(at) + lifeMs);
  const until = (end: Date): FileState =>
    end > time.now ? { state: 'kept', until: end } : { state: 'purged', after: end };

  return {
    images,
    stateOf(id, logged, replacedAt) {
      const image = images.get(id);
      if (!image) {
        const at = purges.get(id);
        return { state: 'purged', at: at === undefined ? undefined : new Date(at) };
      }
      const deletion = image.deletedAt === null ? undefined : endOf(image.deletedAt);
      // Earlier releases did not log the crop, and kept replaced files for a day only.
      const { revision = '', crop = revision === image.revision ? image.crop : undefined } = logged;
      if (isSame({ revision, crop }, image)) return deletion ? until(deletion) : { state: 'used' };
      if (crop === undefined) return { state: 'purged' };
      const last = replaced.get(id)?.find(({ before }) => isSame(filesIn(before), logged))?.at ?? replacedAt;
      if (last === undefined) return { state: 'purged' };
      const end = endOf(last);
      return until(deletion && deletion < end ? deletion : end);
    },
  };
}

const filesIn = (json: string) => (parseValue(json) ?? {}) as Files;

/** Returns the note on files, such as "Kept until December 20, 2026"; undefined while they are used. */
export function fileNote(file: FileState, timeZone: string): string | undefined {
  if (file.state === 'used') return undefined;
  if (file.state === 'kept') return `Kept until ${dayOf(file.until, timeZone)}`;
  return `Deleted for good${when(file, timeZone)}`;
}

/** Returns the reason why a purged file cannot be restored. */
export const purgedReason = (what: string, file: FileState, timeZone: string): string =>
  `${what} was deleted for good${when(file, timeZone)}, so it can't come back.`;

function when(file: FileState, timeZone: string): string {
  if (file.state !== 'purged') return '';
  if (file.at) return ` on ${dayOf(file.at, timeZone)}`;
  return file.after ? ` after ${dayOf(file.after, timeZone)}` : '';
}

const dayOf = (moment: Date, timeZone: string) => formatDate(calendarDay(moment, timeZone));
