import assert from 'node:assert/strict';
import { test } from 'node:test';
import { savedQuestions } from './price-question.ts';

test('repeats the first three questions after a save, without duplicates, and counts the others', () => {
  assert.equal(savedQuestions([['', '']]), '');
  assert.equal(savedQuestions([['', 'A?'], ['A?']]), 'A?');
  assert.equal(savedQuestions([['A?', 'B?', 'C?', 'D?']]), 'A? B? C? Check 1 more price.');
  assert.equal(savedQuestions([['A?', 'B?', 'C?', 'D?', 'E?']]), 'A? B? C? Check 2 more prices.');
});
