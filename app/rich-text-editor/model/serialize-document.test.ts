import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Node } from 'prosemirror-model';
import { cleanRichText, serializeRichText } from '#server/platform/rich-text/clean-rich-text.ts';
import { documentFrom, documentOf } from '#tests/support/editor-document.ts';
import { EFFORT } from '#tests/support/effort.ts';
import { richText } from '#tests/support/rich-text-arbitrary.ts';
import { flattenDeepLists, listHeight } from './list-depth.ts';
import { bulletList, item, paragraph, schema } from './schema.ts';
import { countNodes, serializeDocument } from './serialize-document.ts';

fc.configureGlobal({ numRuns: EFFORT.propertyRuns });

test('serializes every document to the same HTML as the server', () => {
  fc.assert(
    fc.property(richText, (model) => {
      const html = serializeRichText(model);
      assert.equal(serializeDocument(documentOf(model)), html === '<p></p>' ? '' : html);
    }),
  );
});

test('counts nodes like the server', () => {
  const doc = documentFrom('<ol><li><p>a<br><em>b</em></p></li></ol>');
  assert.equal(countNodes(doc), 6);
  assert.ok(cleanRichText(serializeDocument(doc) + '<p></p>'.repeat(4994)));
  assert.throws(() => cleanRichText(serializeDocument(doc) + '<p></p>'.repeat(4995)));
});

test('omits or replaces the characters that the server removes', () => {
  const doc = documentOf([
    {
      kind: 'paragraph',
      content: [
        { kind: 'text', text: '\u0000\u0007', marks: ['strong'] },
        { kind: 'text', text: 'a\r\nb\fc\ud83c', marks: ['em'] },
      ],
    },
  ]);
  assert.equal(serializeDocument(doc), '<p><em>a\nb c\ufffd</em></p>');
});

test('moves items of lists deeper than four levels to the fourth, like the server', () => {
  const deep = (level: number): Node =>
    bulletList.create(null, [
      item.create(null, [
        paragraph.create(null, schema.text(`${level}`)),
        ...(level < 7 ? [deep(level + 1), paragraph.create(null, schema.text('after'))] : []),
      ]),
    ]);
  const doc = schema.topNodeType.create(null, [deep(1)]);
  const flat = doc.copy(flattenDeepLists(doc.content));
  flat.check();
  assert.equal(listHeight(flat.child(0)), 4);
  assert.equal(serializeDocument(flat), cleanRichText(serializeDocument(doc)));
});
