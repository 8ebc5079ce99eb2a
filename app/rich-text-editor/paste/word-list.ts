import type { Declarations } from './declarations.ts';

export type ListItemLevel = { level: number; isNumbered: boolean };

/** Returns true for the bullet or number that Word writes as text for programs without list support. */
export function isListMarker(declarations: Declarations): boolean {
  return declarations.get('mso-list') === 'ignore';
}

/** Parses a list item from Word: a paragraph with the level in `mso-list` and the bullet or number as text. */
export function wordListLevel(declarations: Declarations, marker: string): ListItemLevel | undefined {
  const level = /\blevel(\d+)\b/.exec(declarations.get('mso-list') ?? '')?.[1];
  if (level === undefined) return undefined;
  return { level: Number(level), isNumbered: NUMBER.test(marker.trim()) };
}

/** `1.`, `a)`, `iv.`, `(2)`, `1.2.3`. Bullets are symbols, or letters of a symbol font without punctuation. */
const NUMBER = /^\(?(?:(?:[\dA-Z]{1,6}[.)])+\)?$|\d+(?:\.\d+)*[.)]?$)/i;
