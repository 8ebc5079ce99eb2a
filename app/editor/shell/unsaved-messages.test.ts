import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leavingMessage, signingOutMessage, unsavedMessage } from './unsaved-messages.ts';

const some = (texts: number, files: number) =>
  new Map(
    Array.from({ length: texts + files }, (_, n) => [`field-${n}`, { section: 'a', isFile: n >= texts }]),
  );
const FILES = "Images that haven't finished uploading will be lost.";

for (const [what, unsaved, persistent, notPersistent, signingOut] of [
  [
    'a text',
    some(1, 0),
    "It'll be kept on this device, but it isn't on the website yet.",
    "If you leave, you'll lose it.",
    "If you sign out, you'll lose it for good.",
  ],
  [
    'texts',
    some(2, 0),
    "They'll be kept on this device, but they aren't on the website yet.",
    "If you leave, you'll lose them.",
    "If you sign out, you'll lose them for good.",
  ],
  ['files', some(0, 2), FILES, FILES, FILES],
  [
    'a text and a file',
    some(1, 1),
    `${FILES} What you typed will be kept on this device, but it isn't on the website yet.`,
    `${FILES} If you leave, you'll lose what you typed.`,
    `${FILES} If you sign out, you'll lose what you typed for good.`,
  ],
] as const) {
  test(`returns the messages about leaving and signing out with unsaved changes: ${what}`, () => {
    assert.equal(leavingMessage(unsaved, true), persistent);
    assert.equal(leavingMessage(unsaved, false), notPersistent);
    assert.equal(signingOutMessage(unsaved), signingOut);
  });
}

test('counts unsaved texts and files as changes', () => {
  assert.equal(unsavedMessage(some(1, 0)), 'You have 1 unsaved change.');
  assert.equal(unsavedMessage(some(1, 1)), 'You have 2 unsaved changes.');
});
