import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Node } from 'prosemirror-model';
import { bulletList, item, numberedList, paragraph, schema } from './schema.ts';
import { unlist } from './unlist.ts';
import { serializeDocument } from './serialize-document.ts';

const p = (words: string) => paragraph.create(null, schema.text(words));
const ul = (...items: Node[]) => bulletList.create(null, items);
const li = (...blocks: Node[]) => item.create(null, blocks);

function without(list: Node, words: string): string {
  const doc = schema.topNodeType.create(null, list);
  const blocks = unlist(list, 0, (position) => words.split(' ').includes(doc.nodeAt(position)!.textContent));
  const result = schema.topNodeType.create(null, blocks);
  result.check();
  return serializeDocument(result);
}

const CASES: readonly [what: string, list: Node, words: string, html: string][] = [
  ['the first item', ul(li(p('a')), li(p('b'))), 'a', '<p>a</p><ul><li><p>b</p></li></ul>'],
  [
    'an item in the middle',
    numberedList.create(null, [li(p('a')), li(p('b')), li(p('c'))]),
    'b',
    '<ol><li><p>a</p></li></ol><p>b</p><ol><li><p>c</p></li></ol>',
  ],
  ['all items', ul(li(p('a'), ul(li(p('b')))), li(p('c'))), 'a b c', '<p>a</p><p>b</p><p>c</p>'],
  ['an item with a list', ul(li(p('a'), ul(li(p('b'))))), 'a', '<p>a</p><ul><li><p>b</p></li></ul>'],
  [
    'an item of an inner list',
    ul(li(p('a'), ul(li(p('b')), li(p('c')), li(p('d'))), p('e')), li(p('f'))),
    'c',
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul><p>c</p><ul><li><p>d</p></li></ul><ul><li><p>e</p></li><li><p>f</p></li></ul>',
  ],
  ['an item of two paragraphs', ul(li(p('a'), p('b'))), 'b', '<p>a</p><p>b</p>'],
  ['nothing', ul(li(p('a'), ul(li(p('b'))))), 'x', '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>'],
];

for (const [what, list, words, html] of CASES) {
  test(`takes ${what} out of a list and keeps the rest`, () => {
    assert.equal(without(list, words), html);
  });
}
