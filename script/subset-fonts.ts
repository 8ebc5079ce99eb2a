/** Writes the two typefaces, reduced to the needed characters, to app/styles/fonts. The results are committed. */
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const LATIN_1 = String.fromCharCode(
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index),
  ...Array.from({ length: 0x100 - 0xa0 }, (_, index) => 0xa0 + index),
);
const CHARACTERS = `${LATIN_1}–—‘’“”•…−€™ŒœŠšŽžŸ`;

const FACES = [
  ['@fontsource/besley/files/besley-latin-700-normal.woff2', 'besley-700.woff2'],
  ['@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2', 'source-sans-400.woff2'],
  ['@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff2', 'source-sans-600.woff2'],
  ['@fontsource/source-sans-3/files/source-sans-3-latin-400-italic.woff2', 'source-sans-400-italic.woff2'],
] as const;

for (const [source, target] of FACES) {
  const original = readFileSync(`node_modules/${source}`);
  const subset = await subsetFont(original, CHARACTERS, { targetFormat: 'woff2' });
  writeFileSync(`app/styles/fonts/${target}`, subset);
  console.log(`${target}: ${original.length} -> ${subset.length} bytes`);
}
