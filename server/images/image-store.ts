import type { DatabaseHandle, Tables } from '#server/database/database.ts';

export type ImageRow = Omit<Tables['image'], 'position'>;
export type ImageStore = ReturnType<typeof createImageStore>;

const COLUMNS = ['id', 'file_name', 'name', 'type', 'width', 'height', 'deleted_at'] as const;

/** The registered pictures, in the cooperative's order. Deleted ones stay, with the moment at which they were. */
export function createImageStore(db: DatabaseHandle) {
  return {
    /** All that are not deleted. */
    async list(): Promise<ImageRow[]> {
      return db
        .selectFrom('image')
        .select(COLUMNS)
        .where('deleted_at', 'is', null)
        .orderBy('position')
        .execute();
    },

    /** All there are, deleted or not. */
    async listAll(): Promise<ImageRow[]> {
      return db.selectFrom('image').select(COLUMNS).execute();
    },

    /** Those that were deleted until a moment. */
    async listDeletedUntil(moment: Date): Promise<ImageRow[]> {
      return db.selectFrom('image').select(COLUMNS).where('deleted_at', '<=', moment.toISOString()).execute();
    },

    /** A picture, deleted or not. */
    async find(id: string): Promise<ImageRow | undefined> {
      return db.selectFrom('image').select(COLUMNS).where('id', '=', id).executeTakeFirst();
    },

    /** Adds a picture behind all others, or saves what has changed of one. */
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

    /** Removes a picture for good. */
    async remove(id: string): Promise<void> {
      await db.deleteFrom('image').where('id', '=', id).execute();
    },
  };
}
