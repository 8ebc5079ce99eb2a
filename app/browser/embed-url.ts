import { roundCoordinate, type Coordinates } from './coordinates.ts';

export function fillEmbedUrl(template: string, { lat, lon }: Coordinates): string {
  return template
    .replaceAll('{lat}', String(roundCoordinate(lat)))
    .replaceAll('{lon}', String(roundCoordinate(lon)));
}

/** Fills a postal address into a map URL. Uses a function, because `$` is special in a replacement string. */
export function fillAddress(template: string, address: string): string {
  return template.replaceAll('{address}', () =>
    encodeURIComponent(address.toWellFormed().replace(/\s+/g, ' ')),
  );
}
