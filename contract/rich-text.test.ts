import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasVisibleText, RICH_TEXT_SIZES } from './rich-text.ts';

const NOTHING_TO_SEE = [
  '',
  ' \t\r\n\f',
  '<p></p>',
  '<p><br></p>',
  '<p> </p>\n<p>\n</p>',
  '<p>&nbsp;</p>',
  '<p>&NBSP</p>'.toLowerCase(),
  '<p>\u00a0</p>',
  '<p>&#160;&#xA0;&#xa0</p>',
  '<p>\u200b\u200c\u200d\u2060\ufeff\u00ad</p>',
  '<p>&#8203;&#x200B;&zwnj;&zwj;&ZeroWidthSpace;&shy;&NoBreak;</p>',
  '<p>\u3164\u115f\u2800\u{e0020}\ufe0f</p>',
  '<p><span class="text-large"><span class="text-small"><strong></strong></span></span></p>',
  '<ul><li><p></p><ol><li></li></ol></li></ul>',
  '<!-- a comment > with words -->',
  '<!-- a comment without an end',
  '<p title="a > b"></p>',
  "<p title = 'a > b'></p>",
  '<p title="without an end',
  '<p',
  '</p>',
  '<?xml words?><!doctype html>',
  '\u0000\u0007\u0085',
];

const SOMETHING_TO_SEE = [
  'a',
  '.',
  '<p>0</p>',
  '<p>&nbsp;x&nbsp;</p>',
  '<p>&lt;</p>',
  '<p>&amp;nbsp;</p>',
  '<p>&nbspx;</p>',
  '<p>&#65;</p>',
  '<p>&#x1F33E;</p>',
  '<p>&#0;</p>',
  '<p>&#99999999999;</p>',
  '<p>&</p>',
  '<p>&#x;</p>',
  '<p>🌾</p>',
  '<p>é</p>',
  '<',
  '1 < 2',
  '<p title=it\'s>"</p>',
  '<p \'>"</p>',
  '<p></p><p></p><ul><li><em>x</em></li></ul>',
  '<!-->x',
  '<p>\u0301</p>',
];

for (const html of NOTHING_TO_SEE) {
  test(`finds no visible text in ${JSON.stringify(html)}`, () => {
    assert.equal(hasVisibleText(html), false);
  });
}

for (const html of SOMETHING_TO_SEE) {
  test(`finds visible text in ${JSON.stringify(html)}`, () => {
    assert.equal(hasVisibleText(html), true);
  });
}

test('parses a million characters of incomplete tags, comments, quotes or references', () => {
  const parts = {
    '<p>': 'x',
    '<!--': '-->x',
    '<a b="': '">x',
    '<a =': '>x',
    '&nbsp;': 'x',
    '&#': '',
    ' ': 'x',
  };
  for (const [part, end] of Object.entries(parts)) {
    assert.equal(hasVisibleText(part.repeat(1_000_000 / part.length) + end), true, part);
  }
});

test('defines the four sizes that the editor offers', () => {
  const shown = RICH_TEXT_SIZES.map(({ name, px }) => [name, px]);
  assert.deepEqual(shown, [
    ['small', 16],
    ['normal', 20],
    ['large', 24],
    ['extra-large', 28],
  ]);
});
