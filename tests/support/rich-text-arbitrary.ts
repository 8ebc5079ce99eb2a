import * as fc from 'fast-check';
import { RICH_TEXT_MAX_DEPTH, RICH_TEXT_SIZES } from '#contract/rich-text.ts';
import {
  type Block,
  type Inline,
  type List,
  type Mark,
  type Marks,
  type Paragraph,
  type RichText,
  sameMarks,
} from '#server/platform/rich-text/rich-text-model.ts';

const marks: fc.Arbitrary<Marks> = fc
  .tuple(
    fc.option(fc.constantFrom(...RICH_TEXT_SIZES.map(({ name }) => name)), { nil: undefined }),
    fc.subarray<Mark>(['strong', 'em', 'u', 's']),
  )
  .map(([size, others]) => (size ? [size, ...others] : others));

const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(...'ab <>&"\'\n\t\u00a0\u200b;#'.split('')),
      fc.string({ unit: 'grapheme', maxLength: 1 }),
    ),
  })
  .filter((candidate) => /^(?:[^\p{Cc}\p{Cs}]|[\n\t])+$/u.test(candidate));

const inline: fc.Arbitrary<Inline> = fc.oneof(
  fc.tuple(text, marks).map(([shown, its]) => ({ kind: 'text' as const, text: shown, marks: its })),
  marks.map((its) => ({ kind: 'break' as const, marks: its })),
);

const paragraph: fc.Arbitrary<Paragraph> = fc.array(inline, { maxLength: 5 }).map((content) => ({
  kind: 'paragraph',
  content: content.filter((part, index) => !joinsWith(content[index - 1], part)),
}));

/** Returns true for adjacent texts with the same marks, which the model merges into one. */
function joinsWith(before: Inline | undefined, part: Inline): boolean {
  return before?.kind === 'text' && part.kind === 'text' && sameMarks(before.marks, part.marks);
}

function blocksAt(depth: number): fc.Arbitrary<Block[]> {
  if (depth === RICH_TEXT_MAX_DEPTH) return fc.array(paragraph, { maxLength: 3 });
  return fc.array(fc.oneof(paragraph, paragraph, listAt(depth + 1)), { maxLength: 3 });
}

function listAt(depth: number): fc.Arbitrary<List> {
  const item = fc.tuple(paragraph, blocksAt(depth)).map(([first, rest]) => ({
    kind: 'item' as const,
    content: [first, ...rest],
  }));
  return fc
    .tuple(fc.boolean(), fc.array(item, { minLength: 1, maxLength: 3 }))
    .map(([ordered, items]) => ({ kind: 'list', ordered, items }));
}

export const richText: fc.Arbitrary<RichText> = blocksAt(0);
