import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isListMarker, wordListLevel } from './word-list.ts';

const item = 'margin-left:.5in;text-indent:-.25in;mso-list:l0 level2 lfo1';

test('returns the list level of a paragraph from Word', () => {
  assert.equal(wordListLevel(item, '·')?.level, 2);
  assert.equal(wordListLevel('mso-list:none', ''), undefined);
  assert.equal(wordListLevel('margin:0', '1.'), undefined);
});

test('recognizes numbers and letters with a period or bracket as numbering, but no other markers', () => {
  for (const marker of ['1.', '12)', '(3)', 'a.', 'B)', 'iv.', '1.2.3', '1.1.', ' 7.\u00a0\u00a0 ']) {
    assert.equal(wordListLevel(item, marker)?.isNumbered, true, marker);
  }
  for (const marker of ['·', 'o', '§', '•', '-', '–', '*', '', 'Ø']) {
    assert.equal(wordListLevel(item, marker)?.isNumbered, false, marker);
  }
});

test('recognizes the list marker by its style', () => {
  assert.equal(isListMarker('mso-list:Ignore'), true);
  assert.equal(isListMarker(item), false);
});
