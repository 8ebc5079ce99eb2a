import type { Declarations } from './declarations.ts';

export type ListPlace = { level: number; isNumbered: boolean };

/** Whether Word wrote this only as the bullet or number of an item, for programs that know no lists. */
export function isListMarker(declarations: Declarations): boolean {
  return declarations.get('mso-list') === 'ignore';
}

/**
 * The place that a paragraph from Word has in a list: Word writes items as paragraphs, with the level in a style and
 * the bullet or number as text before the words.
 */
export function wordListPlace(declarations: Declarations, marker: string): ListPlace | undefined {
  const level = /\blevel(\d+)\b/.exec(declarations.get('mso-list') ?? '')?.[1];
  if (level === undefined) return undefined;
  return { level: Number(level), isNumbered: NUMBER.test(marker.trim()) };
}

/** `1.`, `a)`, `iv.`, `(2)`, `1.2.3`; bullets are signs, or letters of a font of signs with nothing after them. */
const NUMBER = /^\(?(?:(?:[\dA-Z]{1,6}[.)])+\)?$|\d+(?:\.\d+)*[.)]?$)/i;
