import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pasteCut } from './paste-cut.ts';

const box = (value: string, selectionStart = value.length, selectionEnd = selectionStart) => ({
  value,
  selectionStart,
  selectionEnd,
  maxLength: 10,
});

test('returns nothing when the pasted text fits', () => {
  assert.equal(pasteCut('cornbeans', box('1')), undefined);
  assert.equal(pasteCut('cornbeans1', box('1234567890', 0, 10)), undefined);
  assert.equal(pasteCut('a\r\nb', box('1234567')), undefined);
  assert.equal(pasteCut('cornbeans\r\n', box('1')), undefined);
});

for (const [pasted, into, message] of [
  ['cornbeans', box('12'), 'The last character you pasted was left out.'],
  ['cornbeans', box('1234567890', 2, 4), 'The last 7 characters you pasted were left out.'],
  ['x'.repeat(1500), box('1234567890'), 'The last 1,500 characters you pasted were left out.'],
] as const) {
  test(`counts the characters that did not fit: ${message}`, () =>
    assert.equal(pasteCut(pasted, into), `That was too long. ${message}`));
}
