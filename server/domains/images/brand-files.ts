import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type PQueue from 'p-queue';
import type { Site } from '#contract/site.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import type { TempFiles } from '#server/platform/files/temp-files.ts';
import { BRAND_FILES, fullSizeName, type BrandKind } from './image-files.ts';
import type { StoredImage } from './image-store.ts';
import type { ImageWorker } from './image-worker.ts';
import { readMade } from './read-made.ts';

type MadeFiles = ReadonlyMap<string, Buffer>;

/** Two logos, an icon, and a share image. */
const KEPT = 4;

/** Returns how an image is used to make a file with this name, or undefined. */
function kindOf(name: string, { id }: StoredImage, brand: Site['brand']): BrandKind | undefined {
  const uses = { logo: [brand.wideLogo, brand.darkLogo], icons: [brand.icon], share: [brand.share] };
  return (Object.keys(uses) as BrandKind[]).find(
    (kind) => Object.hasOwn(BRAND_FILES[kind], name) && uses[kind].includes(id),
  );
}

/**
 * Creates a function that finds the files made of the images that the settings name for the top bar, icons, and shared
 * links. They are made on the first request and kept in memory: they are few, small, and can be made again at any time.
 */
export function createBrandFiles({
  brand,
  files,
  tempFiles,
  imageWorker,
  queue,
}: {
  brand: () => Site['brand'];
  files: FileStore;
  tempFiles: TempFiles;
  imageWorker: ImageWorker;
  queue: PQueue;
}): (image: StoredImage, name: string) => Promise<Buffer | undefined> {
  const made = new Map<string, Promise<MadeFiles>>();

  async function make(image: StoredImage, kind: BrandKind): Promise<MadeFiles> {
    const source = await files.find(`images/${fullSizeName(image)}`);
    if (!source) return new Map();
    await using folder = await tempFiles.makeFolder();
    const input = join(folder.path, 'upload');
    await writeFile(input, source.stream());
    const result = await imageWorker.work({
      input,
      folder: folder.path,
      image,
      focus: image.focus,
      make: kind,
    });
    if ('rejection' in result) return new Map();
    const names = Object.keys(BRAND_FILES[kind]);
    return new Map(
      await Promise.all(
        names.map(
          async (name) =>
            [name, Buffer.concat(await Array.fromAsync(readMade(join(folder.path, name))))] as const,
        ),
      ),
    );
  }

  return async (image, name) => {
    const kind = kindOf(name, image, brand());
    if (!kind) return undefined;
    const key = `${kind} ${fullSizeName(image)}`;
    let found = made.get(key);
    if (!found) {
      // A page waits for it, unlike for the images of an upload.
      found = queue.add(() => make(image, kind), { priority: 1 });
      // Try again after a failure.
      const forget = () => void made.delete(key);
      found.then(({ size }) => size === 0 && forget(), forget);
      made.set(key, found);
      for (const old of [...made.keys()].slice(0, -KEPT)) made.delete(old);
    }
    return (await found).get(name);
  };
}
