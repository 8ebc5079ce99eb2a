/** Writes the two typefaces, reduced to the needed characters, to app/styles/fonts. The results are committed. */
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const LATIN_1 = String.fromCharCode(
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index),
  ...Array.from({ length: 0x100 - 0xa0 }, (_, index) => 0xa0 + index),
);
const ALL = `${LATIN_1}–—‘’“”•…−€™ŒœŠšŽžŸ`;
/** Characters that every page has. Browsers load the files with the others if a page has one of those. */
const BASIC = /[ -[\]_a-z\u00A0©·–—‘’“”•…−]/gu;
const SETS = { '': (ALL.match(BASIC) ?? []).join(''), '-more': ALL.replaceAll(BASIC, '') };

/** OpenType features that the styles use. Others, such as fractions, would add glyphs. */
const FEATURES = ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum'];

const SANS = '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght';

const FACES = [
  { source: '@fontsource/besley/files/besley-latin-700-normal.woff2', name: 'besley-700' },
  // Both weights in one file are smaller than two files.
  { source: `${SANS}-normal.woff2`, name: 'source-sans', axes: { wght: { min: 400, max: 600 } } },
  { source: `${SANS}-italic.woff2`, name: 'source-sans-400-italic', axes: { wght: 400 } },
] as const;

for (const { source, name, ...rest } of FACES) {
  const original = readFileSync(`node_modules/${source}`);
  for (const [suffix, included] of Object.entries(SETS)) {
    const subset = await subsetFont(original, included, {
      targetFormat: 'woff2',
      keepFeatures: FEATURES,
      ...('axes' in rest && { variationAxes: rest.axes }),
    });
    writeFileSync(`app/styles/fonts/${name}${suffix}.woff2`, subset);
    console.log(`${name}${suffix}: ${original.length} -> ${subset.length} bytes`);
  }
}
