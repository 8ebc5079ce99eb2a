import type { StoredImage } from '#server/domains/images/image-files.ts';

/** Returns an image of the gallery whose id and files have a name. */
export const aStoredImage = (id: string, change: Partial<StoredImage> = {}): StoredImage => ({
  id,
  fileName: `${id}.jpg`,
  name: id,
  type: 0,
  width: 1600,
  height: 1200,
  deletedAt: null,
  altText: '',
  focus: { x: 50, y: 50 },
  revision: '',
  crop: '',
  colors: '',
  audience: 'everyone',
  ...change,
});

/** An upload with this id, as `saveImage` takes it. */
export const aNewImage = (id: string, change: { name?: string; type?: number } = {}) => ({
  id,
  fileName: `${id}.jpg`,
  name: id,
  type: 0,
  made: { width: 1600, height: 1200, colors: '' },
  ...change,
});
