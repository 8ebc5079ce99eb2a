import type { Token } from 'parse5';
import { RICH_TEXT_SIZES, type RichTextSize } from '#contract/rich-text.ts';
import type { Mark } from './rich-text-model.ts';

/** Effect of an element: `boundary` separates words, `nothing` drops its content, `inline` keeps its content. */
export type Meaning =
  | 'paragraph'
  | 'break'
  | 'bullets'
  | 'numbers'
  | 'item'
  | 'heading'
  | 'subheading'
  | 'table'
  | 'row'
  | 'cell'
  | 'header'
  | 'boundary'
  | 'nothing'
  | 'inline';

export function meaningOf(tagName: string): Meaning {
  return MEANINGS.get(tagName) ?? 'inline';
}

/** Returns the meaning in rich text of pages. `part` is the part of a table that a `div` stands for. */
export function pageMeaningOf(tagName: string, part: string | undefined): Meaning {
  return PAGE_MEANINGS.get(part ?? tagName) ?? meaningOf(tagName);
}

const PAGE_MEANINGS = new Map<string, Meaning>([
  ['h1', 'heading'],
  ['h2', 'heading'],
  ['h3', 'subheading'],
  ['h4', 'subheading'],
  ['h5', 'subheading'],
  ['h6', 'subheading'],
  ['table', 'table'],
  ['tr', 'row'],
  ['td', 'cell'],
  ['th', 'header'],
]);

export function markOf(tagName: string): Mark | undefined {
  return MARKS.get(tagName);
}

/** Returns the size in a `style` or `class` attribute, if it is a known one; `style` wins, as in browsers. */
export function sizeOf(attributes: readonly Token.Attribute[]): RichTextSize | undefined {
  return sizeInStyle(valueOf(attributes, 'style')) ?? sizeInClass(valueOf(attributes, 'class'));
}

const MARKS = new Map<string, Mark>([
  ['strong', 'strong'],
  ['b', 'strong'],
  ['em', 'em'],
  ['i', 'em'],
  ['u', 'u'],
  ['ins', 'u'],
  ['s', 's'],
  ['strike', 's'],
  ['del', 's'],
]);

/** Elements dropped with their content: code, embedded documents, form values, and fallback content. */
const WITHOUT_TEXT =
  'script style template svg math iframe noembed noframes noscript select datalist textarea title audio video canvas';

const BLOCK_LIKE =
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
  'h1 h2 h3 h4 h5 h6 header hgroup hr legend listing main marquee menu nav optgroup option plaintext pre search ' +
  'section summary xmp';

const MEANINGS = new Map<string, Meaning>([
  ['p', 'paragraph'],
  ['br', 'break'],
  ['ul', 'bullets'],
  ['ol', 'numbers'],
  ['li', 'item'],
  ...WITHOUT_TEXT.split(' ').map((tagName) => [tagName, 'nothing'] as const),
  ...BLOCK_LIKE.split(' ').map((tagName) => [tagName, 'boundary'] as const),
]);

function valueOf(attributes: readonly Token.Attribute[], name: string): string {
  return attributes.find((attribute) => attribute.name === name)?.value ?? '';
}

function sizeInStyle(style: string): RichTextSize | undefined {
  const declared = style
    .split(';')
    .map((declaration) => /^\s*font-size\s*:\s*(\d+)px\s*(?:!\s*important\s*)?$/i.exec(declaration)?.[1])
    .findLast((px) => px !== undefined);
  return RICH_TEXT_SIZES.find(({ px }) => String(px) === declared)?.name;
}

function sizeInClass(classes: string): RichTextSize | undefined {
  const names = classes.split(/\s+/);
  return RICH_TEXT_SIZES.findLast((size) => names.includes(size.class))?.name;
}
