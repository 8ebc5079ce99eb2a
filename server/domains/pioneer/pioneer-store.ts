import type { PioneerItem } from '#contract/pioneer.ts';
import type { Site } from '#contract/site.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import { readableOnly, type ReadRow } from '#server/records/content/part-reader.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { checkRow } from '#server/platform/database/stored-values.ts';
import { createRowStore } from '#server/records/row-store.ts';

/** Item as it is logged. */
export type StoredPioneerItem = { id: string; category: number; description: string };
/** Stored item. `saveKey` identifies the save that added it. */
export type PioneerRow = StoredPioneerItem & { position: number; saveKey: string | null };

export const toLoggedItem = ({ id, category, description }: StoredPioneerItem): StoredPioneerItem => ({
  id,
  category,
  description,
});

/** Creates the stores that the rules for Pioneer items need. */
export const pioneerStores = (db: DatabaseHandle) => ({
  pioneer: createPioneerStore(db),
  changeLog: createChangeLogStore(db),
});
export type PioneerStores = ReturnType<typeof pioneerStores>;

const ITEM_COLUMNS = {
  id: 'text',
  category: 'number',
  position: 'number',
  description: 'text',
  saveKey: 'text?',
} as const;
const CATEGORY_COLUMNS = { category: 'number', description: 'text' } as const;

export function createPioneerStore(db: DatabaseHandle) {
  const rows = createRowStore<PioneerRow>(db, {
    table: 'pioneer_item',
    columns: ITEM_COLUMNS,
    orderBy: ['category', 'position'],
  });

  return {
    listRows: rows.listStored,

    list: async (read?: ReadRow): Promise<StoredPioneerItem[]> => (await rows.list(read)).map(toLoggedItem),

    async listExisting(ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      const found = await db.selectFrom('pioneer_item').select('id').where('id', 'in', ids).execute();
      return found.map(({ id }) => id);
    },

    /** Replaces an item, or several. */
    async replace(before: readonly PioneerRow[], after: readonly PioneerRow[]): Promise<void> {
      await rows.remove(before.map(({ id }) => id));
      await rows.insert(after);
    },

    async listDescriptions(read: ReadRow = readableOnly): Promise<Map<number, string>> {
      const stored = await db.selectFrom('pioneer_category').select(['category', 'description']).execute();
      const readable = stored.flatMap(
        (row) => read(row.category, () => checkRow(row, CATEGORY_COLUMNS)) ?? [],
      );
      return new Map(readable.map(({ category, description }) => [category, description]));
    },

    /** Removes the description if it is ''. */
    async saveDescription(category: number, description: string): Promise<void> {
      await db.deleteFrom('pioneer_category').where('category', '=', category).execute();
      if (description === '') return;
      await db.insertInto('pioneer_category').values({ category, description }).execute();
    },
  };
}

/** Returns an item with its category's description: the stored one, or else the one from the site file. */
export function presentPioneerItem(
  { id, category, description }: StoredPioneerItem,
  descriptions: ReadonlyMap<number, string>,
  builtIn: (category: number) => string,
): PioneerItem {
  return {
    id,
    pioneerCategory: category,
    description,
    categoryDescription: descriptions.get(category) ?? builtIn(category),
  };
}

export function builtInDescriptions({ pioneer }: Pick<Site, 'pioneer'>): (category: number) => string {
  const texts = new Map(
    pioneer.categories.map(({ category, longDescription }) => [category, longDescription]),
  );
  return (category) => texts.get(category) ?? '';
}
