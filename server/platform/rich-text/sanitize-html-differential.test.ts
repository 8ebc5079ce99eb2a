import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import sanitizeHtml from 'sanitize-html';
import { RICH_TEXT_SIZES } from '#contract/rich-text.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { hostileHtml, ordinaryHtml } from '#tests/support/html-arbitraries.ts';
import { cleanRichText } from './clean-rich-text.ts';
import { HOSTILE_ELEMENTS } from './hostile-elements.ts';
import { HOSTILE_TREES } from './hostile-trees.ts';
import { visibleWords } from './visible-words.ts';

fc.configureGlobal({ numRuns: EFFORT.propertyRuns });

const CLOSED_LIST: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'ul', 'ol', 'li', 'strong', 'em', 'u', 's', 'span'],
  allowedAttributes: {},
  allowedClasses: { span: RICH_TEXT_SIZES.map((size) => size.class) },
  nonTextTags:
    'script style template svg math iframe noembed noframes noscript select datalist textarea title audio video canvas'.split(
      ' ',
    ),
};

/** HTML that sanitize-html and browsers parse differently: noscript, CDATA, breaking out of SVG, control characters. */
const READ_UNLIKE_BROWSERS = [
  '<script><!--<script></script>alert(1)--></script>hay',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">hay',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)></style></form>hay',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">hay',
  '<p><svg><p>hay</svg>',
  '<svg><b>hay</b></svg>',
  '<svg><span class=text-large>hay</span>',
  '<![CDATA[<script>alert(1)</script>]]>hay',
  '<\u0000script>alert(1)</script>',
  '\u001b[31mhay\u009b0m',
];

function inItsSpelling(cleaned: string): string {
  return cleaned.replaceAll('&nbsp;', '\u00a0').replaceAll('<br>', '<br />');
}

test('cleans hostile HTML so that sanitize-html leaves it unchanged', () => {
  fc.assert(
    fc.property(hostileHtml, (html) => {
      const cleaned = inItsSpelling(cleanRichText(html));
      assert.equal(sanitizeHtml(cleaned, CLOSED_LIST), cleaned);
    }),
  );
});

test('keeps the same text of ordinary HTML as sanitize-html', () => {
  fc.assert(
    fc.property(ordinaryHtml, ({ html }) => {
      assert.equal(visibleWords(cleanRichText(html)), visibleWords(sanitizeHtml(html, CLOSED_LIST)));
    }),
  );
});

for (const [html] of [...HOSTILE_ELEMENTS, ...HOSTILE_TREES]) {
  test(`agrees with sanitize-html, except for known parser differences, on ${JSON.stringify(html)}`, () => {
    const cleaned = inItsSpelling(cleanRichText(html));
    assert.equal(sanitizeHtml(cleaned, CLOSED_LIST), cleaned);
    const sameWords = visibleWords(cleaned) === visibleWords(sanitizeHtml(html, CLOSED_LIST));
    assert.equal(sameWords, !READ_UNLIKE_BROWSERS.includes(html));
  });
}
