import type { DatabaseHandle, Tables } from '#server/database/database.ts';

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
        .orderBy('id')
        .execute();
    },

    /** Those of a type that were deleted since a moment, the last one first. */
    async listDeleted(type: number, since: Date): Promise<ImageRow[]> {
      return db
        .selectFrom('image')
        .select(COLUMNS)
        .where('type', '=', type)
        .where('deleted_at', '>', since.toISOString())
        .orderBy('deleted_at', 'desc')
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

    /** Puts pictures in an order. */
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
