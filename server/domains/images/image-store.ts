import { createChangeLogStore } from '#server/platform/change-log/change-log-store.ts';
import type { DatabaseHandle, Tables } from '#server/platform/database/database.ts';

export type ImageRow = Omit<Tables['image'], 'position'>;
export type ImageStore = ReturnType<typeof createImageStore>;

const COLUMNS = [
  'id',
  'file_name',
  'name',
  'type',
  'width',
  'height',
  'deleted_at',
  'alt_text',
  'focus_x',
  'focus_y',
  'revision',
  'cut',
  'colours',
] as const;

/** Creates the stores that the rules for images need. */
export const imageStores = (db: DatabaseHandle) => ({
  images: createImageStore(db),
  changeLog: createChangeLogStore(db),
});
export type ImageStores = ReturnType<typeof imageStores>;

export function createImageStore(db: DatabaseHandle) {
  return {
    /** Returns the images that are not deleted, in display order. */
    async list(): Promise<ImageRow[]> {
      return db
        .selectFrom('image')
        .select(COLUMNS)
        .where('deleted_at', 'is', null)
        .orderBy('position')
        .orderBy('id')
        .execute();
    },

    async listDeleted(type: number, since: Date): Promise<ImageRow[]> {
      return db
        .selectFrom('image')
        .select(COLUMNS)
        .where('type', '=', type)
        .where('deleted_at', '>', since.toISOString())
        .orderBy('deleted_at', 'desc')
        .execute();
    },

    async listAll(): Promise<ImageRow[]> {
      return db.selectFrom('image').select(COLUMNS).execute();
    },

    async listDeletedUntil(moment: Date): Promise<ImageRow[]> {
      return db.selectFrom('image').select(COLUMNS).where('deleted_at', '<=', moment.toISOString()).execute();
    },

    /** Returns an image, even if it is deleted. */
    async find(id: string): Promise<ImageRow | undefined> {
      return db.selectFrom('image').select(COLUMNS).where('id', '=', id).executeTakeFirst();
    },

    /** Inserts an image after all others, or updates an existing one. */
    async save({ id, ...image }: ImageRow): Promise<void> {
      const { last } = await db
        .selectFrom('image')
        .select(({ fn }) => fn.max('position').as('last'))
        .executeTakeFirstOrThrow();
      await db
        .insertInto('image')
        .values({ id, ...image, position: (last ?? 0) + 1 })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(image))
        .execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('image').where('id', '=', id).execute();
    },

    async order(ids: readonly string[]): Promise<void> {
      for (const [index, id] of ids.entries()) {
        await db
          .updateTable('image')
          .set({ position: index + 1 })
          .where('id', '=', id)
          .execute();
      }
    },
  };
}
