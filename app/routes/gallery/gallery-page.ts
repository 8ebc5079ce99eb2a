import { galleryPages, imagesOnPage, GALLERY_PAGE_IMAGES, type ShownImage } from '#contract/images.ts';

type Position = { page: number; total: number };

/** Part of the gallery that one page shows. */
export type GalleryPart = ReturnType<typeof partOf>;

export const isOnePage = ({ page, total }: Position) => page >= 1 && page <= galleryPages(total);

/** Returns the part to show of the images, which are those of the page, or all if there were few. */
export function partOf(images: readonly ShownImage[], { page, total: known }: Position) {
  // There may be more than when the document was loaded.
  const areAll = known <= GALLERY_PAGE_IMAGES;
  const total = areAll ? images.length : known;
  return {
    images: areAll ? imagesOnPage(images, page) : images,
    page,
    pages: galleryPages(total),
    /** Number of images on earlier pages. */
    before: (page - 1) * GALLERY_PAGE_IMAGES,
    /** Number of images on all pages. */
    total,
  };
}

/** Returns the page numbers to link, with 0 for a gap: the first, the last, and those near the current one. */
export function linkedPages(page: number, pages: number): number[] {
  const near = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (each) => each === 1 || each === pages || Math.abs(each - page) <= 1,
  );
  return near.flatMap((each, index) => {
    const skipped = each - (near[index - 1] ?? 0) - 1;
    // A gap would take as much space as a single number.
    return skipped === 1 ? [each - 1, each] : skipped > 1 ? [0, each] : [each];
  });
}
