import { loadFont, wordPath } from './lettering.ts';
import { HEIGHT, skylineSvg, WIDTH } from './skyline.ts';

export const SHARE = { width: 1200, height: 630 } as const;

const PLATE = '#17492C';
const GOLD = '#E3AC2F';
const GROUND = '#F0ECDF';

const SLAB = loadFont('@fontsource/besley/files/besley-latin-700-normal.woff');

export function shareSvg(name: readonly string[]): string {
  const scale = SHARE.width / WIDTH;
  const top = SHARE.height - 84 - HEIGHT * scale;
  const lines = name.map((line, index) =>
    wordPath(SLAB, line, { x: 72, y: 190 + index * 104, cap: 62, spacing: 0, decimals: 1 }),
  );
  const skyline = skylineSvg('light').replace(
    '<svg ',
    `<svg x="0" y="${top}" width="${SHARE.width}" height="${HEIGHT * scale}" `,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHARE.width} ${SHARE.height}" width="${SHARE.width}" height="${SHARE.height}">` +
    `<rect width="${SHARE.width}" height="${SHARE.height}" fill="${GROUND}"/>` +
    `<path fill="${PLATE}" d="${lines.join('')}"/>` +
    skyline.replace(/(<svg [^>]*?) width="1280" height="220"/, '$1') +
    `<path fill="${PLATE}" d="M0 ${SHARE.height - 84}h${SHARE.width}v84H0z"/>` +
    `<path fill="${GOLD}" d="M0 ${SHARE.height - 84}h${SHARE.width}v8H0z"/></svg>\n`
  );
}
