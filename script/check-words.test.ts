import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBannedWords } from './check-words.ts';

test('finds banned words and phrases in any case, with their lines', () => {
  const found = findBannedWords('// Somebody saves.\nfine\nNobody reloads at once.');
  assert.deepEqual(
    found.map(({ line, word }) => [line, word]),
    [
      [1, 'Somebody'],
      [3, 'Nobody'],
      [3, 'at once'],
    ],
  );
  assert.equal(found[2]?.better, 'immediately, or concurrently');
});

test('finds no banned word inside another word', () => {
  assert.deepEqual(findBannedWords('renewed, atonce, busybodies'), []);
});
