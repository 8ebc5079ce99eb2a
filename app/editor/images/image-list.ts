import type { VersionId } from '#contract/content-version.ts';
import type { Image, SavedImage, ShownImage } from '#contract/images.ts';
import { idsIn } from '#app/editor/field/list-order.ts';

/** An image and the content version it was read at. */
export type VersionedImage = { image: ShownImage; version: VersionId };

/** Returns the image in the response of a save. */
export const savedImage = ({ body, version }: { body: SavedImage; version: VersionId }): VersionedImage => ({
  image: body.content,
  version,
});

/** Texts that name a list of images. */
export type ListTexts = {
  /** Phrase that follows "is now". */
  position: string;
  all: string;
  none: string;
};

export const toOrder = (images: readonly Pick<Image, 'imageId'>[]): string =>
  JSON.stringify(images.map(({ imageId }) => imageId));

/** Sorts items by a serialized order. Items missing from it come last, in their current sequence. */
export function inOrder<Item extends { image: ShownImage }>(items: readonly Item[], order: string): Item[] {
  const positions = new Map(idsIn(order).map((id, position) => [id, position]));
  const positionOf = ({ image }: Item) => positions.get(image.imageId) ?? positions.size;
  return items.toSorted((one, other) => positionOf(one) - positionOf(other));
}

/** Returns the loaded images, updated with later changes and additions, without the deleted ones. */
export function currentImages(
  loaded: readonly VersionedImage[],
  { changed, deletedIds }: { changed: readonly VersionedImage[]; deletedIds: ReadonlySet<string> },
): VersionedImage[] {
  const all = new Map([...loaded, ...changed].map((known) => [known.image.imageId, known]));
  return [...all.values()].filter(({ image }) => !deletedIds.has(image.imageId));
}
