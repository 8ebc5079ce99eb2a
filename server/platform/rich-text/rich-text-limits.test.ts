import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RICH_TEXT_MAX_NODES } from '#contract/rich-text.ts';
import { cleanRichText, cleanRichTextForPage, RichTextTooLargeError } from './clean-rich-text.ts';

test('moves items of lists deeper than four levels to the fourth', () => {
  const html = `${'<ul><li>a'.repeat(6)}${'</li></ul>z'.repeat(6)}`;
  const fourth = `<ul>${['a', 'a', 'a', 'z', 'z'].map((text) => `<li><p>${text}</p></li>`).join('')}</ul><p>z</p>`;
  const second = `<ul><li><p>a</p><ul><li><p>a</p>${fourth}</li></ul><p>z</p></li></ul><p>z</p>`;
  assert.equal(cleanRichText(html), `<ul><li><p>a</p>${second}</li></ul><p>z</p>`);
});

test('accepts the maximum number of nodes and throws for one more', () => {
  const full = '<p></p>'.repeat(RICH_TEXT_MAX_NODES);
  assert.ok(cleanRichText(full) === full);
  assert.throws(() => cleanRichText(`${full}<p></p>`), RichTextTooLargeError);
});

test('counts every kind of node', () => {
  const kinds = { 'a<b>b</b>': 3, '<br>': 2, '<ul><li>a</ul>': 4, '<ol><li>a<br></ol>': 5 };
  for (const [html, nodes] of Object.entries(kinds)) {
    const rest = '<p></p>'.repeat(RICH_TEXT_MAX_NODES - nodes);
    assert.ok(cleanRichText(rest + html));
    assert.throws(() => cleanRichText(`<p></p>${rest}${html}`), RichTextTooLargeError);
  }
});

test('does not count dropped nodes toward the limit', () => {
  const texts: readonly (readonly [html: string, cleaned: string, nodes: number])[] = [
    ['<p><b>a<i></i> </b><b>b</b></p> <ul></ul><div></div><!-- c -->', '<p><strong>a b</strong></p>', 2],
    ['<div>a<b> </b></div>', '<p>a</p>', 2],
    ['<ul><li><li><ul><li></ul></ul>', '<ul><li><p></p><ul><li><p></p></li></ul></li></ul>', 6],
  ];
  for (const [html, cleaned, nodes] of texts) {
    const count = Math.floor(RICH_TEXT_MAX_NODES / nodes);
    assert.ok(cleanRichText(html.repeat(count)) === cleaned.repeat(count), html);
  }
});

test('cleanRichTextForPage shortens a text that is too large', () => {
  const shown = cleanRichTextForPage('<p>hay</p>'.repeat(RICH_TEXT_MAX_NODES));
  assert.ok(shown === '<p>hay</p>'.repeat(RICH_TEXT_MAX_NODES / 2));
  assert.equal(cleanRichTextForPage('<h1 onclick=x>hay'), '<p>hay</p>');
});

const NESTING = 'b div ul span table td svg x-y button a template object h1';

for (const tag of NESTING.split(' ')) {
  test(`keeps the text around ten thousand nested ${tag} elements`, () => {
    const cleaned = cleanRichText(
      `<p>corn</p>${`<${tag}>`.repeat(10_000)}${`</${tag}>`.repeat(10_000)}beans`,
    );
    assert.ok(cleaned.startsWith('<p>corn</p>'));
    assert.ok(cleaned.endsWith('<p>beans</p>'));
  });
}

test('keeps the text in ten thousand nested marks and in a thousand nested lists', () => {
  assert.ok(cleanRichText(`${'<b><i>'.repeat(5000)}a`) === '<p><strong><em>a</em></strong></p>');
  assert.match(cleanRichText(`${'<ul><li>'.repeat(1000)}a`).slice(-200), /<li><p>a<\/p>(?:<\/li><\/ul>){4}$/);
});

test('keeps a million characters of text', () => {
  assert.ok(cleanRichText('hay '.repeat(249_998)) === `<p>${'hay '.repeat(249_998).trim()}</p>`);
});

test('drops a million characters of markup without text', () => {
  const markup = ['</div>', '</x>', '<td ', '<col>', '&#1;', '<!--', '<!--->', '<html a=b>', '<script>'];
  for (const nothing of markup) {
    assert.ok(cleanRichText(nothing.repeat(Math.floor(1_000_000 / nothing.length))) === '', nothing);
  }
});

test('throws for a million characters of elements', () => {
  for (const html of ['<b><p>a', '<i></i>', '<p>', '<table><tr><td>', '<x>', '<a><div>x</a>']) {
    assert.throws(() => cleanRichText(html.repeat(1_000_000 / html.length)), RichTextTooLargeError);
  }
});

test('does not multiply marks with different attributes', () => {
  const marks = Array.from({ length: 20_000 }, (_, index) => `<b a=${index}>`).join('');
  assert.ok(cleanRichText(`<p>${marks}${'</p><p>a'.repeat(1000)}`).endsWith('<p><strong>a</strong></p>'));
  assert.ok(cleanRichText(`${marks}${'<nobr>a'.repeat(1000)}`).endsWith('a</strong></p>'));
});

test('throws for a text that is too long before or after cleaning', () => {
  assert.throws(() => cleanRichText(`<!--${'a'.repeat(1_000_000)}`), RichTextTooLargeError);
  assert.throws(() => cleanRichText('&'.repeat(200_000)), RichTextTooLargeError);
});
