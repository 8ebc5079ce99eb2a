import { HEIGHT, skylineSvg } from './skyline.ts';

export const SHARE = { width: 1200, height: 630 } as const;

const PLATE = '#17492C';
const GOLD = '#E3AC2F';
const GROUND = '#F0ECDF';

/** Part of the skyline with the buildings, in its own units. */
const BUILDINGS = { left: 112, width: 836 } as const;

/** Draws the elevator without a name, because it also shows for cooperatives that have no image for shared links. */
export function shareSvg(): string {
  const scale = SHARE.width / BUILDINGS.width;
  const height = HEIGHT * scale;
  const skyline = skylineSvg('light').replace(
    /<svg [^>]*>/,
    `<svg xmlns="http://www.w3.org/2000/svg" x="0" y="${SHARE.height - 84 - height}" width="${SHARE.width}" height="${height}" viewBox="${BUILDINGS.left} 0 ${BUILDINGS.width} ${HEIGHT}" preserveAspectRatio="xMidYMax slice">`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHARE.width} ${SHARE.height}" width="${SHARE.width}" height="${SHARE.height}">` +
    `<rect width="${SHARE.width}" height="${SHARE.height}" fill="${GROUND}"/>` +
    skyline +
    `<path fill="${PLATE}" d="M0 ${SHARE.height - 84}h${SHARE.width}v84H0z"/>` +
    `<path fill="${GOLD}" d="M0 ${SHARE.height - 84}h${SHARE.width}v8H0z"/></svg>\n`
  );
}
