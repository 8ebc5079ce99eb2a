import { loadFont, wordPath, wordWidth } from './lettering.ts';
import { num } from './numbers.ts';

const PLATE = '#17492C';
const CREAM = '#FBFAF4';
const SHADE = '#D5CFBD';
const GOLD = '#E3AC2F';

/** Draws the crib elevator of the skyline in 30 by 34, with fewer and heavier parts, because it is shown this small. */
function crib(plate: string): string {
  return [
    `<path fill="${CREAM}" d="M2 32V16l4-4.5V6l6-5 6 5v5.5l4 4.5v16z"/>`,
    `<path fill="${SHADE}" d="M15 3.5L18 6v5.5l4 4.5v16h-4.5V15.5L15 12.7z"/>`,
    `<path fill="${GOLD}" d="M23.3 32V18.5l6.2 4V32zM0 33h30v1H0z"/>`,
    // Window and siding show the background.
    `<path fill="${plate}" d="M10.5 6.5h3V10h-3z"/>`,
    `<path fill="none" stroke="${plate}" d="M2 19.5h20M2 23.5h20M2 27.5h20"/>`,
  ].join('');
}

export function logoSvg(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 34" width="30" height="34">${crib(PLATE)}</svg>\n`;
}

/** Returns the mark on its background; `corner` is the corner radius as a share of the side. */
export function iconSvg(corner: number, scale = 1.13): string {
  const [left, top] = [(48 - 30 * scale) / 2, (48 - 34 * scale) / 2];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="${num(48 * corner)}" fill="${PLATE}"/>` +
    `<g transform="translate(${num(left)} ${num(top)}) scale(${scale})">${crib(PLATE)}</g></svg>\n`
  );
}

const SLAB = loadFont('@fontsource/besley/files/besley-latin-700-normal.woff');

/** Returns an exchange's name in our lettering, not its logo. Without a border, because it is not a button. */
export function wordMarkSvg(word: string): string {
  const [height, cap, side] = [44, 15, 1];
  const width = Math.round(wordWidth(SLAB, word, cap, 0.4) + 2 * side);
  const letters = wordPath(SLAB, word, { x: side, y: (height + cap) / 2, cap, spacing: 0.4, decimals: 1 });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><title>${word}</title>` +
    '<style>.w{fill:#191E19}@media(prefers-color-scheme:dark){.w{fill:#F2EFE4}}</style>' +
    `<path class="w" d="${letters}"/></svg>\n`
  );
}
