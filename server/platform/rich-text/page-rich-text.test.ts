import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { EFFORT } from '#tests/support/effort.ts';
import { hostileHtml } from '#tests/support/html-arbitraries.ts';
import { cleanRichText } from './clean-rich-text.ts';
import { closedListViolation } from '#tests/support/closed-list-checker.ts';
import { HOSTILE_ELEMENTS } from '#tests/support/hostile-elements.ts';
import { HOSTILE_TREES } from '#tests/support/hostile-trees.ts';
import { visibleWords } from '#tests/support/visible-words.ts';

const clean = (html: string) => cleanRichText(html, 'page');

function assertClean(html: string): void {
  const cleaned = clean(html);
  assert.equal(closedListViolation(cleaned, 'page'), undefined, `${html}\n${cleaned}`);
  assert.equal(clean(cleaned), cleaned);
}

test('keeps the links, headings, and tables of pages', () => {
  for (const html of [
    '<h2>Open jobs</h2><h3>At the <em>elevator</em></h3><p>x</p>',
    '<p>See <a href="/annual-meeting">the <strong>meeting</strong></a> or <a href="tel:+1-660-555-0100">call</a>.</p>',
    '<p><a href="mailto:office@coop.example">Write</a><a href="https://coop.example/a?b=1&amp;c=%22#d">Read</a></p>',
    '<table><tbody><tr><th>Job</th><th>Pay</th></tr><tr><td>Driver</td><td><a href="/pay">$25</a><br>an hour</td></tr></tbody></table>',
    '<ul><li><p><a href="/a">a</a></p></li></ul>',
  ]) {
    assert.equal(clean(html), html);
    assert.ok(
      !/<(?:a|h2|h3|table)\b/.test(cleanRichText(html)),
      'a field of the specification stays as it was',
    );
  }
});

test('repairs tables and headings that people paste', () => {
  const cases = {
    '<h1>a</h1><h5>b</h5>': '<h2>a</h2><h3>b</h3>',
    '<h2> </h2>': '<p> </p>',
    '<ul><li><h2>a</h2></li></ul>': '<ul><li><p>a</p></li></ul>',
    '<table><caption>c</caption><thead><tr><th>a</th><th>b</th></tr></thead><tr><td><p>1</p><p>2</p><ul><li>3</ul></td></tr></table>d':
      '<table><tbody><tr><td>c</td><td></td></tr><tr><th>a</th><th>b</th></tr><tr><td>1<br>2<br>3</td><td></td></tr></tbody></table><p>d</p>',
    '<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table>d</td><td>e</td></tr></table>':
      '<table><tbody><tr><td>a<br>b<br>c<br>d</td><td>e</td></tr></tbody></table>',
    '<table><table>a': '<table><tbody><tr><td>a</td></tr></tbody></table>',
    '<ul><li>a<table><tr><td>b</table></ul>': '<ul><li><p>a</p><p>b</p></li></ul>',
    '<table></table><table><tr></tr></table>': '',
    '<a href="/a">a<a href="/b">b</a>c': '<p><a href="/a">a</a><a href="/b">b</a>c</p>',
    '<a href="/a"><p>a</p><p>b</p></a>': '<p><a href="/a">a</a></p><p><a href="/a">b</a></p>',
  };
  for (const [html, cleaned] of Object.entries(cases)) assert.equal(clean(html), cleaned, html);
});

test('drops every other address of a link but keeps its text', () => {
  for (const href of [
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    'http://coop.example',
    '//evil.example',
    '/\\evil.example',
    'https:evil',
    'mailto:a@b?bcc=c@d',
    'tel:*21#',
    '#a',
    'small',
    '',
    `/${'a'.repeat(2000)}`,
  ]) {
    assert.equal(clean(`<p><a href="${href}" onclick="x()">hay</a></p>`), '<p>hay</p>', href);
  }
  assert.equal(clean(`<a href='/a"><script>'>b</a>`), '<p><a href="/a&quot;&gt;&lt;script&gt;">b</a></p>');
});

test('reduces hostile texts to their visible text', () => {
  for (const [html, words] of [...HOSTILE_ELEMENTS, ...HOSTILE_TREES]) {
    assertClean(html);
    assert.equal(visibleWords(clean(html)), words, html);
  }
});

test('cleans any sequence of tags', () => {
  fc.assert(
    fc.property(hostileHtml, (html) => assertClean(html)),
    { numRuns: EFFORT.propertyRuns },
  );
});

test('keeps a table of at most ten columns, and the text of all others', () => {
  const cells = Array.from({ length: 30 }, (_, at) => `<td>${at}`).join('');
  const cleaned = clean(`<table><tr>${cells}</table>`);
  assert.equal(cleaned.match(/<td>/g)?.length, 10);
  assert.match(cleaned, /<td>9<br>10<br>/);
  assertClean(cleaned);
});
