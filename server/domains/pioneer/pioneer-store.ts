import { createChangeLogStore } from '#server/platform/change-log/change-log-store.ts';
import type { DatabaseHandle, Tables } from '#server/platform/database/database.ts';

export type StoredPioneerItem = Pick<Tables['pioneer_item'], 'id' | 'category' | 'description'>;
export type PioneerStore = ReturnType<typeof createPioneerStore>;

/** Creates the stores that the rules for Pioneer items need. */
export const pioneerStores = (db: DatabaseHandle) => ({
  pioneer: createPioneerStore(db),
  changeLog: createChangeLogStore(db),
});
export type PioneerStores = ReturnType<typeof pioneerStores>;

export function createPioneerStore(db: DatabaseHandle) {
  const items = db.selectFrom('pioneer_item').select(['id', 'category', 'description']);

  return {
    async list(): Promise<StoredPioneerItem[]> {
      return items.orderBy('category').orderBy('position').execute();
    },

    async find(id: string): Promise<StoredPioneerItem | undefined> {
      return items.where('id', '=', id).executeTakeFirst();
    },

    /** Returns the item that an earlier attempt of the same save has added. */
    async findBySave(saveKey: string): Promise<StoredPioneerItem | undefined> {
      return items.where('save_key', '=', saveKey).executeTakeFirst();
    },

    async count(category: number): Promise<number> {
      const found = await db
        .selectFrom('pioneer_item')
        .select('id')
        .where('category', '=', category)
        .execute();
      return found.length;
    },

    async insert(item: StoredPioneerItem & { saveKey: string | null }): Promise<void> {
      const { id, saveKey, category, description } = item;
      const position = await nextPosition(category);
      await db
        .insertInto('pioneer_item')
        .values({ id, save_key: saveKey, category, position, description })
        .execute();
    },

    /** Moves the item to the end if its category changes. */
    async update({ id, category, description }: StoredPioneerItem): Promise<void> {
      const position = await nextPosition(category);
      await db
        .updateTable('pioneer_item')
        .set(({ eb }) => ({
          description,
          position: eb.case().when('category', '=', category).then(eb.ref('position')).else(position).end(),
          category,
        }))
        .where('id', '=', id)
        .execute();
    },

    async delete(id: string): Promise<void> {
      await db.deleteFrom('pioneer_item').where('id', '=', id).execute();
    },

    async listDescriptions(): Promise<Map<number, string>> {
      const rows = await db.selectFrom('pioneer_category').select(['category', 'description']).execute();
      return new Map(rows.map(({ category, description }) => [category, description]));
    },

    /** Removes the description if it is ''. */
    async saveDescription(category: number, description: string): Promise<void> {
      await db.deleteFrom('pioneer_category').where('category', '=', category).execute();
      if (description === '') return;
      await db.insertInto('pioneer_category').values({ category, description }).execute();
    },
  };

  async function nextPosition(category: number): Promise<number> {
    const last = await db
      .selectFrom('pioneer_item')
      .select('position')
      .where('category', '=', category)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst();
    return (last?.position ?? -1) + 1;
  }
}
