import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasVisibleText, RICH_TEXT_SIZES } from './rich-text.ts';

const NOTHING_TO_SEE = [
  '',
  ' \t\r\n\f',
  '<p><br></p>',
  '<p>&nbsp;\u00a0</p>',
  '<p>\u200b\u200c\u200d\u2060\ufeff\u00ad</p>',
  '<p>\u3164\u115f\u2800\u{e0020}\ufe0f</p>',
  '<p><span class="text-large"><span class="text-small"><strong></strong></span></span></p>',
  '<ul><li><p></p><ol><li></li></ol></li></ul>',
  '\u0000\u0007\u0085',
];

const SOMETHING_TO_SEE = [
  '.',
  '<p>0</p>',
  '<p>&nbsp;x&nbsp;</p>',
  '<p>&lt;</p>',
  '<p>&amp;nbsp;</p>',
  '<p>🌾</p>',
  '<p>é</p>',
  '<p></p><p></p><ul><li><em>x</em></li></ul>',
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

test('defines the four sizes that the editor offers', () => {
  const shown = RICH_TEXT_SIZES.map(({ name, px }) => [name, px]);
  assert.deepEqual(shown, [
    ['small', 16],
    ['normal', 20],
    ['large', 24],
    ['extra-large', 28],
  ]);
});
