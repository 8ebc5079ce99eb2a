import type { Focus } from '#contract/images.ts';
import { createChangeLogStore } from '#server/platform/change-log/change-log-store.ts';
import type { DatabaseHandle, Tables } from '#server/platform/database/database.ts';

/** Stored image; `Tables` describes its columns. */
export type StoredImage = Pick<Tables['image'], 'id' | 'name' | 'type' | 'width' | 'height' | 'revision'> & {
  fileName: string;
  deletedAt: string | null;
  altText: string;
  focus: Focus;
  /** Column `cut`. */
  crop: string;
  /** Column `colours`. */
  colors: string;
};
export type ImageStore = ReturnType<typeof createImageStore>;

/** Creates the stores that the rules for images need. */
export const imageStores = (db: DatabaseHandle) => ({
  images: createImageStore(db),
  changeLog: createChangeLogStore(db),
});
export type ImageStores = ReturnType<typeof imageStores>;

export function createImageStore(db: DatabaseHandle) {
  const images = db
    .selectFrom('image')
    .select(['id', 'file_name as fileName', 'name', 'type', 'width', 'height', 'revision'])
    .select(['deleted_at as deletedAt', 'alt_text as altText', 'focus_x as x', 'focus_y as y'])
    .select(['cut as crop', 'colours as colors']);

  return {
    /** Returns the images that are not deleted, in display order. */
    async list(): Promise<StoredImage[]> {
      const rows = await images.where('deleted_at', 'is', null).orderBy('position').orderBy('id').execute();
      return rows.map(toImage);
    },

    async listDeleted(type: number, since: Date): Promise<StoredImage[]> {
      const rows = await images
        .where('type', '=', type)
        .where('deleted_at', '>', since.toISOString())
        .orderBy('deleted_at', 'desc')
        .execute();
      return rows.map(toImage);
    },

    async listAll(): Promise<StoredImage[]> {
      return (await images.execute()).map(toImage);
    },

    async listDeletedUntil(moment: Date): Promise<StoredImage[]> {
      return (await images.where('deleted_at', '<=', moment.toISOString()).execute()).map(toImage);
    },

    /** Returns an image, even if it is deleted. */
    async find(id: string): Promise<StoredImage | undefined> {
      const row = await images.where('id', '=', id).executeTakeFirst();
      return row && toImage(row);
    },

    /** Inserts an image after all others, or updates an existing one. */
    async save({ fileName, deletedAt, altText, focus, crop, colors, ...image }: StoredImage): Promise<void> {
      const { last } = await db
        .selectFrom('image')
        .select(({ fn }) => fn.max('position').as('last'))
        .executeTakeFirstOrThrow();
      const row = {
        ...image,
        file_name: fileName,
        deleted_at: deletedAt,
        alt_text: altText,
        focus_x: focus.x,
        focus_y: focus.y,
        cut: crop,
        colours: colors,
      };
      await db
        .insertInto('image')
        .values({ ...row, position: (last ?? 0) + 1 })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
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

const toImage = ({ x, y, ...image }: Omit<StoredImage, 'focus'> & Focus): StoredImage => ({
  ...image,
  focus: { x, y },
});
