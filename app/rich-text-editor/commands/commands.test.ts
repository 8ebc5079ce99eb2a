import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NodeType } from 'prosemirror-model';
import { RICH_TEXT_SIZES } from '#contract/rich-text.ts';
import { edit } from '#tests/support/edit-rich-text.ts';
import { nested } from '#tests/support/nested-list.ts';
import { bulletList, numberedList } from '../model/schema.ts';
import { setSize } from './format-commands.ts';
import { toggleList } from './list-commands.ts';

const formats = [
  { key: 'Mod-b', name: 'bold', tag: 'strong' },
  { key: 'Mod-i', name: 'italic', tag: 'em' },
  { key: 'Mod-u', name: 'underline', tag: 'u' },
  { key: 'Mod-Shift-x', name: 'strikethrough', tag: 's' },
] as const;

for (const { key, name, tag } of formats) {
  test(`${key} formats the selection with ${name} and removes it again`, () => {
    const editor = edit('<p>a b c</p>');
    editor.select('b');
    editor.press(key);
    assert.equal(editor.html(), `<p>a <${tag}>b</${tag}> c</p>`);
    assert.equal(editor.status()[name], true);
    editor.press(key);
    assert.equal(editor.html(), '<p>a b c</p>');
    assert.equal(editor.status()[name], false);
  });

  test(`${key} without a selection formats the text typed next`, () => {
    const editor = edit('');
    editor.press(key);
    assert.equal(editor.status()[name], true);
    editor.type('b');
    editor.press(key);
    editor.type(' c');
    assert.equal(editor.html(), `<p><${tag}>b</${tag}> c</p>`);
  });
}

for (const { name } of RICH_TEXT_SIZES) {
  test(`setSize replaces several sizes in the selection with ${name}`, () => {
    const editor = edit('<p><span class="text-small">a</span> b c <span class="text-large">d</span></p>');
    editor.selectAll();
    assert.equal(editor.status().size, undefined);
    editor.run(setSize(name));
    assert.equal(editor.html(), `<p><span class="text-${name}">a b c d</span></p>`);
    assert.equal(editor.status().size, name);
  });
}

test('setSize sets the size of the text typed next when nothing is selected', () => {
  const editor = edit('');
  editor.run(setSize('large'));
  editor.type('big');
  assert.equal(editor.html(), '<p><span class="text-large">big</span></p>');
});

const kinds: readonly (readonly [type: NodeType, tag: string])[] = [
  [bulletList, 'ul'],
  [numberedList, 'ol'],
];
for (const [type, tag] of kinds) {
  test(`toggleList turns the selected paragraphs into a ${type.name}, and the list into paragraphs again`, () => {
    const editor = edit('<p>a</p><p>b</p>');
    editor.selectAll();
    editor.run(toggleList(type));
    assert.equal(editor.html(), `<${tag}><li><p>a</p></li><li><p>b</p></li></${tag}>`);
    assert.equal(editor.status()[type === bulletList ? 'bulletList' : 'numberedList'], true);
    editor.run(toggleList(type));
    assert.equal(editor.html(), '<p>a</p><p>b</p>');
  });
}

test('toggleList changes the kind of a list and joins selected paragraphs to it', () => {
  const editor = edit('<ul><li><p>a</p></li></ul><p>b</p>');
  editor.selectAll();
  editor.run(toggleList(numberedList));
  assert.equal(editor.html(), '<ol><li><p>a</p></li><li><p>b</p></li></ol>');
});

test('toggleList takes an item out of all its lists', () => {
  const editor = edit(`${nested('a', 'b', 'c')}<p>d</p>${nested('e')}`);
  editor.select('c');
  editor.run(toggleList(bulletList));
  assert.equal(editor.html(), `${nested('a', 'b')}<p>c</p><p>d</p>${nested('e')}`);
});

test('Enter splits paragraphs and items and leaves empty items, Shift-Enter inserts a line break', () => {
  const editor = edit('');
  editor.type('a');
  editor.press('Shift-Enter');
  editor.type('b');
  editor.press('Enter');
  editor.run(toggleList(bulletList));
  editor.type('c');
  editor.press('Enter');
  editor.press('Tab');
  editor.type('d');
  for (const text of ['e', 'f']) {
    editor.press('Enter');
    editor.press('Enter');
    editor.type(text);
  }
  const list = '<ul><li><p>c</p><ul><li><p>d</p></li></ul></li><li><p>e</p></li></ul>';
  assert.equal(editor.html(), `<p>a<br>b</p>${list}<p>f</p>`);
});

test('Backspace at the start of an item lifts it, then joins it to the line above', () => {
  const editor = edit('<p>x</p><ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>');
  editor.select('b', 'start');
  for (const html of [
    '<p>x</p><ul><li><p>a</p></li><li><p>b</p></li></ul>',
    '<p>x</p><ul><li><p>a</p></li></ul><p>b</p>',
    '<p>x</p><ul><li><p>ab</p></li></ul>',
  ]) {
    editor.press('Backspace');
    assert.equal(editor.html(), html);
  }
});

test('Delete at the end of an item joins the next item to it', () => {
  const editor = edit('<ul><li><p>a</p></li><li><p>b</p></li></ul><p>c</p>');
  editor.select('a', 'end');
  editor.press('Delete');
  assert.equal(editor.html(), '<ul><li><p>ab</p></li></ul><p>c</p>');
});

test('Tab changes nothing when no item is above, or when a list would exceed the fourth level', () => {
  const cases: readonly (readonly [html: string, words: string])[] = [
    ['<ul><li><p>a</p></li><li><p>b</p></li></ul>', 'a'],
    [nested('a', 'b', 'c').replace('<p>c</p>', '<p>c</p><ul><li><p>d</p></li><li><p>e</p></li></ul>'), 'e'],
    [`<ul><li><p>a</p></li>${nested('b', 'c', 'd', 'e').slice('<ul>'.length)}`, 'b'],
  ];
  for (const [html, words] of cases) {
    const editor = edit(html);
    editor.select(words);
    assert.equal(editor.press('Tab'), true);
    assert.equal(editor.html(), html);
  }
});

test('Tab indents an item by one level, and Shift-Tab outdents it until it is a paragraph', () => {
  const editor = edit('<ul><li><p>a</p></li><li><p>b</p></li></ul>');
  editor.select('b');
  editor.press('Tab');
  assert.equal(editor.html(), nested('a', 'b'));

  const deep = edit(
    nested('a', 'b', 'c').replace('<p>c</p>', '<p>c</p><ul><li><p>d</p></li><li><p>e</p></li></ul>'),
  );
  deep.select('e');
  for (let level = 4; level > 0; level -= 1) deep.press('Shift-Tab');
  assert.equal(deep.html(), `${nested('a', 'b', 'c', 'd')}<p>e</p>`);
});

test('Tab outside of lists is left to the browser', () => {
  const editor = edit('<p>a</p>');
  assert.equal(editor.press('Tab'), false);
  assert.equal(editor.press('Shift-Tab'), false);
});

test('Mod-z undoes a change, and Mod-y and Mod-Shift-z redo it', () => {
  for (const key of ['Mod-y', 'Mod-Shift-z']) {
    const editor = edit('<p>corn</p>');
    editor.select('corn', 'end');
    editor.type('s');
    editor.press('Mod-z');
    assert.equal(editor.html(), '<p>corn</p>');
    assert.equal(editor.press('Mod-z'), false);
    editor.press(key);
    assert.equal(editor.html(), '<p>corns</p>');
  }
});
