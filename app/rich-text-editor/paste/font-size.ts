import { RICH_TEXT_SIZES, type RichTextSize } from '#contract/rich-text.ts';

export type FontSize = { px: number; isInPixels: boolean };

const PX_IN_PT = 4 / 3;

/** Parses the value of `font-size`. */
export function fontSizeOf(declared: string): FontSize | undefined {
  const [, value, unit] = /^(\d+(?:\.\d+)?)(px|pt)$/.exec(declared) ?? [];
  if (!value) return undefined;
  return { px: Number(value) * (unit === 'pt' ? PX_IN_PT : 1), isInPixels: unit === 'px' };
}

/** Returns the most frequent font size by characters, in pixels, or undefined if most text declares none. */
export function ordinarySize(runs: Iterable<{ text: string; px?: number | undefined }>): number | undefined {
  const lengths = new Map<number | undefined, number>();
  for (const { text, px } of runs) lengths.set(px, (lengths.get(px) ?? 0) + text.length);
  return [...lengths].toSorted((one, other) => other[1] - one[1])[0]?.[0];
}

/** Usual font size of word processors and browsers, used if the text declares no ordinary size. */
const USUAL_PX = 15;
const MUCH_SMALLER = 0.85;
const LARGER = 1.2;
const MUCH_LARGER = 1.65;
const LARGE_ALONE_PX = 22;
const EXTRA_LARGE_ALONE_PX = 26;

/**
 * Maps a pasted font size to one of the editor's sizes. Sources declare their ordinary size everywhere, so the most
 * frequent size maps to none. Other sizes map if they equal one of the editor's in pixels, or differ clearly.
 */
export function sizeFor(fontSize: FontSize | undefined, ordinaryPx: number | undefined) {
  if (!fontSize) return undefined;
  const { px, isInPixels } = fontSize;
  if (px === ordinaryPx) return sizeAlone(px);
  const ours = isInPixels ? RICH_TEXT_SIZES.find((size) => size.px === px)?.name : undefined;
  if (ours && (ours !== 'small' || ordinaryPx === undefined)) return ours === 'normal' ? undefined : ours;
  const ratio = px / (ordinaryPx ?? USUAL_PX);
  if (ratio <= MUCH_SMALLER) return 'small';
  if (ratio < LARGER) return undefined;
  return ratio < MUCH_LARGER ? 'large' : 'extra-large';
}

/** Maps the ordinary size, too, if it is large: a pasted headline has no other text to compare with. */
function sizeAlone(px: number): RichTextSize | undefined {
  if (px < LARGE_ALONE_PX) return undefined;
  return px < EXTRA_LARGE_ALONE_PX ? 'large' : 'extra-large';
}
