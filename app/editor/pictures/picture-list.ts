import type { Image, ShownImage } from '#contract/images.ts';

/** A picture as the editor keeps it: with the content version that it was read at. */
export type KnownPicture = { image: ShownImage; version: number };

/** An order of pictures as the text that its field keeps, saves and compares. */
export const toOrder = (images: readonly Pick<Image, 'imageId'>[]): string =>
  JSON.stringify(images.map(({ imageId }) => imageId));

/** The ids of a text; none of a text that is no order, as one that was kept on the device may be. */
export function idsIn(order: string): string[] {
  try {
    const ids = JSON.parse(order) as unknown;
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Pictures in an order; those that it does not name come behind, as they stood. */
export function inOrder<Item extends { image: ShownImage }>(items: readonly Item[], order: string): Item[] {
  const places = new Map(idsIn(order).map((id, place) => [id, place]));
  const placeOf = ({ image }: Item) => places.get(image.imageId) ?? places.size;
  return items.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The order with one of them at another place. */
export function movedTo(ids: readonly string[], id: string, to: number): string {
  const rest = ids.filter((each) => each !== id);
  return JSON.stringify(to < 0 || to > rest.length ? ids : rest.toSpliced(to, 0, id));
}

/** What is known of pictures: what was loaded, and over it what has come or changed since; without those that went. */
export function knownPictures(
  loaded: readonly KnownPicture[],
  { changed, gone }: { changed: readonly KnownPicture[]; gone: ReadonlySet<string> },
): KnownPicture[] {
  const all = new Map([...loaded, ...changed].map((known) => [known.image.imageId, known]));
  return [...all.values()].filter(({ image }) => !gone.has(image.imageId));
}
