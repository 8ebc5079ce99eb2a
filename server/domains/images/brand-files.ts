import { LRUCache } from 'lru-cache';
import type PQueue from 'p-queue';
import type { Site } from '#contract/site.ts';
import { BRAND_FILES, fullSizeName, type BrandKind, type StoredImage } from './image-files.ts';
import { makeInFolder, type ImageMaker } from './make-image-files.ts';

type MadeFiles = ReadonlyMap<string, Buffer>;
/** Image, and what it is used for. */
type Use = { image: StoredImage; kind: BrandKind };

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
  const made = new LRUCache<string, MadeFiles, Use>({
    max: KEPT,
    // A request still gets files that others have replaced here while they were made.
    ignoreFetchAbort: true,
    // A page waits for it, unlike for the images of an upload.
    fetchMethod: (_key, _stale, { context }) => queue.add(() => make(context), { priority: 1 }),
  });

  /** Returns undefined, which is not kept, if the files cannot be made. */
  async function make({ image, kind }: Use): Promise<MadeFiles | undefined> {
    const source = await maker.files.find(`images/${fullSizeName(image)}`);
    if (!source) return undefined;
    const found = new Map<string, Buffer>();
    await makeInFolder(maker, source, { image, focus: image.focus, make: kind }, async (read) => {
      for (const name of Object.keys(BRAND_FILES[kind]))
        found.set(name, Buffer.concat(await Array.fromAsync(read(name))));
    });
    return found.size === 0 ? undefined : found;
  }

  return async (image, name) => {
    const kind = kindOf(name, image, brand());
    if (!kind) return undefined;
    const found = await made.fetch(`${kind} ${fullSizeName(image)}`, { context: { image, kind } });
    return found?.get(name);
  };
}
