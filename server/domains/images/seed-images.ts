import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Author } from '#server/platform/change.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { IMAGE_TYPE } from '#contract/images.ts';
import { filesOf, type MadeImage } from './image-files.ts';
import { imageRules } from './image-kind.ts';

export type SeedImage = { file: string; name: string; altText: string } & MadeImage;

export const seedFiles = (file: string) => filesOf({ fileName: file, revision: '', crop: '' });

/** Adds the images of a folder to the gallery, in the order of its gallery.json, in the caller's transaction. */
export async function seedImages(
  stores: ReturnType<typeof imageRules.stores>,
  author: Author,
  { files, folder }: { files: FileStore; folder: string },
): Promise<void> {
  const images = JSON.parse(await readFile(join(folder, 'gallery.json'), 'utf8')) as SeedImage[];
  for (const { file, name, altText, ...made } of images) {
    const save = (each: string) => files.save(`images/${each}`, createReadStream(join(folder, each)));
    // One image at a time, because the memory of buffers for all files stays with the process.
    await Promise.all(seedFiles(file).map(save));
    const id = file.slice(0, file.indexOf('.'));
    await imageRules.save(stores, author, {
      id,
      fileName: file,
      name,
      altText,
      type: IMAGE_TYPE.gallery,
      made,
    });
  }
}
