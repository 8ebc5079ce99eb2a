import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  PIONEER_ITEMS_PER_CATEGORY,
  type NewPioneerItems,
  type PioneerItem,
  type PioneerItemUpdates,
} from '#contract/pioneer.ts';
import type { ConflictingValue } from '#contract/problem.ts';
import type { Included } from '#contract/saved.ts';
import type { Site } from '#contract/site.ts';
import type { BaseVersion, Author } from '#server/platform/change-log/change-log-store.ts';
import {
  assertUnchangedSince,
  findStepsSince,
  type Since,
} from '#server/platform/change-log/assert-unchanged.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import type { RowReader } from '#server/platform/content/row-reader.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { checkIdsDiffer } from '#server/platform/check-ids-differ.ts';
import { NotFoundError, ValidationError } from '#server/platform/errors.ts';
import { cleanLater, cleanToSave } from '#server/platform/rich-text/clean-rich-text.ts';
import { mergeLists } from '#shared/merge-lists.ts';
import {
  createPioneerStore,
  pioneerStores,
  type PioneerStores,
  type StoredPioneerItem,
} from './pioneer-store.ts';
import { builtInDescriptions, presentPioneerItem } from './present-pioneer-items.ts';

export const pioneerItemSubject = (id: string) => `pioneer-item:${id}`;
export const pioneerCategorySubject = (category: number | '') => `pioneer-category:${category}`;

/** Description of a category that applies until an administrator sets one. */
type BuiltIn = (category: number) => string;
type SavedPioneerItems = { content: PioneerItem[]; version: number; changed: boolean; included?: Included[] };
type Based = { baseVersion?: BaseVersion | undefined };
type Options = Based & { builtIn: BuiltIn };

type PioneerContent = {
  /** In the order of their categories, with sanitized descriptions. */
  pioneerItems: readonly StoredPioneerItem[];
  /** Descriptions that were set, by category. */
  pioneerDescriptions: ReadonlyMap<number, string>;
};

/** Reads the Pioneer items' part of the content. */
export async function readPioneerItems(db: DatabaseHandle, rows: RowReader): Promise<PioneerContent> {
  const store = createPioneerStore(db);
  const items = await store.list(rows('pioneer_item', (id) => [pioneerItemSubject(id)]));
  const descriptionReader = rows('pioneer_category', (id) => [pioneerCategorySubject(Number(id))]);
  return {
    pioneerItems: items.map(withCleanDescription),
    pioneerDescriptions: await store.listDescriptions(descriptionReader),
  };
}

/** Another program may have written to the database. */
function withCleanDescription({ description, ...item }: StoredPioneerItem): StoredPioneerItem {
  const text = cleanLater(description);
  return {
    ...item,
    get description() {
      return text.html;
    },
  };
}

export type PioneerService = ReturnType<typeof createPioneerService>;

export function createPioneerService({
  content,
  site,
}: {
  content: ContentCache<PioneerContent>;
  site: () => Pick<Site, 'pioneer'>;
}) {
  const builtIn = () => builtInDescriptions(site());
  return {
    list(category?: number): PioneerItem[] {
      const { pioneerItems, pioneerDescriptions } = content.snapshot();
      const texts = builtIn();
      return pioneerItems
        .filter((item) => category === undefined || item.category === category)
        .map((item) => presentPioneerItem(item, pioneerDescriptions, texts));
    },
    add: (author: Author, items: { items: NewPioneerItems } & Based) =>
      content.write((db) => addPioneerItems(pioneerStores(db), author, { ...items, builtIn: builtIn() })),
    update: (author: Author, items: { items: PioneerItemUpdates } & Based) =>
      content.write((db) => updatePioneerItems(pioneerStores(db), author, { ...items, builtIn: builtIn() })),
    remove: (author: Author, item: { id: string } & Based) =>
      content.write((db) => deletePioneerItem(pioneerStores(db), author, { ...item, builtIn: builtIn() })),
    restore: (author: Author, { id }: { id: string }) =>
      content.write((db) => restorePioneerItem(pioneerStores(db), author, { id, builtIn: builtIn() })),
  };
}

/**
 * Adds items at the end of their categories, only once for retries of the same save. Throws ValidationError for a text
 * that is too large and for too many items in a category, and ConflictError if someone else has changed a category's
 * description, too.
 */
export async function addPioneerItems(
  stores: PioneerStores,
  author: Author,
  { items, ...options }: Options & { items: NewPioneerItems },
): Promise<SavedPioneerItems> {
  const before = await stores.changeLog.version();
  const saved: StoredPioneerItem[] = [];
  for (const [index, item] of items.entries()) {
    const category = item.pioneerCategory;
    const description = cleanToSave(item.description, `/${index}/description`);
    const saveKey = item.id ? keyOf([item.id, category, description]) : null;
    const known = saveKey && (await stores.pioneer.findBySave(saveKey));
    if (known) {
      saved.push(known);
      continue;
    }
    if ((await stores.pioneer.count(category)) >= PIONEER_ITEMS_PER_CATEGORY) throw tooMany(index);
    const added = { id: randomUUID(), category, description };
    await stores.pioneer.insert({ ...added, saveKey });
    await stores.changeLog.append({
      author,
      subject: pioneerItemSubject(added.id),
      before: null,
      after: added,
    });
    saved.push(added);
  }
  const newer = await saveDescriptions(stores, author, { items, ...options });
  throwFirst(newer);
  return { ...(await toResult(stores, { saved, before, builtIn: options.builtIn })), ...includedIn(newer) };
}

/**
 * Updates items, all or none, merged with the changes since `baseVersion`. Throws NotFoundError for an unknown id,
 * ValidationError for a duplicate one, ConflictError if someone else has changed the same field, and like
 * `addPioneerItems`.
 */
export async function updatePioneerItems(
  stores: PioneerStores,
  author: Author,
  { items, ...options }: Options & { items: PioneerItemUpdates },
): Promise<SavedPioneerItems> {
  checkIdsDiffer(items);
  const before = await stores.changeLog.version();
  const saved: StoredPioneerItem[] = [];
  const newer: Newer[] = [];
  /** Index of the last item that moved to a category. */
  const moved = new Map<number, number>();
  for (const [index, item] of items.entries()) {
    const stored = await stores.pioneer.find(item.id);
    if (!stored) {
      throw new NotFoundError('not-found', 'This item no longer exists. Reload the page.', `/${index}/id`);
    }
    const sent = {
      id: stored.id,
      category: item.pioneerCategory,
      description: cleanToSave(item.description, `/${index}/description`),
    };
    const found = await findNewer(stores, stored, { sent, ...options });
    if (found) newer.push(found);
    const next = found ? mergeItem(stored, { sent, author, newer: found }) : sent;
    saved.push(next);
    if (next.category === stored.category && next.description === stored.description) continue;
    const subject = pioneerItemSubject(stored.id);
    const isMoved = next.category !== stored.category;
    const logged: LoggedItem = isMoved
      ? { ...stored, position: await stores.pioneer.findPosition(stored.id) }
      : stored;
    await stores.pioneer.update(next);
    await stores.changeLog.append({ author, subject, before: logged, after: next });
    if (isMoved) moved.set(next.category, index);
  }
  // Check after all updates, because two items may have swapped categories.
  for (const [category, index] of moved) {
    if ((await stores.pioneer.count(category)) > PIONEER_ITEMS_PER_CATEGORY) throw tooMany(index);
  }
  newer.push(...(await saveDescriptions(stores, author, { items, ...options })));
  throwFirst(newer);
  return { ...(await toResult(stores, { saved, before, builtIn: options.builtIn })), ...includedIn(newer) };
}

/** Changes of an item or description since the base version, and the values that conflict with them. */
type Newer = { since: Since; conflicts: (ConflictingValue | undefined)[] };

/** Returns what others have changed in an item, unless it is to stay as it is stored. */
async function findNewer(
  stores: PioneerStores,
  stored: StoredPioneerItem,
  { sent, baseVersion, builtIn }: Options & { sent: StoredPioneerItem },
): Promise<Newer | undefined> {
  if (sent.category === stored.category && sent.description === stored.description) return undefined;
  const current = presentPioneerItem(stored, await stores.pioneer.listDescriptions(), builtIn);
  const subject = pioneerItemSubject(stored.id);
  const since = await findStepsSince(stores.changeLog, { subject, baseVersion, current });
  return since && { since, conflicts: [] };
}

/** Returns the fields of a logged item that can conflict, as a list. */
const toRows = (value: unknown) => {
  const { id, category, description } = (value ?? {}) as Partial<StoredPioneerItem>;
  return id === undefined ? [] : [{ id, category, description } as StoredPioneerItem];
};

/** Merges the fields of an item, and adds those that conflict to `newer`. */
function mergeItem(
  stored: StoredPioneerItem,
  { sent, author, newer }: { sent: StoredPioneerItem; author: Author; newer: Newer },
): StoredPioneerItem {
  const { steps } = newer.since;
  const base = toRows(steps.at(-1)?.before);
  const merge = (theirs: unknown) => mergeLists({ base, mine: [sent], theirs: toRows(theirs) });
  // The log shows that this save was stored, and its response was lost.
  const isRepeated = steps.some(
    ({ before, after, author: name }) =>
      'name' in author && name === author.name && isDeepStrictEqual(merge(before).rows, toRows(after)),
  );
  if (isRepeated) return stored;
  const { rows, conflicts } = merge(stored);
  newer.conflicts = conflicts.map(({ id, field }) => {
    const step = steps.find(
      ({ before, after }) => field && toRows(before)[0]?.[field] !== toRows(after)[0]?.[field],
    );
    return step && { item: id, ...(field && { field }), at: step.at, author: step.author };
  });
  return rows[0] ?? stored;
}

/** Throws ConflictError if values conflict. The client then reads all of them again. */
function throwFirst(newer: readonly Newer[]): void {
  const conflicting = newer.filter(({ conflicts }) => conflicts.length > 0);
  const [first] = conflicting;
  if (first) throw first.since.conflict(conflicting.flatMap(({ conflicts }) => conflicts));
}

/** Returns the newest change of each person. */
function includedIn(newer: readonly Newer[]): { included?: Included[] } {
  const all = newer
    .flatMap(({ since }) => since.included.included)
    .toSorted((a, b) => (a.at < b.at ? 1 : -1));
  const included = all.filter(({ author }, at) => all.findIndex((each) => each.author === author) === at);
  return included.length > 0 ? { included } : {};
}

/** Deletes an item. Throws NotFoundError if it does not exist, ConflictError if it has changed since `baseVersion`. */
export async function deletePioneerItem(
  stores: PioneerStores,
  author: Author,
  { id, baseVersion, builtIn }: Options & { id: string },
): Promise<{ content: null; version: number; changed: boolean }> {
  const stored = await stores.pioneer.find(id);
  if (!stored) throw new NotFoundError();
  const subject = pioneerItemSubject(id);
  const current = presentPioneerItem(stored, await stores.pioneer.listDescriptions(), builtIn);
  await assertUnchangedSince(stores.changeLog, { subject, baseVersion, current });
  const before: LoggedItem = { ...stored, position: await stores.pioneer.findPosition(id) };
  await stores.pioneer.delete(id);
  const version = await stores.changeLog.append({ author, subject, before, after: null });
  return { content: null, version, changed: true };
}

/** Item in the change log. The position is that before its removal or move; earlier releases did not log it. */
type LoggedItem = StoredPioneerItem & { position?: number | undefined };

/**
 * Restores a deleted item from the change log, with its id and position. Changes nothing if it exists. Throws
 * NotFoundError for an unknown id, and ValidationError if its category is full.
 */
export async function restorePioneerItem(
  stores: PioneerStores,
  author: Author,
  { id, builtIn }: Options & { id: string },
): Promise<SavedPioneerItems> {
  const before = await stores.changeLog.version();
  const stored = await stores.pioneer.find(id);
  if (stored) return toResult(stores, { saved: [stored], before, builtIn });
  const subject = pioneerItemSubject(id);
  const deletion = await stores.changeLog.findNewest(subject);
  const logged = deletion && (await stores.changeLog.findAt(subject, deletion.version - 1));
  if (!logged?.value) throw new NotFoundError();
  const restored = await insertDeleted(stores, author, logged.value as LoggedItem);
  return toResult(stores, { saved: [restored], before, builtIn });
}

async function insertDeleted(
  stores: PioneerStores,
  author: Author,
  { id, category, description, position }: LoggedItem,
): Promise<StoredPioneerItem> {
  if ((await stores.pioneer.count(category)) >= PIONEER_ITEMS_PER_CATEGORY) throw tooMany(0);
  const restored = { id, category, description };
  if (position === undefined) await stores.pioneer.insert({ ...restored, saveKey: null });
  else await stores.pioneer.insertAt(position, restored);
  await stores.changeLog.append({ author, subject: pioneerItemSubject(id), before: null, after: restored });
  return restored;
}

/**
 * Undoes a logged change of an item: removes it if `before` is null, inserts it again if `after` is, or sets the fields
 * that differ. Throws like `updatePioneerItems`.
 */
export async function undoPioneerItem(
  stores: PioneerStores,
  author: Author,
  {
    id,
    before,
    after,
    ...options
  }: Options & { id: string; before: LoggedItem | null; after: LoggedItem | null },
): Promise<void> {
  const stored = await stores.pioneer.find(id);
  if (before === null) {
    if (stored) await deletePioneerItem(stores, author, { id, ...options });
  } else if (stored) {
    const { category, description } = stored;
    const changed = (field: 'category' | 'description') => before[field] !== after?.[field];
    const item = {
      id,
      pioneerCategory: changed('category') ? before.category : category,
      description: changed('description') ? before.description : description,
    };
    await updatePioneerItems(stores, author, { items: [item], ...options });
    if (item.pioneerCategory !== category && before.position !== undefined) {
      await stores.pioneer.moveTo(before.position, before);
    }
  } else {
    const { baseVersion } = options;
    await assertUnchangedSince(stores.changeLog, {
      subject: pioneerItemSubject(id),
      baseVersion,
      current: null,
    });
    await insertDeleted(stores, author, before);
  }
}

/**
 * Saves the description that the last item of each category contains, unless it is that of the base version. Returns what
 * others have changed since.
 */
async function saveDescriptions(
  stores: PioneerStores,
  author: Author,
  { items, baseVersion, builtIn }: Options & { items: NewPioneerItems },
): Promise<Newer[]> {
  const newer: Newer[] = [];
  const wanted = new Map<number, string>();
  for (const { pioneerCategory, categoryDescription } of items) {
    if (categoryDescription !== undefined) wanted.set(pioneerCategory, categoryDescription.toWellFormed());
  }
  const stored = await stores.pioneer.listDescriptions();
  for (const [category, text] of wanted) {
    const before = stored.get(category) ?? '';
    // Store the built-in description, which the editor sends back with each save, only if it was edited.
    const after = before === '' && text === builtIn(category) ? '' : text;
    if (after === before) continue;
    const subject = pioneerCategorySubject(category);
    const since = await findStepsSince(stores.changeLog, { subject, baseVersion, current: before });
    const [newest] = since?.steps ?? [];
    if (!since || !newest) {
      await saveDescription(stores, author, { category, before, after });
      continue;
    }
    const base = since.steps.at(-1)?.before as string;
    const isUnchanged = after === base || (base === '' && text === builtIn(category));
    const isRepeated = since.steps.some(
      (step) => 'name' in author && step.author === author.name && step.after === after,
    );
    const { at, author: name } = newest;
    const conflicts =
      isUnchanged || isRepeated ? [] : [{ item: 'category', field: 'description', at, author: name }];
    newer.push({ since, conflicts });
  }
  return newer;
}

async function saveDescription(
  stores: PioneerStores,
  author: Author,
  { category, before, after }: { category: number; before: string; after: string },
): Promise<void> {
  const subject = pioneerCategorySubject(category);
  await stores.pioneer.saveDescription(category, after);
  await stores.changeLog.append({ author, subject, before, after });
}

/** Saves the description of a category from the change log. '' means the built-in one. */
export async function undoPioneerDescription(
  stores: PioneerStores,
  author: Author,
  { category, text, baseVersion }: { category: number; text: string; baseVersion: BaseVersion | undefined },
): Promise<void> {
  const before = (await stores.pioneer.listDescriptions()).get(category) ?? '';
  if (before === text) return;
  const subject = pioneerCategorySubject(category);
  await assertUnchangedSince(stores.changeLog, { subject, baseVersion, current: before });
  await saveDescription(stores, author, { category, before, after: text });
}

async function toResult(
  { pioneer, changeLog }: PioneerStores,
  { saved, before, builtIn }: { saved: readonly StoredPioneerItem[]; before: number; builtIn: BuiltIn },
): Promise<SavedPioneerItems> {
  const descriptions = await pioneer.listDescriptions();
  const version = await changeLog.version();
  return {
    content: saved.map((item) => presentPioneerItem(item, descriptions, builtIn)),
    version,
    changed: version > before,
  };
}

const tooMany = (index: number) =>
  new ValidationError(
    'too-many',
    `This category is full (${PIONEER_ITEMS_PER_CATEGORY} items). Remove an item to add another.`,
    `/${index}`,
  );

const keyOf = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
