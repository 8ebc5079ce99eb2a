import { createChangeLogStore } from '#server/platform/change-log/change-log-store.ts';
import { readableOnly, type ReadRow } from '#server/platform/content/row-reader.ts';
import type { DatabaseHandle, Tables } from '#server/platform/database/database.ts';
import { checkRow } from '#server/platform/database/stored-values.ts';

export type StoredPioneerItem = Pick<Tables['pioneer_item'], 'id' | 'category' | 'description'>;

/** Creates the stores that the rules for Pioneer items need. */
export const pioneerStores = (db: DatabaseHandle) => ({
  pioneer: createPioneerStore(db),
  changeLog: createChangeLogStore(db),
});
export type PioneerStores = ReturnType<typeof pioneerStores>;

const ITEM_COLUMNS = { id: 'text', category: 'number', description: 'text' } as const;
const CATEGORY_COLUMNS = { category: 'number', description: 'text' } as const;

export function createPioneerStore(db: DatabaseHandle) {
  const items = db.selectFrom('pioneer_item').select(['id', 'category', 'description']);

  return {
    async list(read: ReadRow = readableOnly): Promise<StoredPioneerItem[]> {
      const rows = await items.orderBy('category').orderBy('position').execute();
      return rows.flatMap((row) => read(row.id, () => checkRow(row, ITEM_COLUMNS)) ?? []);
    },

    async find(id: string): Promise<StoredPioneerItem | undefined> {
      return items.where('id', '=', id).executeTakeFirst();
    },

    async listExisting(ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      const rows = await db.selectFrom('pioneer_item').select('id').where('id', 'in', ids).execute();
      return rows.map(({ id }) => id);
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

    async findPosition(id: string): Promise<number | undefined> {
      const row = await db
        .selectFrom('pioneer_item')
        .select('position')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.position;
    },

    /** Inserts an item at a position. If another item has it now, that one and those after it move down. */
    async insertAt(position: number, { id, category, description }: StoredPioneerItem): Promise<void> {
      await makeRoom(category, position);
      await db
        .insertInto('pioneer_item')
        .values({ id, save_key: null, category, position, description })
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

    /** Moves an item to a position in its category, like `insertAt`. */
    async moveTo(position: number, { id, category }: StoredPioneerItem): Promise<void> {
      await makeRoom(category, position);
      await db.updateTable('pioneer_item').set({ position }).where('id', '=', id).execute();
    },

    async delete(id: string): Promise<void> {
      await db.deleteFrom('pioneer_item').where('id', '=', id).execute();
    },

    async listDescriptions(read: ReadRow = readableOnly): Promise<Map<number, string>> {
      const rows = await db.selectFrom('pioneer_category').select(['category', 'description']).execute();
      const readable = rows.flatMap((row) => read(row.category, () => checkRow(row, CATEGORY_COLUMNS)) ?? []);
      return new Map(readable.map(({ category, description }) => [category, description]));
    },

    /** Removes the description if it is ''. */
    async saveDescription(category: number, description: string): Promise<void> {
      await db.deleteFrom('pioneer_category').where('category', '=', category).execute();
      if (description === '') return;
      await db.insertInto('pioneer_category').values({ category, description }).execute();
    },
  };

  /** Moves the items of a category from a position on down, if one has it. */
  async function makeRoom(category: number, position: number): Promise<void> {
    const ofCategory = db.selectFrom('pioneer_item').select('id').where('category', '=', category);
    if (!(await ofCategory.where('position', '=', position).executeTakeFirst())) return;
    await db
      .updateTable('pioneer_item')
      .set(({ eb }) => ({ position: eb('position', '+', 1) }))
      .where('category', '=', category)
      .where('position', '>=', position)
      .execute();
  }

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
