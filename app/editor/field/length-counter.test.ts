import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lengthMessage } from './length-counter.ts';

for (const [length, words] of [
  [799, undefined],
  [800, '200 characters left'],
  [999, '1 character left'],
  [1000, '0 characters left'],
  [1001, '1 character too many'],
  [2500, '1,500 characters too many'],
] as const) {
  test(`returns ${words ?? 'undefined'} when ${length} of 1,000 characters are used`, () => {
    assert.equal(lengthMessage(length, 1000), words);
  });
}
