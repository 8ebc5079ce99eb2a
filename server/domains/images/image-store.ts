import type { Focus } from '#contract/images.ts';
import { createChangeLogStore } from '#server/platform/change-log/change-log-store.ts';
import { readableOnly, type ReadRow } from '#server/platform/content/row-reader.ts';
import { databaseTime } from '#server/platform/database/database-time.ts';
import type { DatabaseHandle, Tables } from '#server/platform/database/database.ts';
import { checkRow } from '#server/platform/database/stored-values.ts';

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
type ImageRow = Omit<StoredImage, 'focus'> & Focus;
/** Row of an image, with its place among those of all types. `toImage` converts it. */
export type PlacedImage = ImageRow & { position: number };

/** Creates the stores that the rules for images need. */
export const imageStores = (db: DatabaseHandle) => ({
  images: createImageStore(db),
  changeLog: createChangeLogStore(db),
  /** Returns the database's time, so that a deleted image is purged neither early nor late. */
  databaseTime: (machine: () => Date) => databaseTime(db, machine),
});
export type ImageStores = ReturnType<typeof imageStores>;

const COLUMNS = {
  id: 'text',
  fileName: 'text',
  name: 'text',
  type: 'number',
  width: 'number',
  height: 'number',
  revision: 'text',
  deletedAt: 'text?',
  altText: 'text',
  x: 'number',
  y: 'number',
  crop: 'text',
  colors: 'text',
} as const;

const PLACED_COLUMNS = { ...COLUMNS, position: 'number' } as const;

export function createImageStore(db: DatabaseHandle) {
  const images = db
    .selectFrom('image')
    .select(['id', 'file_name as fileName', 'name', 'type', 'width', 'height', 'revision'])
    .select(['deleted_at as deletedAt', 'alt_text as altText', 'focus_x as x', 'focus_y as y'])
    .select(['cut as crop', 'colours as colors']);

  return {
    /** Returns the images that are not deleted, in display order. */
    async list(read: ReadRow = readableOnly): Promise<StoredImage[]> {
      const rows = await images.where('deleted_at', 'is', null).orderBy('position').orderBy('id').execute();
      return rows.flatMap((row) => read(row.id, () => toImage(checkRow(row, COLUMNS))) ?? []);
    },

    /** Returns the images that are not deleted, or those of them with an id of `ids`. */
    async listPlaced(read: ReadRow, ids?: readonly string[]): Promise<PlacedImage[]> {
      const placed = images.select('position').where('deleted_at', 'is', null);
      const rows = await (ids ? placed.where('id', 'in', ids) : placed).execute();
      return rows.flatMap((row) => read(row.id, () => checkRow(row, PLACED_COLUMNS)) ?? []);
    },

    async listDeleted(type: number, since: Date): Promise<StoredImage[]> {
      const rows = await images
        .where('type', '=', type)
        .where('deleted_at', '>', since.toISOString())
        .orderBy('deleted_at', 'desc')
        .execute();
      return rows.map(toImage);
    },

    /** Returns all images, even deleted ones. Without `read`, throws for an unreadable one, which may have files. */
    async listAll(read: ReadRow = (_, convert) => convert()): Promise<StoredImage[]> {
      const rows = await images.execute();
      return rows.flatMap((row) => read(row.id, () => toImage(checkRow(row, COLUMNS))) ?? []);
    },

    async listDeletedUntil(moment: Date): Promise<StoredImage[]> {
      return (await images.where('deleted_at', '<=', moment.toISOString()).execute()).map(toImage);
    },

    /** Returns an image, even if it is deleted. */
    async find(id: string): Promise<StoredImage | undefined> {
      const row = await images.where('id', '=', id).executeTakeFirst();
      return row && toImage(row);
    },

    /** Returns the images with these ids, even deleted ones. */
    async listByIds(ids: readonly string[]): Promise<StoredImage[]> {
      return ids.length === 0 ? [] : (await images.where('id', 'in', ids).execute()).map(toImage);
    },

    /** Inserts an image after all others, or updates an existing one. */
    async save({ fileName, deletedAt, altText, focus, crop, colors, ...image }: StoredImage): Promise<void> {
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
      const updated = await db.updateTable('image').set(row).where('id', '=', image.id).executeTakeFirst();
      if (updated.numUpdatedRows > 0) return;
      const { last } = await db
        .selectFrom('image')
        .select(({ fn }) => fn.max('position').as('last'))
        .executeTakeFirstOrThrow();
      await db
        .insertInto('image')
        .values({ ...row, position: (last ?? 0) + 1 })
        .execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('image').where('id', '=', id).execute();
    },

    async order(ids: readonly string[]): Promise<void> {
      const rows = await db.selectFrom('image').select(['id', 'position']).execute();
      const positions = new Map(rows.map(({ id, position }) => [id, position]));
      for (const [index, id] of ids.entries()) {
        const position = index + 1;
        // A moved image changes few positions, and a list may have thousands.
        if (positions.get(id) === position) continue;
        await db.updateTable('image').set({ position }).where('id', '=', id).execute();
      }
    },
  };
}

export const toImage = ({ x, y, ...image }: ImageRow): StoredImage => ({ ...image, focus: { x, y } });
