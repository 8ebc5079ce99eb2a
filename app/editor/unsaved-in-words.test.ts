import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leavingInWords, signingOutInWords, unsavedInWords } from './unsaved-in-words.ts';

const some = (texts: number, files: number) =>
  new Map(
    Array.from({ length: texts + files }, (_, n) => [`field-${n}`, { section: 'a', isFile: n >= texts }]),
  );
const FILES = 'Files that are not uploaded yet do not come in.';

for (const [what, unsaved, kept, notKept, signingOut] of [
  [
    'a text',
    some(1, 0),
    'It is kept on this device.',
    'This device cannot keep it for you.',
    'Signing out takes it off this device, for good.',
  ],
  [
    'texts',
    some(2, 0),
    'They are kept on this device.',
    'This device cannot keep them for you.',
    'Signing out takes them off this device, for good.',
  ],
  ['files', some(0, 2), FILES, FILES, FILES],
  [
    'a text and a file',
    some(1, 1),
    `${FILES} What was typed is kept on this device.`,
    `${FILES} This device cannot keep what was typed for you.`,
    `${FILES} Signing out takes what was typed off this device, for good.`,
  ],
] as const) {
  test(`returns the messages about leaving and signing out with unsaved changes: ${what}`, () => {
    assert.equal(leavingInWords(unsaved, true), kept);
    assert.equal(leavingInWords(unsaved, false), notKept);
    assert.equal(signingOutInWords(unsaved), signingOut);
  });
}

test('counts unsaved texts and files as changes', () => {
  assert.equal(unsavedInWords(some(1, 0)), 'You have 1 unsaved change.');
  assert.equal(unsavedInWords(some(1, 1)), 'You have 2 unsaved changes.');
});
