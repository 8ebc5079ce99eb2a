import type { NewPioneerItems, PioneerItem, PioneerItemUpdates } from '#contract/pioneer.ts';
import type { Site } from '#contract/site.ts';
import type { Author } from '#server/platform/change.ts';
import type { ContentCache } from '#server/records/content/content-cache.ts';
import type { RowReader } from '#server/records/content/part-reader.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { cleanLater } from '#server/platform/rich-text/clean-rich-text.ts';
import type { Based } from '#server/records/saved.ts';
import {
  addPioneerItems,
  deletePioneerItem,
  pioneerCategorySubject,
  pioneerItemSubject,
  restorePioneerItem,
  updatePioneerItems,
} from './pioneer-items.ts';
import {
  builtInDescriptions,
  createPioneerStore,
  pioneerStores,
  presentPioneerItem,
  type StoredPioneerItem,
} from './pioneer-store.ts';

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
