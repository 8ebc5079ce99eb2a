import type { Focus } from '#contract/images.ts';
import { IMAGE_LABELS } from '#contract/images.ts';
import type { HistoryImage, HistoryValue } from '#contract/history.ts';
import { API } from '#contract/paths.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { parseValue } from '#server/platform/database/stored-values.ts';
import {
  differing,
  idOf,
  none,
  restoreFirst,
  textOf,
  type HistoryContext,
  type HistorySetting,
  type ItemHistory,
  type ParsedEntry,
  type Values,
} from '#server/records/history.ts';
import { createHistoryStore } from '#server/records/history-store.ts';
import { calendarDay, formatDate } from '#shared/date-time.ts';
import { hasOtherFiles, imageOrderSubject, orderImages, undeleteCutoff, undoImage } from './change-image.ts';
import { fullSizeName, requiredFilesOf, smallSquareName } from './image-files.ts';
import { imageStores, type StoredImage } from './image-store.ts';
import { fileLost, imageSubject, type LoggedImage } from './save-image.ts';

/** Whether the files that an image had are used, are kept until a day, or were purged, such as " on March 3, 2026". */
type FileState = { state: 'used' } | { state: 'kept'; until: string } | { state: 'purged'; when: string };

type Files = { revision?: string | undefined; crop?: string | undefined };

/** Image as the history reads it; without `stored` once it was purged. */
type KeptImage = {
  stored: StoredImage | undefined;
  /** Returns the state of the files of a logged image, which a change at `replacedAt` replaced. */
  stateOf(logged: Files, replacedAt?: string): FileState;
};

const NAMELESS = 'Image without a name';
const isSame = (one: Files, other: Files) => one.revision === other.revision && one.crop === other.crop;
const valuesOf = ({ before, after }: ParsedEntry) => [before, after] as (LoggedImage | null)[];
const imageIn = ({ items }: HistoryContext, subject: string) => items.get(subject) as KeptImage | undefined;

export const imageHistory: readonly ItemHistory[] = [
  {
    subject: imageSubject(''),
    kind: 'image',
    nameOf: ({ name }) => textOf(name) || NAMELESS,
    read: readKeptImages,
    actionOf: ({ origin }) => (origin === 'clock' ? 'purged' : undefined),
    present,
    whyNot,
    files: { of: filesToRestore, lost: fileLost },
    restore({ db, author, id, before, after, baseVersion, ...time }) {
      const [old = null, next = null] = [before, after] as (LoggedImage | null)[];
      return undoImage(imageStores(db), author, { id, before: old, after: next, baseVersion }, time);
    },
  },
  {
    subject: imageOrderSubject(''),
    kind: 'image',
    names: () => ({ [imageOrderSubject(0)]: 'Gallery images', [imageOrderSubject(1)]: 'Product images' }),
    present: none,
    restore: ({ db, author, id, before, baseVersion }) =>
      orderImages(imageStores(db), author, {
        imageType: Number(id),
        imageIds: before as string[],
        baseVersion,
      }),
  },
];

/** Reads which files of images exist. Follows the rules of `collectGarbage`. */
async function readKeptImages(db: DatabaseHandle, ids: readonly string[], setting: HistorySetting) {
  const history = createHistoryStore(db);
  const list = await imageStores(db).images.listByIds(ids.map(idOf));
  const images = new Map(list.map((image) => [imageSubject(image.id), image]));
  const newest = await history.listEnds(
    'last',
    ids.filter((id) => !images.has(id)),
  );
  const purges = new Map(
    newest.flatMap(({ subject, at, origin }) => (origin === 'clock' ? [[subject, at]] : [])),
  );
  const cutoff = undeleteCutoff(setting);
  const replaced = Map.groupBy(
    await history.listBeforeAfter([...images.keys()], cutoff.toISOString()),
    ({ subject }) => subject,
  );
  const lifeMs = setting.now.getTime() - cutoff.getTime();
  const endOf = (at: string) => new Date(Date.parse(at) + lifeMs);
  const dayOf = (moment: Date) => formatDate(calendarDay(moment, setting.site.timeZone));
  const until = (end: Date): FileState =>
    end > setting.now
      ? { state: 'kept', until: dayOf(end) }
      : { state: 'purged', when: ` after ${dayOf(end)}` };

  const stateOf = (subject: string, logged: Files, replacedAt?: string): FileState => {
    const image = images.get(subject);
    const purge = purges.get(subject);
    if (!image) return { state: 'purged', when: purge === undefined ? '' : ` on ${dayOf(new Date(purge))}` };
    const deletion = image.deletedAt === null ? undefined : endOf(image.deletedAt);
    // Earlier releases did not log the crop, and kept replaced files for a day only.
    const { revision = '', crop = revision === image.revision ? image.crop : undefined } = logged;
    if (isSame({ revision, crop }, image)) return deletion ? until(deletion) : { state: 'used' };
    const filesIn = (json: string) => (parseValue(json) ?? {}) as Files;
    const last =
      replaced.get(subject)?.find(({ before }) => isSame(filesIn(before), logged))?.at ?? replacedAt;
    if (crop === undefined || last === undefined) return { state: 'purged', when: '' };
    const end = endOf(last);
    return until(deletion && deletion < end ? deletion : end);
  };
  return {
    names: list.map((image): [string, string] => [imageSubject(image.id), image.name || NAMELESS]),
    items: ids.map((id): [string, KeptImage] => [
      id,
      { stored: images.get(id), stateOf: (...files) => stateOf(id, ...files) },
    ]),
  };
}

const presentFields = differing({
  labels: IMAGE_LABELS,
  formats: {
    type: (type: number) => (type === 0 ? 'Gallery' : 'Products'),
    focus: ({ x, y }: Focus) => `${x}% from left, ${y}% from top`,
  },
});

function present(entry: ParsedEntry, context: HistoryContext): Values {
  const [old, next] = valuesOf(entry);
  const [oldFields, nextFields] = presentFields(entry, context);
  const isPictured = !old || !next || hasOtherFiles(old, next);
  const kept = imageIn(context, entry.subject);
  // A purge is logged without a name.
  const withImage = (
    fields: HistoryValue | null,
    logged: LoggedImage | null | undefined,
    replacedAt?: string,
  ) =>
    isPictured && kept && fields?.type === 'fields' && logged?.name !== undefined
      ? { ...fields, image: presentImage(kept, logged, replacedAt) }
      : fields;
  return [withImage(oldFields, old, entry.at), withImage(nextFields, next)];
}

function presentImage(
  { stored, stateOf }: KeptImage,
  logged: LoggedImage,
  replacedAt?: string,
): HistoryImage {
  const { fileName = '', crop = stored?.crop ?? '', altText, name } = logged;
  const files = stateOf(logged, replacedAt);
  return {
    alt: altText || name || NAMELESS,
    ...(files.state !== 'purged' && { url: `${API.keptImages}/${smallSquareName({ fileName, crop })}` }),
    ...(files.state === 'kept' && { note: `Kept until ${files.until}` }),
    ...(files.state === 'purged' && { note: `Deleted for good${files.when}` }),
  };
}

function whyNot(entry: ParsedEntry, context: HistoryContext): string | undefined {
  const image = imageIn(context, entry.subject);
  const [old, next] = valuesOf(entry);
  const reason = (what: string, files: FileState | undefined) =>
    files?.state === 'purged'
      ? `${what} was deleted for good${files.when}, so it can't come back.`
      : undefined;
  const isGone = reason('This image', image?.stateOf(image.stored ?? {}));
  if (isGone || !old || !next) return isGone;
  if (image?.stored?.deletedAt !== null) return restoreFirst('This image');
  if (!hasOtherFiles(old, next)) return undefined;
  const files: FileState =
    old.crop === undefined ? { state: 'purged', when: '' } : image.stateOf(old, entry.at);
  return reason('The earlier file of this image', files);
}

/** Returns the files that an image needs after a restore. */
function filesToRestore(entry: ParsedEntry, context: HistoryContext): `images/${string}`[] {
  const image = imageIn(context, entry.subject)?.stored;
  const [before, after] = valuesOf(entry);
  if (!image || !before) return [];
  if (!after) return [`images/${fullSizeName(image)}`];
  if (!hasOtherFiles(before, after)) return [];
  const { revision = image.revision, crop = image.crop } = before;
  return requiredFilesOf({ ...image, revision, crop }).map((file) => `images/${file}` as const);
}
