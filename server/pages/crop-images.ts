import type { Image } from '#contract/images.ts';
import type { PublicSite } from '#shared/page-content.ts';

type Crop = { imageUrl: string; imageId?: string };
type Find = (id: string) => Image | undefined;

/** Returns the site with the images of crops in place of their drawings. A deleted image leaves the drawing. */
export function withCropImages(site: PublicSite, find: Find): PublicSite {
  const { pioneer, seedBrands } = site;
  return {
    ...site,
    pioneer: { ...pioneer, categories: withImages(pioneer.categories, find) },
    seedBrands: seedBrands.map((brand) => ({ ...brand, categories: withImages(brand.categories, find) })),
  };
}

const withImages = <Each extends Crop>(crops: readonly Each[], find: Find): Each[] =>
  crops.map(({ imageId, ...crop }) => {
    const image = imageId === undefined ? undefined : find(imageId);
    return { ...crop, ...(image && { imageUrl: image.squareUrls.fallback }) } as Each;
  });
