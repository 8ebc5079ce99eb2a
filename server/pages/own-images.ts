import type { Image } from '#contract/images.ts';
import type { Site } from '#contract/site.ts';
import type { PublicSite } from '#shared/page-content.ts';

type Find = (id: string) => Image | undefined;

/** Returns the site with images of the editor in place of drawings. A deleted image leaves the drawing. */
export function withOwnImages(site: PublicSite, find: Find): PublicSite {
  const { services, pioneer, seedBrands, brand } = site;
  const withServices = <Each extends Pick<Site, 'services'>>(each: Each): Each => ({
    ...each,
    services: replaced(each.services, 'drawing', find),
  });
  const home = brand.home === undefined ? undefined : find(brand.home);
  return {
    ...site,
    services: replaced(services, 'drawing', find),
    pioneer: { ...withServices(pioneer), categories: replaced(pioneer.categories, 'imageUrl', find) },
    seedBrands: seedBrands.map((each) => ({
      ...withServices(each),
      categories: replaced(each.categories, 'imageUrl', find),
    })),
    ...(home && { homeImage: shownOnHome(home) }),
  };
}

const replaced = <Each extends { imageId?: string }>(
  rows: readonly Each[],
  drawing: keyof Each,
  find: Find,
): Each[] =>
  rows.map(({ imageId, ...row }) => {
    const image = imageId === undefined ? undefined : find(imageId);
    return { ...row, ...(image && { [drawing]: image.squareUrls.fallback }) } as Each;
  });

const shownOnHome = ({ screenUrl, phoneUrl, altText, imageName, focus }: Image) => ({
  screenUrl,
  phoneUrl,
  alt: altText || imageName,
  focus,
});
