import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { hasVisibleText } from '#contract/rich-text.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { hostileHtml, ordinaryHtml } from '#tests/support/html-arbitraries.ts';
import { richText } from '#tests/support/rich-text-arbitrary.ts';
import { cleanRichText, serializeRichText } from './clean-rich-text.ts';
import { closedListViolation } from '#tests/support/closed-list-checker.ts';
import { HOSTILE_ELEMENTS } from '#tests/support/hostile-elements.ts';
import { HOSTILE_TREES } from '#tests/support/hostile-trees.ts';
import { parseRichText } from './parse-rich-text.ts';
import { visibleWords } from '#tests/support/visible-words.ts';

fc.configureGlobal({ numRuns: EFFORT.propertyRuns });

function assertClean(cleaned: string): void {
  assert.equal(closedListViolation(cleaned), undefined);
  assert.equal(cleanRichText(cleaned), cleaned);
}

test('reduces hostile HTML to its visible text', () => {
  for (const [html, words] of [...HOSTILE_ELEMENTS, ...HOSTILE_TREES]) {
    const cleaned = cleanRichText(html);
    assertClean(cleaned);
    assert.equal(visibleWords(cleaned), words, html);
  }
});

test('cleans every pair of hostile texts in sequence', () => {
  const vectors = [...HOSTILE_ELEMENTS, ...HOSTILE_TREES].map(([html]) => html);
  for (const first of vectors) {
    for (const second of vectors) assert.equal(closedListViolation(cleanRichText(first + second)), undefined);
  }
});

test('cleans any sequence of tags', () => {
  fc.assert(fc.property(hostileHtml, (html) => assertClean(cleanRichText(html))));
});

/** Any code point except surrogates, like the unit `binary` of fast-check, which takes a second to prepare. */
const anyCodePoint = fc
  .integer({ min: 0, max: 0x10_ffff - 0x800 })
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

test('cleans any string', () => {
  const anyString = fc.oneof(
    fc.array(anyCodePoint).map((characters) => characters.join('')),
    fc.string({ unit: fc.constantFrom(...'<>/&;#x"\' bpi!-=\r\n'.split('')) }),
  );
  fc.assert(fc.property(anyString, (html) => assertClean(cleanRichText(html))));
});

test('keeps all visible text of ordinary HTML in order', () => {
  fc.assert(
    fc.property(ordinaryHtml, ({ html, words }) => {
      const cleaned = cleanRichText(html);
      assertClean(cleaned);
      assert.equal(visibleWords(cleaned), words);
      assert.equal(hasVisibleText(cleaned), words !== '');
    }),
  );
});

test('separates the text of adjacent blocks', () => {
  const block = fc.constantFrom(...'p div li h1 td tr dd section ul option pre caption'.split(' '));
  fc.assert(
    fc.property(fc.array(block), (names) => {
      const html = names.map((name, index) => `<${name}>${index}</${name}>`).join('');
      const shown = cleanRichText(html).match(/\d+/g) ?? [];
      assert.deepEqual(shown, [...names.keys()].map(String));
    }),
  );
});

test('parses serialized rich text back to the same model', () => {
  fc.assert(
    fc.property(richText, (model) => {
      const html = serializeRichText(model);
      assert.equal(closedListViolation(html), undefined);
      assert.deepEqual(parseRichText(html), model);
    }),
  );
});
