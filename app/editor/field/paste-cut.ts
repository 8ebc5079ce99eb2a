import { counted } from '#contract/text.ts';

type TextBox = Pick<HTMLInputElement, 'value' | 'selectionStart' | 'selectionEnd' | 'maxLength'>;

/** Returns a message if `maxLength` will cut a text that is about to be pasted. */
export function pasteCut(
  pasted: string,
  { value, selectionStart, selectionEnd, maxLength }: TextBox,
): string | undefined {
  const selected = (selectionEnd ?? 0) - (selectionStart ?? 0);
  // As in browsers, a line end counts as one character, and those after the last line do not count.
  const { length } = pasted.replace(/\r\n?/g, '\n').replace(/\n+$/, '');
  const cut = Math.min(length, value.length - selected + length - maxLength);
  if (cut <= 0) return undefined;
  const left = cut === 1 ? 'character you pasted was' : `${counted(cut, 'character')} you pasted were`;
  return `That was too long. The last ${left} left out.`;
}
