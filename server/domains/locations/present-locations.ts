import type { Image } from '#contract/images.ts';
import type { Locations } from '#contract/locations.ts';

/** Adds the images of locations. One that was deleted is left out. */
export const withImages = (locations: Locations, images: { find(id: string): Image | undefined }) =>
  locations.map((location) => {
    const image = location.imageId === '' ? undefined : images.find(location.imageId);
    return image ? { ...location, image } : location;
  });
