import type { Image, ShownImage } from '#contract/images.ts';

/** An image and the content version it was read at. */
export type VersionedImage = { image: ShownImage; version: number };

/** Texts that name a list of images. */
export type ListTexts = {
  /** Phrase that follows "is now". */
  position: string;
  all: string;
  none: string;
};

export const toOrder = (images: readonly Pick<Image, 'imageId'>[]): string =>
  JSON.stringify(images.map(({ imageId }) => imageId));

/** Parses a serialized order. Returns [] for other text, such as a draft from an older release. */
export function idsIn(order: string): string[] {
  try {
    const ids = JSON.parse(order) as unknown;
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Sorts items by a serialized order. Items missing from it come last, in their current sequence. */
export function inOrder<Item extends { image: ShownImage }>(items: readonly Item[], order: string): Item[] {
  const positions = new Map(idsIn(order).map((id, position) => [id, position]));
  const positionOf = ({ image }: Item) => positions.get(image.imageId) ?? positions.size;
  return items.toSorted((one, other) => positionOf(one) - positionOf(other));
}

export function movedTo(ids: readonly string[], id: string, to: number): string {
  const rest = ids.filter((each) => each !== id);
  return JSON.stringify(to < 0 || to > rest.length ? ids : rest.toSpliced(to, 0, id));
}

/** Returns the loaded images, updated with later changes and additions, without the deleted ones. */
export function currentImages(
  loaded: readonly VersionedImage[],
  { changed, deletedIds }: { changed: readonly VersionedImage[]; deletedIds: ReadonlySet<string> },
): VersionedImage[] {
  const all = new Map([...loaded, ...changed].map((known) => [known.image.imageId, known]));
  return [...all.values()].filter(({ image }) => !deletedIds.has(image.imageId));
}
