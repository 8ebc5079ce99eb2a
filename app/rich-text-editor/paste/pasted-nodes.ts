import type { Mark, Node } from 'prosemirror-model';
import { bulletList, item, lineBreak, link, numberedList, paragraph, schema, size } from '../model/schema.ts';
import { textCharacters } from '../model/text-characters.ts';
import { ordinarySize, sizeFor } from './font-size.ts';
import type { Run } from './line-collector.ts';

export type PastedBlock = { runs: Run[] } | PastedList;

export type PastedList = { isNumbered: boolean; items: PastedBlock[][] };

/** Converts pasted blocks to document nodes. Keeps font sizes that differ from the ordinary one. */
export function nodesOf(blocks: readonly PastedBlock[]): Node[] {
  const runs = [...runsIn(blocks)];
  const ordinaryPx = ordinarySize(
    runs.map(({ text, formatting }) => ({ text, fontSize: formatting.fontSize })),
  );

  function nodeOf(block: PastedBlock): Node {
    if ('runs' in block) return paragraph.create(null, block.runs.flatMap(inlineOf));
    const items = block.items.map((content) => item.create(null, content.map(nodeOf)));
    return (block.isNumbered ? numberedList : bulletList).create(null, items);
  }

  function inlineOf(run: Run): Node[] {
    if (run.isBreak) return [lineBreak.create(null, null, marksOf(run))];
    const text = textCharacters(run.text);
    return text === '' ? [] : [schema.text(text, marksOf(run))];
  }

  function marksOf({ formatting }: Run): readonly Mark[] {
    const name = formatting.size ?? sizeFor(formatting.fontSize, ordinaryPx);
    const others = [...formatting.marks].map((type) => type.create());
    const { href } = formatting;
    return [
      ...(href === undefined ? [] : [link.create({ href })]),
      ...(name ? [size.create({ name })] : []),
      ...others,
    ].toSorted(byNesting);
  }

  return blocks.map(nodeOf);
}

const NESTING = Object.keys(schema.marks);
const byNesting = (one: Mark, other: Mark) =>
  NESTING.indexOf(one.type.name) - NESTING.indexOf(other.type.name);

function* runsIn(blocks: readonly PastedBlock[]): Generator<Run> {
  for (const block of blocks) {
    if ('runs' in block) yield* block.runs;
    else yield* runsIn(block.items.flat());
  }
}
