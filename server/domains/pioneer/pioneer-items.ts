import { createHash, randomUUID } from 'node:crypto';
import {
  PIONEER_ITEMS_PER_CATEGORY,
  type NewPioneerItems,
  type PioneerItem,
  type PioneerItemUpdates,
} from '#contract/pioneer.ts';
import type { Author } from '#server/platform/change-log/change-log-store.ts';
import { assertUnchangedSince } from '#server/platform/change-log/assert-unchanged.ts';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { checkIdsDiffer } from '#server/platform/check-ids-differ.ts';
import { NotFoundError, ValidationError } from '#server/platform/errors.ts';
import { cleanRichTextForPage } from '#server/platform/rich-text/clean-rich-text.ts';
import { cleanToSave } from '#server/platform/rich-text/clean-to-save.ts';
import {
  createPioneerStore,
  pioneerStores,
  type PioneerStores,
  type StoredPioneerItem,
} from './pioneer-store.ts';
import { presentPioneerItem } from './present-pioneer-items.ts';

export const pioneerItemSubject = (id: string) => `pioneer-item:${id}`;
export const pioneerCategorySubject = (category: number) => `pioneer-category:${category}`;

/** Description of a category that applies until an administrator sets one. */
type BuiltIn = (category: number) => string;
type SavedPioneerItems = { content: PioneerItem[]; version: number; changed: boolean };
type BaseVersion = { baseVersion?: number | undefined };
type Options = BaseVersion & { builtIn: BuiltIn };

type PioneerContent = {
  /** In the order of their categories, with sanitized descriptions. */
  pioneerItems: readonly StoredPioneerItem[];
  /** Descriptions that were set, by category. */
  pioneerDescriptions: ReadonlyMap<number, string>;
};

/** Reads the Pioneer items' part of the content. */
export async function readPioneerItems(db: DatabaseHandle): Promise<PioneerContent> {
  const store = createPioneerStore(db);
  const items = await store.list();
  return {
    pioneerItems: items.map((item) => ({ ...item, description: cleanRichTextForPage(item.description) })),
    pioneerDescriptions: await store.listDescriptions(),
  };
}

export type PioneerService = ReturnType<typeof createPioneerService>;

export function createPioneerService(content: ContentCache<PioneerContent>, builtIn: BuiltIn) {
  return {
    list(category?: number): PioneerItem[] {
      const { pioneerItems, pioneerDescriptions } = content.snapshot();
      return pioneerItems
        .filter((item) => category === undefined || item.category === category)
        .map((item) => presentPioneerItem(item, pioneerDescriptions, builtIn));
    },
    add: (author: Author, items: { items: NewPioneerItems } & BaseVersion) =>
      content.write((db) => addPioneerItems(pioneerStores(db), author, { ...items, builtIn })),
    update: (author: Author, items: { items: PioneerItemUpdates } & BaseVersion) =>
      content.write((db) => updatePioneerItems(pioneerStores(db), author, { ...items, builtIn })),
    remove: (author: Author, item: { id: string } & BaseVersion) =>
      content.write((db) => deletePioneerItem(pioneerStores(db), author, { ...item, builtIn })),
  };
}

/**
 * Adds items at the end of their categories, only once for retries of the same save. Throws ValidationError for a text
 * that is too large and for too many items in a category, and ConflictError if a category's description has changed
 * since `baseVersion`.
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
  await saveDescriptions(stores, author, { items, ...options });
  return toResult(stores, { saved, before, builtIn: options.builtIn });
}

/**
 * Updates items, all or none. Throws NotFoundError for an unknown id, ValidationError for a duplicate one,
 * ConflictError if an item has changed since `baseVersion`, and like `addPioneerItems`.
 */
export async function updatePioneerItems(
  stores: PioneerStores,
  author: Author,
  { items, ...options }: Options & { items: PioneerItemUpdates },
): Promise<SavedPioneerItems> {
  checkIdsDiffer(items);
  const before = await stores.changeLog.version();
  const saved: StoredPioneerItem[] = [];
  /** Index of the last item that moved to a category. */
  const moved = new Map<number, number>();
  for (const [index, item] of items.entries()) {
    const stored = await stores.pioneer.find(item.id);
    if (!stored) {
      throw new NotFoundError('not-found', 'This item no longer exists. Reload the page.', `/${index}/id`);
    }
    const next = {
      id: stored.id,
      category: item.pioneerCategory,
      description: cleanToSave(item.description, `/${index}/description`),
    };
    saved.push(next);
    if (next.category === stored.category && next.description === stored.description) continue;
    const subject = pioneerItemSubject(stored.id);
    await assertUnchangedSince(stores.changeLog, {
      subject,
      baseVersion: options.baseVersion,
      current: presentPioneerItem(stored, await stores.pioneer.listDescriptions(), options.builtIn),
    });
    await stores.pioneer.update(next);
    await stores.changeLog.append({ author, subject, before: stored, after: next });
    if (next.category !== stored.category) moved.set(next.category, index);
  }
  // Check after all updates, because two items may have swapped categories.
  for (const [category, index] of moved) {
    if ((await stores.pioneer.count(category)) > PIONEER_ITEMS_PER_CATEGORY) throw tooMany(index);
  }
  await saveDescriptions(stores, author, { items, ...options });
  return toResult(stores, { saved, before, builtIn: options.builtIn });
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
  await stores.pioneer.delete(id);
  const version = await stores.changeLog.append({ author, subject, before: stored, after: null });
  return { content: null, version, changed: true };
}

/** Saves the description that the last item of each category contains. */
async function saveDescriptions(
  stores: PioneerStores,
  author: Author,
  { items, baseVersion, builtIn }: Options & { items: NewPioneerItems },
): Promise<void> {
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
    await assertUnchangedSince(stores.changeLog, { subject, baseVersion, current: before });
    await stores.pioneer.saveDescription(category, after);
    await stores.changeLog.append({ author, subject, before, after });
  }
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
