import type { Site } from '#contract/site.ts';

type Scheme = 'light' | 'dark';
type ColorName = 'plate' | 'plateDeep' | 'accent' | 'gold';

/** Colors of `tokens.css` that a site may replace. */
export const DEFAULT_COLORS: Readonly<Record<Scheme, Readonly<Record<ColorName, string>>>> = {
  light: { plate: '#17492c', plateDeep: '#0e331e', accent: '#17492c', gold: '#e3ac2f' },
  dark: { plate: '#17492c', plateDeep: '#0b120c', accent: '#9cd3a8', gold: '#edbe52' },
};

/** Backgrounds of `tokens.css`: the page, its sheets, and its bands. */
const GROUNDS: Readonly<Record<Scheme, readonly string[]>> = {
  light: ['#fbfaf4', '#ffffff', '#f0ecdf'],
  dark: ['#12160f', '#1a1f17', '#222820'],
};
const ON_PLATE = '#fbfaf4';

/** Contrast of text (WCAG 2.2, 1.4.3), and of marks that are not text (1.4.11). */
const TEXT_RATIO = 4.5;
const MARK_RATIO = 3;

/** Contrast of text in the colors that follow from a tint, which is that of our own colors. */
const TINT_RATIO = 7;
/** Backgrounds of texts, and those of announcements. */
const TINT_GROUNDS: typeof GROUNDS = {
  light: [...GROUNDS.light, '#fbf0d3'],
  dark: [...GROUNDS.dark, '#352a10'],
};

export type LowContrast = {
  /** `light` for the tint, which has no scheme. */
  scheme: Scheme;
  name: ColorName | 'tint';
  color: string;
  /** Continues a sentence whose subject is the color. */
  problem: string;
  /** Nearest color that can be read. */
  suggestion: string;
};

/**
 * Returns the colors of a site and those that follow from its tint, which are darker or lighter ones of it. In the dark,
 * the header has that of the light scheme.
 */
export function withTint({
  tint,
  light,
  dark,
}: Site['colors']): Record<Scheme, Partial<Record<ColorName, string>>> {
  if (tint === undefined) return { light, dark };
  const ground: Rule = { others: TINT_GROUNDS.dark, ratio: TINT_RATIO, problem: '' };
  return {
    light: { plate: tint, plateDeep: mix(tint, 0, 0.3), accent: tint, ...light },
    dark: { plateDeep: mix(tint, 0, 0.75), accent: nearestPassing(tint, [ground]), ...dark },
  };
}

/** Returns the colors that people can see. In the dark, the header keeps its color unless it has another one there. */
export function shownColors(colors: Site['colors']): Record<Scheme, Record<ColorName, string>> {
  const { light, dark } = withTint(colors);
  const plate = light.plate ? { plate: light.plate } : {};
  return {
    light: { ...DEFAULT_COLORS.light, ...light },
    dark: { ...DEFAULT_COLORS.dark, ...plate, ...dark },
  };
}

type Rule = { others: readonly string[]; ratio: number; problem: string };

const PLATE_TOO_LIGHT = 'is too light for the text on it';
const GOLD_HIDDEN = 'makes the gold marks hard to see';

/** Finds colors that are hard to read or to see where pages use them. */
export function findLowContrast(colors: Site['colors']): LowContrast[] {
  const tint = findLowTint(colors);
  // The colors that follow from a tint to be replaced say nothing more.
  const shown = shownColors(tint ? { ...colors, tint: tint.suggestion } : colors);
  const found = (['light', 'dark'] as const).flatMap((scheme) => {
    const { plate, gold } = shown[scheme];
    // Of two colors that are too close, name the one that the site has chosen.
    const hasGold = colors[scheme].gold !== undefined;
    const readable = { others: GROUNDS[scheme], ratio: TEXT_RATIO };
    const onPlate = { others: hasGold ? [plate] : [], ratio: MARK_RATIO };
    const rules: Record<ColorName, readonly Rule[]> = {
      plate: [
        { others: [ON_PLATE], ratio: TEXT_RATIO, problem: PLATE_TOO_LIGHT },
        { others: hasGold ? [] : [gold], ratio: MARK_RATIO, problem: GOLD_HIDDEN },
      ],
      // The edge of the footer has no text and no marks.
      plateDeep: [],
      accent: [{ ...readable, problem: `is too ${scheme} to read on the page` }],
      gold: [{ ...onPlate, problem: 'is hard to see on the header' }],
    };
    return (Object.keys(rules) as ColorName[]).flatMap((name) => {
      const low = check(shown[scheme][name], rules[name]);
      // The header of the light scheme is named there.
      const isLightOne = scheme === 'dark' && name === 'plate' && colors.dark.plate === undefined;
      return !low || (isLightOne && low.problem === PLATE_TOO_LIGHT) ? [] : [{ scheme, name, ...low }];
    });
  });
  return tint ? [tint, ...found] : found;
}

function findLowTint({ tint, light }: Site['colors']): LowContrast | undefined {
  const grounds = [ON_PLATE, ...TINT_GROUNDS.light];
  // A gold that the site has chosen is checked itself.
  const golds = light.gold === undefined ? [DEFAULT_COLORS.light.gold] : [];
  const problem = 'is too light to read on the page and for the text on it';
  const low =
    tint &&
    check(tint, [
      { others: grounds, ratio: TINT_RATIO, problem },
      { others: golds, ratio: MARK_RATIO, problem: GOLD_HIDDEN },
    ]);
  return low ? { scheme: 'light', name: 'tint', ...low } : undefined;
}

/** Returns the first rule that a color breaks, and the nearest color that keeps all of them. */
function check(color: string, rules: readonly Rule[]) {
  const broken = rules.find((rule) => !passes(color, [rule]));
  return broken && { color, problem: broken.problem, suggestion: nearestPassing(color, rules) };
}

const passes = (color: string, rules: readonly Rule[]) =>
  rules.every(({ others, ratio }) => others.every((other) => contrast(color, other) >= ratio));

/** Returns the contrast ratio of two colors, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [r, g, b] = channelsOf(color).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const channelsOf = (color: string) =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);

const STEPS = 200;

/** Mixes the color with black or white, as little as possible. */
function nearestPassing(color: string, rules: readonly Rule[]): string {
  for (let step = 0; step <= STEPS; step += 1) {
    for (const target of [0, 1]) {
      const mixed = mix(color, target, step / STEPS);
      if (passes(mixed, rules)) return mixed;
    }
  }
  return color;
}

const mix = (color: string, target: number, part: number) =>
  `#${channelsOf(color)
    .map((value) => Math.round((value + (target - value) * part) * 255))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
