import type { MarkType } from 'prosemirror-model';
import type { RichTextSize } from '#contract/rich-text.ts';
import { em, s, strong, u } from '../model/schema.ts';
import type { Declarations } from './declarations.ts';
import { type FontSize, fontSizeIn, sizeOfClass } from './font-size.ts';

export type Formatting = {
  marks: ReadonlySet<MarkType>;
  /** Set for text copied from this site's pages. */
  size?: RichTextSize | undefined;
  fontSize?: FontSize | undefined;
  isLink: boolean;
  /** Address of a link that the text can have. */
  href?: string | undefined;
  keepsSpaces: boolean;
};

export const PLAIN_FORMATTING: Formatting = { marks: new Set(), isLink: false, keepsSpaces: false };

export type ElementStyle = {
  tagName: string;
  className: string;
  declarations: Declarations;
  isLink: boolean;
  href?: string | undefined;
};

/** Returns the formatting inside an element. Its tag applies before its style, as in browsers. */
export function formattingInside(
  { tagName, className, declarations, isLink, href }: ElementStyle,
  outer: Formatting,
): Formatting {
  const fontSize = fontSizeIn(declarations);
  const inLink = outer.isLink || isLink;
  return {
    marks: marksInside(tagName, declarations, outer.marks, inLink),
    size: sizeOfClass(className) ?? (fontSize ? undefined : outer.size),
    fontSize: fontSize ?? outer.fontSize,
    isLink: inLink,
    href: href ?? outer.href,
    keepsSpaces: keepsSpaces(tagName, declarations) ?? outer.keepsSpaces,
  };
}

const MARKS = new Map<string, MarkType>([
  ['b', strong],
  ['strong', strong],
  ['i', em],
  ['em', em],
  ['u', u],
  ['ins', u],
  ['s', s],
  ['strike', s],
  ['del', s],
]);

function marksInside(
  tagName: string,
  declarations: Declarations,
  outer: ReadonlySet<MarkType>,
  inLink: boolean,
): ReadonlySet<MarkType> {
  const marks = new Set(outer);
  const tagMark = MARKS.get(tagName);
  if (tagMark) marks.add(tagMark);
  setMark(marks, strong, isBold(declarations.get('font-weight')));
  setMark(marks, em, isItalic(declarations.get('font-style')));
  const decoration = declarations.get('text-decoration-line') ?? declarations.get('text-decoration');
  if (decoration === 'none' && (tagMark === u || tagMark === s) && !outer.has(tagMark)) marks.delete(tagMark);
  if (decoration?.includes('underline')) marks.add(u);
  if (decoration?.includes('line-through')) marks.add(s);
  // Links are pasted as plain text, so drop their underline.
  if (inLink) marks.delete(u);
  return marks;
}

function setMark(marks: Set<MarkType>, mark: MarkType, isOn: boolean | undefined): void {
  if (isOn === true) marks.add(mark);
  else if (isOn === false) marks.delete(mark);
}

function isBold(weight: string | undefined): boolean | undefined {
  if (weight === undefined || weight === 'inherit') return undefined;
  return weight.startsWith('bold') || Number(weight) >= 600;
}

function isItalic(style: string | undefined): boolean | undefined {
  if (style === undefined || style === 'inherit') return undefined;
  return style.startsWith('italic') || style.startsWith('oblique');
}

function keepsSpaces(tagName: string, declarations: Declarations): boolean | undefined {
  const whiteSpace = declarations.get('white-space') ?? declarations.get('white-space-collapse');
  if (whiteSpace !== undefined) return whiteSpace.startsWith('pre') || whiteSpace === 'break-spaces';
  return tagName === 'pre' ? true : undefined;
}
