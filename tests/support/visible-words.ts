import { decodeText } from '#shared/visible-text.ts';

/** Returns the visible text of HTML without white space. Attributes must not contain `>`. */
export const visibleWords = (html: string): string =>
  decodeText(html.replace(/<[^>]*>/g, '')).replace(/\s/g, '');
