import assert from 'node:assert/strict';
import { test } from 'node:test';
import { schema } from '../model/schema.ts';
import { serializeDocument } from '../model/serialize-document.ts';
import { plainTextBlocks } from './plain-text.ts';

const CASES: readonly [text: string, html: string][] = [
  ['hay', '<p>hay</p>'],
  ['corn\nbeans\r\nmilo\rhay', '<p>corn<br>beans<br>milo<br>hay</p>'],
  ['\n\ncorn\n \n\n  beans\n', '<p>corn</p><p>  beans</p>'],
  ['<b>&\u00a0', '<p>&lt;b&gt;&amp;&nbsp;</p>'],
  ['a\u0007b\ud83c', '<p>ab\ufffd</p>'],
];

for (const [text, html] of CASES) {
  test(`keeps the lines of ${JSON.stringify(text)}`, () => {
    assert.equal(serializeDocument(schema.topNodeType.create(null, plainTextBlocks(text))), html);
  });
}

test('applies the given marks to all text', () => {
  const blocks = plainTextBlocks('a\nb', [schema.mark('strong')]);
  assert.equal(serializeDocument(schema.topNodeType.create(null, blocks)), '<p><strong>a<br>b</strong></p>');
});
