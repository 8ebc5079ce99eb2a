import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  array,
  assert as assertProperty,
  constantFrom,
  nat,
  oneof,
  property,
  tuple,
  type Arbitrary,
} from 'fast-check';
import { EFFORT } from '#tests/support/effort.ts';
import {
  fieldReducer,
  initialField,
  isUnsaved,
  restoredField,
  type Current,
  type FieldEvent,
  type FieldState,
} from './field-state.ts';

const AT = new Date('2026-11-20T12:00:00Z');
const THEIRS: Current = { content: 'theirs', version: 9, at: AT.toISOString(), author: 'Lee' };
const CONFLICT: FieldEvent = { type: 'conflict', current: THEIRS, reason: 'Changed.' };

const typed = (draft: string): FieldEvent => ({ type: 'typed', draft });
const done = (sent: string, content = sent, version = 2): FieldEvent => ({
  type: 'done',
  sent,
  content,
  version,
  changed: true,
  at: AT,
});

const append = (letter: string): FieldEvent => ({ type: 'edited', edit: (draft) => draft + letter });

const after = (...events: FieldEvent[]): FieldState => events.reduce(fieldReducer, initialField('old', 1));

test('starts with the saved text and no unsaved changes', () => {
  const state = after();
  assert.deepEqual(
    [state.draft, state.base, state.saved, state.version, state.status],
    ['old', 'old', 'old', 1, 'idle'],
  );
  assert.equal(isUnsaved(state), false);
});

test('is unsaved while the draft differs from the saved text', () => {
  assert.equal(isUnsaved(after(typed('new'))), true);
  assert.equal(isUnsaved(after(typed('new'), typed('old'))), false);
});

test('applies each edit to the latest draft', () => {
  assert.equal(after(append('a'), append('b')).draft, 'oldab');
});

test('reverts the draft to the saved text and clears the error', () => {
  const state = after(typed('new'), { type: 'failed', reason: 'No.' }, { type: 'reverted' });
  assert.deepEqual([state.draft, state.reason], ['old', undefined]);
});

test('replaces the sent draft with the content that the server stored', () => {
  const state = after(typed('new '), { type: 'saving' }, done('new ', 'new'));
  assert.deepEqual(
    [state.draft, state.saved, state.base, state.version, state.status],
    ['new', 'new', 'new', 2, 'saved'],
  );
  assert.deepEqual(state.receipt, { at: AT, version: 2, changed: true });
  assert.equal(isUnsaved(state), false);
});

test('keeps text that was typed while a save was in progress', () => {
  const state = after(typed('new'), { type: 'saving' }, typed('newer'), done('new'));
  assert.deepEqual([state.draft, state.saved, state.base, state.version], ['newer', 'new', 'new', 2]);
  assert.equal(isUnsaved(state), true);
});

test('keeps a draft that was reverted while a save was in progress', () => {
  const state = after(typed('new'), { type: 'saving' }, { type: 'reverted' }, done('new'));
  assert.deepEqual([state.draft, state.saved], ['old', 'new']);
  assert.equal(isUnsaved(state), true);
});

test('lets `adopt` combine the latest draft with the saved content', () => {
  const event = { ...done('new', 'new [id 7]'), adopt: (draft: string) => `${draft} [id 7]` } as FieldEvent;
  assert.equal(after(typed('new'), typed('newer'), event).draft, 'newer [id 7]');
});

test('follows a change by another request and keeps the draft', () => {
  const serverUpdated: FieldEvent = { type: 'serverUpdated', content: 'shorter', version: 5 };
  const state = after(typed('new'), serverUpdated);
  assert.deepEqual([state.draft, state.saved, state.base, state.version], ['new', 'shorter', 'shorter', 5]);
  const adopted = after(typed('new'), { ...serverUpdated, adopt: (draft) => `${draft}, shorter` });
  assert.equal(adopted.draft, 'new, shorter');
});

test('changes nothing when it follows a request without a result', () => {
  const before = after(typed('new'));
  assert.deepEqual(fieldReducer(before, { type: 'serverUpdated' }), before);
});

test('keeps the base of a draft when only the version changes', () => {
  const state = after(typed('new'), { type: 'serverUpdated', version: 5 });
  assert.deepEqual([state.base, state.saved, state.version], ['old', 'old', 5]);
});

test('keeps the draft when a save fails, and clears the error when the retry starts and succeeds', () => {
  const failed = after(typed('new'), { type: 'saving' }, { type: 'failed', reason: 'No.' });
  assert.deepEqual([failed.draft, failed.status, failed.reason], ['new', 'failed', 'No.']);
  assert.equal(isUnsaved(failed), true);
  const retrying = fieldReducer(failed, { type: 'saving' });
  assert.deepEqual([retrying.status, retrying.reason], ['saving', undefined]);
  const saved = fieldReducer(retrying, done('new'));
  assert.deepEqual([saved.status, saved.reason, isUnsaved(saved)], ['saved', undefined, false]);
  // A save that is too fast to be shown skips the event `saving`.
  assert.equal(fieldReducer(failed, done('new')).reason, undefined);
});

test('counts every save that ends, so that a repeated outcome flashes again', () => {
  const fail: FieldEvent = { type: 'failed', reason: 'No.' };
  assert.equal(after(fail, fail, done('old'), done('old'), CONFLICT).saves, 5);
});

test('reports an expired session until the next save starts or ends', () => {
  const signedOut = after(typed('new'), { type: 'failed', reason: 'Signed out.', isSignedOut: true });
  assert.deepEqual([signedOut.isSignedOut, signedOut.draft], [true, 'new']);
  for (const next of [
    { type: 'saving' },
    { type: 'failed', reason: 'No.' },
    done('new'),
    CONFLICT,
  ] satisfies FieldEvent[]) {
    assert.equal(fieldReducer(signedOut, next).isSignedOut, false, next.type);
  }
});

test('keeps draft, saved text and version when a save conflicts', () => {
  const state = after(typed('mine'), { type: 'saving' }, CONFLICT);
  assert.deepEqual(
    [state.draft, state.saved, state.base, state.version, state.status, state.reason],
    ['mine', 'old', 'old', 1, 'failed', 'Changed.'],
  );
  assert.equal(state.theirs, THEIRS);
});

test('keeps the draft and bases it on the other text when the user keeps their own', () => {
  const state = after(typed('mine'), CONFLICT, { type: 'keptMine' });
  assert.deepEqual(
    [state.draft, state.saved, state.base, state.version, state.reason, state.theirs],
    ['mine', 'theirs', 'theirs', 9, undefined, undefined],
  );
  assert.equal(isUnsaved(state), true);
  const merged = after(typed('mine'), CONFLICT, { type: 'keptMine', draft: 'both' });
  assert.equal(merged.draft, 'both');
});

for (const type of ['tookTheirs', 'reverted'] as const) {
  test(`replaces the draft with the other text after a conflict: ${type}`, () => {
    const state = after(typed('mine'), CONFLICT, { type });
    assert.deepEqual(
      [state.draft, state.saved, state.base, state.version, state.reason, state.theirs],
      ['theirs', 'theirs', 'theirs', 9, undefined, undefined],
    );
    assert.equal(isUnsaved(state), false);
  });
}

for (const type of ['tookTheirs', 'reverted', 'keptMine'] as const) {
  test(`removes the receipt of an earlier save when a conflict ends: ${type}`, () => {
    const state = after(typed('mine'), done('mine'), typed('mine too'), CONFLICT);
    assert.deepEqual(state.receipt, { at: AT, version: 2, changed: true });
    assert.equal(fieldReducer(state, { type }).receipt, undefined);
  });
}

test('ignores a decision when there is no conflict', () => {
  const state = after(typed('mine'));
  assert.equal(fieldReducer(state, { type: 'keptMine', draft: 'other' }), state);
  assert.equal(fieldReducer(state, { type: 'tookTheirs' }), state);
});

test('keeps the conflict through further typing and failed saves, and ends it with a save', () => {
  const state = after(typed('mine'), CONFLICT, typed('mine too'), { type: 'failed', reason: 'No.' });
  assert.equal(state.theirs, THEIRS);
  assert.equal(fieldReducer(state, done('mine too')).theirs, undefined);
});

test('ends the flash, but not the state of a save that has started since', () => {
  assert.equal(after(done('old'), { type: 'flashEnded' }).status, 'idle');
  const failed = after(typed('new'), { type: 'failed', reason: 'No.' }, { type: 'flashEnded' });
  assert.deepEqual([failed.status, failed.reason], ['idle', 'No.']);
  assert.equal(after(done('old'), { type: 'saving' }, { type: 'flashEnded' }).status, 'saving');
});

const text = constantFrom('a', 'b', 'c', 'old');
const anEvent: Arbitrary<FieldEvent> = oneof(
  text.map(typed),
  text.map(append),
  constantFrom<FieldEvent>(
    { type: 'reverted' },
    { type: 'saving' },
    { type: 'flashEnded' },
    { type: 'keptMine' },
    { type: 'tookTheirs' },
    { type: 'serverUpdated' },
    { type: 'failed', reason: 'No.' },
    { type: 'failed', reason: 'No.', isSignedOut: true },
  ),
  tuple(text, text, nat(99)).map(([sent, content, version]) => done(sent, content, version)),
  tuple(text, nat(99)).map(([content, version]): FieldEvent => ({ type: 'serverUpdated', content, version })),
  tuple(text, nat(99)).map(([content, version]): FieldEvent => ({
    ...CONFLICT,
    current: { ...THEIRS, content, version },
  })),
);

test('restores a draft, and shows a conflict when the saved text has changed', () => {
  assert.deepEqual(restoredField({ text: 'saved', base: 'old' }, 'saved', 7), initialField('saved', 7));
  assert.deepEqual(restoredField({ text: 'mine', base: 'saved' }, 'saved', 7), {
    ...initialField('saved', 7),
    draft: 'mine',
  });
  assert.deepEqual(restoredField({ text: 'mine', base: 'old' }, 'saved', 7), {
    ...initialField('saved', 0),
    draft: 'mine',
    base: 'old',
    theirs: { content: 'saved', version: 7, at: '', author: null },
  });
});

/** Events by which the user changes the draft. */
const BY_USER = new Set(['typed', 'edited', 'reverted', 'tookTheirs']);

test('never loses a draft without a decision of the user', () => {
  assertProperty(
    property(array(anEvent, { maxLength: 30 }), (events) => {
      let state = initialField('old', 1);
      for (const event of events) {
        const next = fieldReducer(state, event);
        const isStored = event.type === 'done' && event.sent === state.draft;
        if (!BY_USER.has(event.type) && !isStored) assert.equal(next.draft, state.draft, event.type);
        if (isStored) assert.equal(next.draft, event.content);
        state = next;
      }
    }),
    { numRuns: EFFORT.propertyRuns },
  );
});

test('never moves to another version without the text of that version', () => {
  assertProperty(
    property(array(anEvent, { maxLength: 30 }), (events) => {
      let state = initialField('old', 1);
      for (const event of events) {
        const next = fieldReducer(state, event);
        const [content, version] =
          event.type === 'done' || event.type === 'serverUpdated'
            ? [event.content, event.version]
            : [state.theirs?.content, state.theirs?.version];
        if (next.version !== state.version || next.saved !== state.saved) {
          assert.deepEqual([next.saved, next.base, next.version], [content, content, version], event.type);
        }
        if (event.type === 'conflict') assert.equal(next.version, state.version);
        state = next;
      }
    }),
    { numRuns: EFFORT.propertyRuns },
  );
});
