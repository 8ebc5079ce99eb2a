import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  PIONEER_ITEMS_PER_CATEGORY,
  type NewPioneerItems,
  type PioneerItemUpdates,
} from '#contract/pioneer.ts';
import { assertUnchangedSince } from '#server/records/change-log/assert-unchanged.ts';
import type { Author } from '#server/platform/change.ts';
import { checkIdsDiffer } from '#server/records/check-ids-differ.ts';
import { NotFoundError, ValidationError } from '#server/platform/errors.ts';
import { cleanToSave } from '#server/platform/rich-text/clean-rich-text.ts';
import { includedIn, mergeLoggedRow, type Newer } from '#server/records/merge-rows.ts';
import type { Based } from '#server/records/saved.ts';
import {
  presentPioneerItem,
  toLoggedItem,
  type PioneerRow,
  type PioneerStores as Stores,
  type StoredPioneerItem,
} from './pioneer-store.ts';

export const pioneerItemSubject = (id: string) => `pioneer-item:${id}`;
export const pioneerCategorySubject = (category: number | '') => `pioneer-category:${category}`;

/** Description of a category that applies until an administrator sets one. */
type BuiltIn = (category: number) => string;
type Options = Based & { builtIn: BuiltIn };
type NewItems = Options & { items: NewPioneerItems };
type Updates = Options & { items: PioneerItemUpdates };
type OneItem = Options & { id: string };

/** Item in the change log. The position is that before its removal or move; earlier releases did not log it. */
type LoggedItem = StoredPioneerItem & { position?: number | undefined };
type LoggedChange = { before: LoggedItem | null; after: LoggedItem | null };
type ItemToSave = LoggedItem & { saveKey?: string | null };
type RowsToSave = Options & { rows: readonly ItemToSave[]; items?: NewPioneerItems };

/**
 * Adds items at the end of their categories, only once for retries of the same save. Throws ValidationError for a text
 * that is too large and for too many items in a category, and ConflictError if someone else has changed a category's
 * description, too.
 */
export async function addPioneerItems(stores: Stores, author: Author, { items, ...options }: NewItems) {
  const stored = (await stores.pioneer.listRows()) as ItemToSave[];
  const bySave = new Map(stored.map((row) => [row.saveKey, row]));
  const rows = items.map(({ id, pioneerCategory: category, ...item }, index) => {
    const description = cleanToSave(item.description, `/${index}/description`);
    const saveKey = id ? keyOf([id, category, description]) : null;
    const known = saveKey === null ? undefined : bySave.get(saveKey);
    const row = known ?? { id: randomUUID(), category, description, saveKey };
    bySave.set(saveKey, row);
    return row;
  });
  return saveItems(stores, author, { rows, items, ...options });
}

/**
 * Updates items, all or none, merged with the changes since `baseVersion`. Throws NotFoundError for an unknown id,
 * ValidationError for a duplicate one, ConflictError if someone else has changed the same field, and like
 * `addPioneerItems`.
 */
export async function updatePioneerItems(stores: Stores, author: Author, { items, ...options }: Updates) {
  checkIdsDiffer(items);
  const ids = new Set((await stores.pioneer.listRows()).map(({ id }) => id));
  const rows = items.map(({ id, pioneerCategory: category, ...item }, index) => {
    if (ids.has(id))
      return { id, category, description: cleanToSave(item.description, `/${index}/description`) };
    throw new NotFoundError('not-found', 'This item no longer exists. Reload the page.', `/${index}/id`);
  });
  return saveItems(stores, author, { rows, items, ...options });
}

/**
 * Saves items by their ids, and the descriptions of their categories. One that enters a category gets its position or,
 * without one, the last.
 */
async function saveItems(stores: Stores, author: Author, { rows: sent, items = [], ...options }: RowsToSave) {
  const { pioneer, changeLog } = stores;
  const { baseVersion, builtIn } = options;
  const start = await changeLog.version();
  const descriptions = await pioneer.listDescriptions();
  const rows = new Map((await pioneer.listRows()).map((row) => [row.id, row]));
  const inCategory = (category: number) => [...rows.values()].filter((row) => row.category === category);
  const saved: StoredPioneerItem[] = [];
  const newer: Newer[] = [];
  /** Indexes of the items that enter a category. */
  const entering = new Map<number, number[]>();
  for (const [index, { position, saveKey = null, ...item }] of sent.entries()) {
    const before = rows.get(item.id);
    const mine = toLoggedItem(item);
    const merged = await mergeLoggedRow(changeLog, author, {
      subject: pioneerItemSubject(item.id),
      baseVersion,
      current: before ? presentPioneerItem(before, descriptions, builtIn) : null,
      mine,
      theirs: before ? toLoggedItem(before) : mine,
      toRow: (logged) => toLoggedItem(logged as LoggedItem),
    });
    newer.push(...merged.newer);
    saved.push(merged.row);
    if (before && isDeepStrictEqual(merged.row, toLoggedItem(before))) continue;
    const { category } = merged.row;
    const isEntering = category !== before?.category;
    const after = {
      ...merged.row,
      saveKey: before?.saveKey ?? saveKey,
      position: isEntering ? await makeRoom(stores, inCategory(category), position) : before.position,
    };
    if (isEntering) entering.set(category, [...(entering.get(category) ?? []), index]);
    rows.set(item.id, after);
    await writeItem(stores, author, { before: before ?? null, after });
  }
  // Check after all changes, because two items may have swapped categories.
  for (const [category, indexes] of entering) {
    const excess = inCategory(category).length - PIONEER_ITEMS_PER_CATEGORY;
    if (excess > 0) throw tooMany(indexes.at(-excess) ?? 0);
  }
  newer.push(...(await saveDescriptions(stores, author, { items, ...options })));
  const included = includedIn(newer);
  const shown = await pioneer.listDescriptions();
  const version = await changeLog.version();
  return {
    content: saved.map((item) => presentPioneerItem(item, shown, builtIn)),
    version,
    changed: version > start,
    ...included,
  };
}

/** Deletes an item. Throws NotFoundError if it does not exist, ConflictError if it has changed since `baseVersion`. */
export async function deletePioneerItem(stores: Stores, author: Author, { id, ...options }: OneItem) {
  const { baseVersion, builtIn } = options;
  const stored = await findRow(stores, id);
  if (!stored) throw new NotFoundError();
  const current = presentPioneerItem(stored, await stores.pioneer.listDescriptions(), builtIn);
  await assertUnchangedSince(stores.changeLog, { subject: pioneerItemSubject(id), baseVersion, current });
  const version = await writeItem(stores, author, { before: stored, after: null });
  return { content: null, version, changed: true };
}

/**
 * Restores a deleted item from the change log, with its id and position. Changes nothing if it exists. Throws
 * NotFoundError for an unknown id, and ValidationError if its category is full.
 */
export async function restorePioneerItem(stores: Stores, author: Author, { id, builtIn }: OneItem) {
  const subject = pioneerItemSubject(id);
  const stored = await findRow(stores, id);
  const newest = stored ? undefined : await stores.changeLog.findNewest(subject);
  const deleted = newest && (await stores.changeLog.findAt(subject, newest.version - 1));
  const row = stored ?? (deleted?.value as LoggedItem | null | undefined);
  if (!row) throw new NotFoundError();
  return saveItems(stores, author, { rows: [row], builtIn });
}

/**
 * Undoes a logged change of an item: removes it if `before` is null, inserts it again if `after` is, or sets the fields
 * that differ. Throws like `updatePioneerItems`.
 */
export async function undoPioneerItem(
  stores: Stores,
  author: Author,
  { id, before, after, ...options }: OneItem & LoggedChange,
): Promise<void> {
  const stored = await findRow(stores, id);
  if (before && stored) {
    const { category } = before.category === after?.category ? stored : before;
    const { description } = before.description === after?.description ? stored : before;
    const row = { ...before, category, description };
    await saveItems(stores, author, { rows: [row], ...options });
  } else if (before) {
    const { baseVersion } = options;
    const subject = pioneerItemSubject(id);
    await assertUnchangedSince(stores.changeLog, { subject, baseVersion, current: null });
    await saveItems(stores, author, { rows: [before], builtIn: options.builtIn });
  } else if (stored) {
    await deletePioneerItem(stores, author, { id, ...options });
  }
}

/** Stores and logs a change of an item. A removal or move logs its position. Returns the version. */
async function writeItem(
  { pioneer, changeLog }: Stores,
  author: Author,
  { before, after }: { before: PioneerRow; after: PioneerRow | null } | { before: null; after: PioneerRow },
): Promise<number> {
  await pioneer.replace(before ? [before] : [], after ? [after] : []);
  const isPlaceLogged = before?.category !== after?.category;
  return changeLog.append({
    author,
    subject: pioneerItemSubject((before ?? after).id),
    before: before && { ...toLoggedItem(before), ...(isPlaceLogged && { position: before.position }) },
    after: after && toLoggedItem(after),
  });
}

/** Returns the position of an item that enters a category. If another one has it, that one and those below move down. */
async function makeRoom(
  { pioneer }: Stores,
  rows: readonly PioneerRow[],
  position = Math.max(-1, ...rows.map((row) => row.position)) + 1,
): Promise<number> {
  if (rows.some((row) => row.position === position)) {
    const below = rows.filter((row) => row.position >= position);
    const moved = below.map((row) => ({ ...row, position: row.position + 1 }));
    await pioneer.replace(below, moved);
  }
  return position;
}

const findRow = async ({ pioneer }: Stores, id: string) =>
  (await pioneer.listRows()).find((row) => row.id === id);

const tooMany = (index: number) =>
  new ValidationError(
    'too-many',
    `This category is full (${PIONEER_ITEMS_PER_CATEGORY} items). Remove an item to add another.`,
    `/${index}`,
  );

const keyOf = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** Saves the description that the last item of each category contains. The built-in one, which the editor sends back, is ''. */
async function saveDescriptions(stores: Stores, author: Author, { items, baseVersion, builtIn }: NewItems) {
  const stored = await stores.pioneer.listDescriptions();
  const wanted = new Map(
    items.flatMap(({ pioneerCategory, categoryDescription: text }) =>
      text === undefined ? [] : [[pioneerCategory, text.toWellFormed()] as const],
    ),
  );
  const newer: Newer[] = [];
  for (const [category, text] of wanted) {
    const before = stored.get(category) ?? '';
    const merged = await mergeLoggedRow(stores.changeLog, author, {
      subject: pioneerCategorySubject(category),
      baseVersion,
      current: before,
      mine: toDescriptionRow(text === builtIn(category) ? '' : text),
      theirs: toDescriptionRow(before),
      toRow: toDescriptionRow,
    });
    newer.push(...merged.newer);
    await saveDescription(stores, author, { category, before, after: merged.row.description });
  }
  return newer;
}

/** Conflicts name a description by this id and field. */
const toDescriptionRow = (text: unknown) => ({ id: 'category', description: text as string });

async function saveDescription(
  { pioneer, changeLog }: Stores,
  author: Author,
  { category, before, after }: { category: number; before: string; after: string },
): Promise<void> {
  if (after === before) return;
  await pioneer.saveDescription(category, after);
  await changeLog.append({ author, subject: pioneerCategorySubject(category), before, after });
}

/** Saves the description of a category from the change log. '' means the built-in one. */
export async function undoPioneerDescription(
  stores: Stores,
  author: Author,
  { category, text, baseVersion }: { category: number; text: string } & Based,
): Promise<void> {
  const before = (await stores.pioneer.listDescriptions()).get(category) ?? '';
  if (before === text) return;
  const subject = pioneerCategorySubject(category);
  await assertUnchangedSince(stores.changeLog, { subject, baseVersion, current: before });
  await saveDescription(stores, author, { category, before, after: text });
}
