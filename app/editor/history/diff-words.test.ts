import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffWords, shortened, type Piece } from './diff-words.ts';

const diffTexts = (before: string, after: string) => diffWords(before, after, false).pieces;
const diffHtml = (before: string, after: string) => diffWords(before, after, true);
const marked = (pieces: readonly Piece[]) =>
  pieces
    .map(({ kind, text }) => (kind === 'same' ? text : `${kind === 'added' ? '+' : '-'}[${text}]`))
    .join('');

test('shows the words that were removed and added', () => {
  assert.equal(
    marked(diffTexts('Open until 5:00 pm on Friday', 'Open until 6:00 pm on Friday')),
    'Open until -[5:00 ]+[6:00 ]pm on Friday',
  );
  assert.equal(marked(diffTexts('', 'Corn is dry.')), '+[Corn is dry.]');
  assert.equal(marked(diffTexts('Corn is dry.', '')), '-[Corn is dry.]');
  assert.equal(marked(diffTexts('a b c d e', 'a x c y e z')), 'a -[b ]+[x ]c -[d ]+[y ]e +[z]');
});

const words = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`).join(' ');

test('keeps every word of both texts when they are long', () => {
  const [before, after] = [words('a', 3000), words('b', 3000)];
  const pieces = diffTexts(before, after);
  const shown = pieces.map(({ kind, text }) => [kind, text]);
  assert.deepEqual(shown, [
    ['removed', before],
    ['added', after],
  ]);
});

test('compares formatted text as text, and names formats that changed', () => {
  const { pieces, formats } = diffHtml(
    '<p>Seed &amp; <strong>feed</strong></p><p>Call us</p>',
    '<p>Seed &amp; feed</p><ul><li>Call <em>them</em></li></ul>',
  );
  assert.equal(marked(pieces), 'Seed & feed\nCall -[us\n]+[them\n]');
  assert.deepEqual(formats, ['Added bullets', 'Removed bold']);
});

test('names a new text size when the words are the same', () => {
  const { pieces, formats } = diffHtml('<p>Sale</p>', '<p><span class="text-large">Sale</span></p>');
  assert.deepEqual(pieces, [{ kind: 'same', text: 'Sale\n' }]);
  assert.deepEqual(formats, ['Added large text']);
});

const unchanged = (text: string) => ({ kind: 'same', text }) as const;

test('leaves out words far from a change, but none of a short text', () => {
  const change = { kind: 'added', text: 'x ' } as const;
  const short = [unchanged('Open until '), change, unchanged(words('a', 16))];
  assert.deepEqual(shortened(short), short);
  const [start, , end] = shortened([unchanged(words('a', 30)), change, unchanged(words('b', 30))]);
  assert.equal(start?.text, ' … a22 a23 a24 a25 a26 a27 a28 a29');
  assert.equal(end?.text, 'b0 b1 b2 b3 b4 b5 b6 b7 … ');
});
