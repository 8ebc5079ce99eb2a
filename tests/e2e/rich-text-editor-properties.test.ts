import { expect } from '@playwright/test';
import * as fc from 'fast-check';
import { cleanRichText, serializeRichText } from '#server/platform/rich-text/clean-rich-text.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { ordinaryHtml, hostileHtml } from '#tests/support/html-arbitraries.ts';
import { richText } from '#tests/support/rich-text-arbitrary.ts';
import { test } from './harness/editor-fixture.ts';
import type { GivenText } from './harness/read-texts.ts';
import type { EditorHarness } from './harness/rich-text-editor.tsx';

declare const harness: EditorHarness;

const SAMPLES = { seed: 20_261_120, numRuns: EFFORT.propertyRuns };

// The long run gives thousands of texts.
test.describe.configure({ timeout: 180_000 });

const html = richText.map(serializeRichText);

const pasted: fc.Arbitrary<GivenText> = fc.oneof(
  html.map((data) => ({ paste: { 'text/html': data } })),
  ordinaryHtml.map((data) => ({ paste: { 'text/html': data.html } })),
  hostileHtml.map((data) => ({ paste: { 'text/html': data } })),
  fc.string().map((data) => ({ paste: { 'text/plain': data } })),
);

// `app/rich-text-editor/commands/command-properties.test.ts` tests sequences of commands and keys.
test(
  'returns any text stored by the server unchanged, and makes one of any paste',
  { tag: '@thorough' },
  async ({ page, editor }) => {
    await editor.text.waitFor();
    const texts = fc.sample(html, SAMPLES);
    const values = texts.map((value) => ({ value }));
    // A single empty paragraph counts as an empty text.
    const expected = texts.map((text) => (text === '<p></p>' ? '' : text));
    expect(await page.evaluate((given) => harness.readTexts(given), values)).toEqual(expected);

    const pastes = fc.sample(pasted, SAMPLES);
    const read = await page.evaluate((given) => harness.readTexts(given), pastes);
    for (const [index, text] of read.entries()) {
      expect(cleanRichText(text), JSON.stringify(pastes[index])).toBe(text);
    }
  },
);
