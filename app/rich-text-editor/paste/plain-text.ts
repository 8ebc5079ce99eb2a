import { Fragment, type Mark, type Node, Slice } from 'prosemirror-model';
import { lineBreak, paragraph, schema } from '../model/schema.ts';
import { textCharacters } from '../model/text-characters.ts';

/** Text as paragraphs, which blank lines part; within one, each line end is a line break. */
export function plainTextBlocks(text: string, marks: readonly Mark[] = []): Node[] {
  return textCharacters(text)
    .replace(/^\n+|\n+$/g, '')
    .split(/\n(?:[ \t]*\n)+/)
    .map((lines) => paragraph.create(null, linesOf(lines, marks)));
}

/** Ready to be put between other text: the first and the last paragraph join what they come to stand beside. */
export function openSlice(blocks: readonly Node[]): Slice {
  return Slice.maxOpen(Fragment.from(blocks));
}

function linesOf(text: string, marks: readonly Mark[]): Node[] {
  return text
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 ? [lineBreak.create(null, null, marks)] : []),
      ...(line === '' ? [] : [schema.text(line, marks)]),
    ]);
}
