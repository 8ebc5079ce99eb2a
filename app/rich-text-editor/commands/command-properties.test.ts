import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { RICH_TEXT_SIZES } from '#contract/rich-text.ts';
import { cleanRichText, serializeRichText } from '#server/platform/rich-text/clean-rich-text.ts';
import { edit } from '#tests/support/edit-rich-text.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { richText } from '#tests/support/rich-text-arbitrary.ts';
import { bulletList, numberedList } from '../model/schema.ts';
import { setSize } from './format-commands.ts';
import { KEYS } from './keys.ts';
import { toggleList } from './list-commands.ts';

type Step = (editor: ReturnType<typeof edit>) => void;

const part = fc.double({ min: 0, max: 1, noNaN: true });

const step: fc.Arbitrary<[name: string, step: Step]> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(part, part)
      .map(([from, to]): [string, Step] => [
        `select ${from} ${to}`,
        (editor) => editor.selectParts(from, to),
      ]),
  },
  {
    weight: 2,
    arbitrary: part.map((at): [string, Step] => [`cursor ${at}`, (editor) => editor.selectParts(at, at)]),
  },
  {
    weight: 2,
    arbitrary: fc
      .string({ unit: 'binary' })
      .map((text): [string, Step] => [`type ${JSON.stringify(text)}`, (editor) => editor.type(text)]),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...RICH_TEXT_SIZES)
      .map(({ name }): [string, Step] => [`size ${name}`, (editor) => void editor.run(setSize(name))]),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(bulletList, numberedList)
      .map((type): [string, Step] => [type.name, (editor) => void editor.run(toggleList(type))]),
  },
  {
    weight: 9,
    arbitrary: fc
      .constantFrom(...Object.keys(KEYS), 'Tab', 'Tab', 'Tab', 'Shift-Tab')
      .map((key): [string, Step] => [key, (editor) => void editor.press(key)]),
  },
);

test('produces a document that the server keeps unchanged, for any sequence of commands and keys', () => {
  const steps = fc.array(step, { minLength: 5, maxLength: 25 });
  fc.assert(
    fc.property(richText.map(serializeRichText), steps, (html, all) => {
      const editor = edit(html);
      for (const [, run] of all) {
        run(editor);
        const made = editor.html();
        assert.equal(cleanRichText(made), made);
      }
    }),
    { numRuns: EFFORT.propertyRuns },
  );
});
