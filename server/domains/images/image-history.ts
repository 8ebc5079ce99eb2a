import { IMAGE_LABELS, type Focus } from '#contract/images.ts';
import type { HistoryImage } from '#contract/history.ts';
import { API } from '#contract/paths.ts';
import type { FileKey } from '#server/platform/files/file-store.ts';
import { parseValue } from '#server/platform/database/stored-values.ts';
import {
  fieldsIn,
  idOf,
  restoreFirst,
  textOf,
  type Fields,
  type HistoryContext,
  type HistorySetting,
  type ItemHistory,
  type ParsedEntry,
} from '#server/records/history.ts';
import type { HistoryStore } from '#server/records/history-store.ts';
import { calendarDay, formatDate } from '#shared/date-time.ts';
import { hasOtherFiles, imageOrderSubject, orderImages, undeleteCutoff, undoImage } from './change-image.ts';
import { fullSizeName, requiredFilesOf, smallSquareName } from './image-files.ts';
import type { ImageStores, StoredImage } from './image-store.ts';
import { fileLost, imageSubject, type LoggedImage } from './save-image.ts';

/** What to note about the files that an image had, and when they were purged, such as " on March 3, 2026", if so. */
type FileState = { note?: string; purged?: string };

const purgedFiles = (when: string): FileState => ({ purged: when, note: `Deleted for good${when}` });

type Files = { revision?: string | undefined; crop?: string | undefined };

/** Image as the history reads it; without `stored` once it was purged. */
type KeptImage = {
  stored: StoredImage | undefined;
  /** Returns the state of the files of a logged image, which a change at `replacedAt` replaced. */
  stateOf(logged: Files, replacedAt?: string): FileState;
};

type Value = LoggedImage | null;

const NAMELESS = 'Image without a name';

const FIELDS: Fields = {
  labels: IMAGE_LABELS,
  formats: {
    type: (type: number) => (type === 0 ? 'Gallery' : 'Products'),
    focus: ({ x, y }: Focus) => `${x}% from left, ${y}% from top`,
  },
};

export const imageHistory: readonly ItemHistory<ImageStores>[] = [
  {
    subject: imageSubject(''),
    kind: 'image',
    nameOf: ({ name }) => textOf(name) || NAMELESS,
    read: readKeptImages,
    show(value: LoggedImage, { entry, other, context }) {
      const files = imageIn(context, entry);
      const isPictured = other === null || hasOtherFiles(value, other as LoggedImage);
      // A purge is logged without a name.
      const hasImage = files && isPictured && value.name !== undefined;
      const replacedAt = value === entry.before ? entry.at : undefined;
      return {
        type: 'fields',
        fields: fieldsIn(value, other, FIELDS, context),
        ...(hasImage && { image: present(files, value, replacedAt) }),
      };
    },
    whyNot,
    files: { of: filesToRestore, lost: fileLost },
    restore: undoImage,
    listOf: ({ type }) => (typeof type === 'number' ? imageOrderSubject(type) : undefined),
  },
  {
    subject: imageOrderSubject(''),
    kind: 'image',
    names: { [imageOrderSubject(0)]: 'Gallery images', [imageOrderSubject(1)]: 'Product images' },
    restore: (stores, author, { id, before: imageIds, baseVersion }) =>
      orderImages(stores, author, { imageType: Number(id), imageIds, baseVersion }),
  },
];

const imageIn = ({ items }: HistoryContext, { subject }: ParsedEntry) =>
  items.get(subject) as KeptImage | undefined;

const isSame = (one: Files, other: Files) => one.revision === other.revision && one.crop === other.crop;

/** Reads which files of images exist. Follows the rules of `collectGarbage`. */
async function readKeptImages(
  stores: ImageStores,
  ids: readonly string[],
  { log, site, ...time }: HistorySetting & { log: HistoryStore },
) {
  const list = await stores.images.listByIds(ids.map(idOf));
  const images = new Map(list.map((image) => [imageSubject(image.id), image]));
  const newest = await log.listEnds(
    'last',
    ids.filter((id) => !images.has(id)),
  );
  const purges = new Map(
    newest.flatMap(({ subject, at, origin }) => (origin === 'clock' ? [[subject, at]] : [])),
  );
  const cutoff = undeleteCutoff(time);
  const replaced = Map.groupBy(
    await log.listBeforeAfter([...images.keys()], cutoff.toISOString()),
    ({ subject }) => subject,
  );
  const dayOf = (moment: Date) => formatDate(calendarDay(moment, site.timeZone));
  const endOf = (at: string) => new Date(Date.parse(at) + time.now.getTime() - cutoff.getTime());
  const until = (end: Date): FileState =>
    end > time.now ? { note: `Kept until ${dayOf(end)}` } : purgedFiles(` after ${dayOf(end)}`);

  const stateOf = (subject: string, logged: Files, replacedAt?: string): FileState => {
    const image = images.get(subject);
    const purge = purges.get(subject);
    if (!image) return purgedFiles(purge === undefined ? '' : ` on ${dayOf(new Date(purge))}`);
    const deletion = image.deletedAt === null ? undefined : endOf(image.deletedAt);
    // Earlier releases did not log the crop, and kept replaced files for a day only.
    const { revision = '', crop = revision === image.revision ? image.crop : undefined } = logged;
    if (isSame({ revision, crop }, image)) return deletion ? until(deletion) : {};
    const filesIn = (json: string) => (parseValue(json) ?? {}) as Files;
    const last =
      replaced.get(subject)?.find(({ before }) => isSame(filesIn(before), logged))?.at ?? replacedAt;
    if (crop === undefined || last === undefined) return purgedFiles('');
    return until(deletion && deletion < endOf(last) ? deletion : endOf(last));
  };
  return {
    names: list.map(({ id, name }): [string, string] => [imageSubject(id), name || NAMELESS]),
    items: ids.map((id): [string, KeptImage] => [
      id,
      { stored: images.get(id), stateOf: (...files) => stateOf(id, ...files) },
    ]),
  };
}

function present({ stored, stateOf }: KeptImage, logged: LoggedImage, replacedAt?: string): HistoryImage {
  const { fileName = '', crop = stored?.crop ?? '', altText, name } = logged;
  const { note, purged } = stateOf(logged, replacedAt);
  return {
    alt: altText || name || NAMELESS,
    ...(purged === undefined && { url: `${API.keptImages}/${smallSquareName({ fileName, crop })}` }),
    ...(note !== undefined && { note }),
  };
}

const purgedReason = (what: string, { purged }: FileState) =>
  purged === undefined ? undefined : `${what} was deleted for good${purged}, so it can't come back.`;

function whyNot(entry: ParsedEntry, context: HistoryContext): string | undefined {
  const image = imageIn(context, entry);
  const [old, next] = [entry.before, entry.after] as [Value, Value];
  const purged = image && purgedReason('This image', image.stateOf(image.stored ?? {}));
  if (!image || purged || !old || !next) return purged;
  if (image.stored?.deletedAt !== null) return restoreFirst('This image');
  if (!hasOtherFiles(old, next)) return undefined;
  const files = old.crop === undefined ? purgedFiles('') : image.stateOf(old, entry.at);
  return purgedReason('The earlier file of this image', files);
}

function filesToRestore(entry: ParsedEntry, context: HistoryContext): FileKey[] {
  const image = imageIn(context, entry)?.stored;
  const [before, after] = [entry.before, entry.after] as [Value, Value];
  if (!image || !before) return [];
  if (!after) return [`images/${fullSizeName(image)}`];
  if (!hasOtherFiles(before, after)) return [];
  const { revision = image.revision, crop = image.crop } = before;
  return requiredFilesOf({ ...image, revision, crop }).map((file) => `images/${file}` as const);
}
