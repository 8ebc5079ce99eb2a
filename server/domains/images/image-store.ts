import type { Focus } from '#contract/images.ts';
import type { DatabaseHandle, Tables } from '#server/platform/database/database.ts';
import { createFileRows, createFileStores } from '#server/records/stored-file/file-rows.ts';

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

/** Creates the stores that the rules for images need. */
export const imageStores = (db: DatabaseHandle) => ({
  images: createImageStore(db),
  ...createFileStores(db),
});
export type ImageStores = ReturnType<typeof imageStores>;

export const createImageStore = (db: DatabaseHandle) =>
  createFileRows<StoredImage, Omit<StoredImage, 'focus'> & Focus>(db, {
    table: 'image',
    columns: {
      id: ['id', 'text'],
      fileName: ['file_name', 'text'],
      name: ['name', 'text'],
      type: ['type', 'number'],
      width: ['width', 'number'],
      height: ['height', 'number'],
      revision: ['revision', 'text'],
      deletedAt: ['deleted_at', 'text?'],
      altText: ['alt_text', 'text'],
      x: ['focus_x', 'number'],
      y: ['focus_y', 'number'],
      crop: ['cut', 'text'],
      colors: ['colours', 'text'],
    },
    toRow: ({ x, y, ...image }) => ({ ...image, focus: { x, y } }),
    toColumns: ({ focus, ...image }) => ({ ...image, ...focus }),
  });
