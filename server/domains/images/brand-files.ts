import type PQueue from 'p-queue';
import type { Site } from '#contract/site.ts';
import { BRAND_FILES, fullSizeName, type BrandKind, type StoredImage } from './image-files.ts';
import { makeInFolder, type ImageMaker } from './make-image-files.ts';

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
export function createBrandFiles(
  maker: ImageMaker,
  { brand, queue }: { brand: () => Site['brand']; queue: PQueue },
): (image: StoredImage, name: string) => Promise<Buffer | undefined> {
  const made = new Map<string, Promise<MadeFiles>>();

  async function make(image: StoredImage, kind: BrandKind): Promise<MadeFiles> {
    const found = new Map<string, Buffer>();
    const source = await maker.files.find(`images/${fullSizeName(image)}`);
    if (!source) return found;
    await makeInFolder(maker, source, { image, focus: image.focus, make: kind }, async (read) => {
      for (const name of Object.keys(BRAND_FILES[kind]))
        found.set(name, Buffer.concat(await Array.fromAsync(read(name))));
    });
    return found;
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
