import assert from 'node:assert/strict';
import { test } from 'node:test';
import { harmlessHtml } from './harmless-html.ts';

const CASES: readonly [html: string, harmless: string][] = [
  ['hay', 'hay'],
  ['1 < 2 <', '1 < 2 <'],
  ['<p style="color:red" onclick=x()>a</p>', '<p data-style="color:red">a</p>'],
  ["<P STYLE='a>b' id=x class=c>a", "<P data-style='a>b' class=c>a"],
  ['<b style=color:red>a</b>', '<b data-style=color:red>a</b>'],
  ['<a href="x>y" / style="">a', '<a href="x>y" data-style="">a'],
  ['<img src=x onerror="alert(1)"/>', '<img>'],
  ['<style>p { } <!-- a --></style>b', '<xmp>p { } </xmp>b'],
  ['a<!-- <p style="x">\' -->b', 'ab'],
  ['a<!-->b<!-- c', 'ab'],
  ['<![if !supportLists]>a<![endif]>', '<![if !supportLists]>a<![endif]>'],
  ['<p hidden data-aria-level="2" data-style="x">', '<p hidden="" data-aria-level="2">'],
  ['<p style', '<p data-style="">'],
];

for (const [html, harmless] of CASES) {
  test(`reads ${JSON.stringify(html)} as ${JSON.stringify(harmless)}`, () => {
    assert.equal(harmlessHtml(html), harmless);
  });
}

test('reads a million characters of unfinished tags', () => {
  for (const part of ['<p ', '<a b="', '<', '<!--', '<p a=', '</', '<x/', "<a '"]) {
    harmlessHtml(part.repeat(1_000_000 / part.length));
  }
});
