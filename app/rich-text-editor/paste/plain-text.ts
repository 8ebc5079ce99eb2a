import type { Mark, Node } from 'prosemirror-model';
import { textCharacters } from '#shared/rich-text-html.ts';
import { lineBreak, paragraph, schema } from '../model/schema.ts';

/** Converts text to paragraphs separated by blank lines; single line ends become line breaks. */
export function plainTextBlocks(text: string, marks: readonly Mark[] = []): Node[] {
  return textCharacters(text)
    .replace(/^\n+|\n+$/g, '')
    .split(/\n(?:[ \t]*\n)+/)
    .map((lines) => paragraph.create(null, linesOf(lines, marks)));
}

function linesOf(text: string, marks: readonly Mark[]): Node[] {
  return text
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 ? [lineBreak.create(null, null, marks)] : []),
      ...(line === '' ? [] : [schema.text(line, marks)]),
    ]);
}
