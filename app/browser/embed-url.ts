import { roundCoordinate, type Coordinates } from './coordinates.ts';

/** The address of a weather embed: its template with every `{lat}` and `{lon}` filled in. */
export function fillEmbedUrl(template: string, { lat, lon }: Coordinates): string {
  return template
    .replaceAll('{lat}', String(roundCoordinate(lat)))
    .replaceAll('{lon}', String(roundCoordinate(lon)));
}

/** The address of a map for a postal address, of which every character may be anything. */
export function fillAddress(template: string, address: string): string {
  return template.replaceAll('{address}', () =>
    encodeURIComponent(address.toWellFormed().replace(/\s+/g, ' ')),
  );
}
