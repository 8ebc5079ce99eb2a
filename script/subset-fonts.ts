/**
 * Writes the two typefaces, reduced to the needed characters, to app/styles/fonts. The results are committed. Run it
 * after `npm install --no-save source-sans@3.52.0`, whose 20 MB are too many for every checkout: subsets by others lack
 * the eighths of cents.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const LATIN_1 = String.fromCharCode(
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index),
  ...Array.from({ length: 0x100 - 0xa0 }, (_, index) => 0xa0 + index),
);
const ALL = `${LATIN_1}–—‘’“”•…−€™ŒœŠšŽžŸ⅛⅜⅝⅞`;
/** Characters that every page has. Browsers load the files with the others if a page has one of those. */
const BASIC = /[ -[\]_a-z\u00A0©·–—‘’“”•…−]/u;
/** Characters of prices and their changes. */
const PRICES = /[¢¼½¾⅛⅜⅝⅞]/u;

/** Tables that browsers don't use. Without GDEF, kerning is the same for all weights. */
const UNUSED_TABLES = ['DSIG', 'GDEF', 'MVAR', 'STAT', 'meta'];

/** Ascent and descent of the subsets by others, in thousandths of the font size. The fallbacks have them, too. */
const SANS_METRICS = { ascent: 1024, descent: -400 };
const USE_TYPO_METRICS = 1 << 7;
const SANS = 'source-sans/VF/SourceSans3VF';

const FACES = [
  { source: '@fontsource/besley/files/besley-latin-700-normal.woff2', name: 'besley-700', basic: [BASIC] },
  // Both weights in one file are smaller than two files.
  {
    source: `${SANS}-Upright.ttf`,
    name: 'source-sans',
    basic: [BASIC, PRICES],
    axes: { wght: { min: 400, max: 600 } },
  },
  {
    source: `${SANS}-Italic.ttf`,
    name: 'source-sans-400-italic',
    basic: [BASIC, PRICES],
    axes: { wght: 400 },
  },
] as const;

/** Sets the ascent and the descent of a TrueType font, for systems that read them from `hhea` or from `OS/2`. */
function setMetrics(font: Buffer, { ascent, descent }: typeof SANS_METRICS): void {
  const offsetOf = (table: string) => font.readUInt32BE(font.indexOf(table) + 8);
  for (const offset of [offsetOf('hhea') + 4, offsetOf('OS/2') + 68]) {
    font.writeInt16BE(ascent, offset);
    font.writeInt16BE(descent, offset + 2);
  }
  const flags = offsetOf('OS/2') + 62;
  font.writeUInt16BE(font.readUInt16BE(flags) | USE_TYPO_METRICS, flags);
}

for (const { source, name, basic, ...rest } of FACES) {
  const original = readFileSync(`node_modules/${source}`);
  if (source.endsWith('.ttf')) setMetrics(original, SANS_METRICS);
  const isBasic = (character: string) => basic.some((range) => range.test(character));
  for (const isMore of [false, true]) {
    const included = ALL.split('')
      .filter((character) => isBasic(character) !== isMore)
      .join('');
    const subset = await subsetFont(original, included, {
      targetFormat: 'woff2',
      keepFeatures: ['kern'],
      dropTables: UNUSED_TABLES,
      ...('axes' in rest && { variationAxes: rest.axes }),
    });
    writeFileSync(`app/styles/fonts/${name}${isMore ? '-more' : ''}.woff2`, subset);
    console.log(`${name}${isMore ? '-more' : ''}: ${original.length} -> ${subset.length} bytes`);
  }
}
