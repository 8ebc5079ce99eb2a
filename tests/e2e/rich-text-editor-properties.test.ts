import { expect } from '@playwright/test';
import * as fc from 'fast-check';
import { RICH_TEXT_SIZES } from '#contract/rich-text.ts';
import { cleanRichText } from '#server/platform/rich-text/clean-rich-text.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { ordinaryHtml, hostileHtml } from '#tests/support/html-arbitraries.ts';
import { richText } from '#tests/support/rich-text-arbitrary.ts';
import { serializeRichText } from '#server/platform/rich-text/serialize-rich-text.ts';
import type { Action } from './harness/drive-editors.ts';
import { test } from './harness/editor-fixture.ts';
import type { EditorHarness } from './harness/rich-text-editor.tsx';

declare const harness: EditorHarness;

const SEED = 20_261_120;
const DOCUMENTS = EFFORT.propertyRuns / 2;
// Each has many steps. command-properties.test.ts runs more of them, without a browser.
const RUNS = EFFORT.propertyRuns / 4;

// The long run executes thousands of steps.
test.describe.configure({ timeout: 180_000 });

const html = richText.map(serializeRichText);

test('returns any text stored by the server unchanged', { tag: '@thorough' }, async ({ page, editor }) => {
  await editor.text.waitFor();
  const texts = fc.sample(html, { seed: SEED, numRuns: DOCUMENTS });
  const runs = texts.map((text) => ({ html: text, actions: [] }));
  const reported = await page.evaluate((given) => harness.driveEditors(given), runs);
  for (const [index, text] of texts.entries()) {
    // A single empty paragraph counts as an empty text.
    expect(reported[index]![0]).toBe(text === '<p></p>' ? '' : text);
  }
});

const part = fc.double({ min: 0, max: 1, noNaN: true });

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(part, part).map((select) => ({ select })) },
  { weight: 2, arbitrary: part.map((at) => ({ select: [at, at] as [number, number] })) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary' }).map((typed) => ({ type: typed })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(
        'bold' as const,
        'italic' as const,
        'underline' as const,
        'strikethrough' as const,
        'bulletList' as const,
        'numberedList' as const,
      )
      .map((press) => ({ press })),
  },
  { weight: 1, arbitrary: fc.constantFrom(...RICH_TEXT_SIZES).map(({ name }) => ({ size: name })) },
  {
    weight: 6,
    arbitrary: fc.constantFrom<Action>(
      { key: 'Enter' },
      { key: 'Enter', modifiers: ['Shift'] },
      { key: 'Backspace' },
      { key: 'Delete' },
      { key: 'Tab' },
      { key: 'Tab' },
      { key: 'Tab', modifiers: ['Shift'] },
      { key: 'z', modifiers: ['Control'] },
      { key: 'y', modifiers: ['Control'] },
      { key: 'a', modifiers: ['Control'] },
    ),
  },
  { weight: 2, arbitrary: html.map((pasted) => ({ paste: { 'text/html': pasted } })) },
  { weight: 1, arbitrary: ordinaryHtml.map((pasted) => ({ paste: { 'text/html': pasted.html } })) },
  { weight: 1, arbitrary: hostileHtml.map((pasted) => ({ paste: { 'text/html': pasted } })) },
  { weight: 1, arbitrary: fc.string().map((pasted) => ({ paste: { 'text/plain': pasted } })) },
  { weight: 1, arbitrary: html.map((value) => ({ value })) },
);

const run = fc.record({ html, actions: fc.array(action, { minLength: 5, maxLength: 25 }) });

test(
  'produces only HTML that the server stores unchanged, after any sequence of actions',
  { tag: '@thorough' },
  async ({ page, editor }) => {
    await editor.text.waitFor();

    const runs = fc.sample(run, { seed: SEED, numRuns: RUNS });
    const reported = await page.evaluate((given) => harness.driveEditors(given), runs);
    for (const [index, texts] of reported.entries()) {
      for (const text of texts) expect(cleanRichText(text), JSON.stringify(runs[index])).toBe(text);
    }
  },
);
