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
const THEIRS: Current = { content: 'theirs', version: '9', at: AT.toISOString(), author: 'Lee' };
const CONFLICT: FieldEvent = { type: 'conflict', current: THEIRS, reason: 'Changed.' };

const typed = (draft: string): FieldEvent => ({ type: 'typed', draft });
const done = (sent: string, content = sent, version = '2'): FieldEvent => ({
  type: 'done',
  sent,
  content,
  version,
  changed: true,
  at: AT,
  author: 'Dana',
});

const read = (content: string, version: string): FieldEvent => ({ type: 'readElsewhere', content, version });

const aVersion = nat(99).map(String);
const append = (letter: string): FieldEvent => ({ type: 'edited', edit: (draft) => draft + letter });

const after = (...events: FieldEvent[]): FieldState => events.reduce(fieldReducer, initialField('old', '1'));

test('starts with the saved text and no unsaved changes', () => {
  const state = after();
  assert.deepEqual(
    [state.draft, state.base, state.saved, state.version, state.status],
    ['old', 'old', 'old', '1', 'idle'],
  );
  assert.equal(isUnsaved(state), false);
});

test('is unsaved while the draft differs from the saved text', () => {
  assert.equal(isUnsaved(after(typed('new'))), true);
  assert.equal(isUnsaved(after(typed('new'), typed('old'))), false);
});

test('shows a newer text that another field has read, unless there is a draft', () => {
  const shown = after(read('theirs', '9-0a1b2c3d'));
  assert.deepEqual(shown, {
    ...after(),
    saved: 'theirs',
    draft: 'theirs',
    base: 'theirs',
    version: '9-0a1b2c3d',
  });
  for (const events of [
    [read('older', '0')],
    [read('same version', '1')],
    [typed('new'), read('theirs', '9')],
    [typed('new'), CONFLICT, read('newest', '10')],
  ]) {
    assert.deepEqual(after(...events), after(...events.slice(0, -1)));
  }
});

test('keeps the draft of a save that visitors do not see, and is saved when it is retried', () => {
  const reason = "Saved, but visitors don't see it yet. Try again in a minute.";
  const failed = after(typed('new'), { type: 'saving' }, { type: 'failed', reason });
  assert.deepEqual([failed.draft, failed.version, failed.reason], ['new', '1', reason]);
  assert.equal(isUnsaved(failed), true);
  const retried = fieldReducer(failed, { ...done('new'), changed: false } as FieldEvent);
  assert.deepEqual([retried.saved, retried.version, retried.reason], ['new', '2', undefined]);
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
    ['new', 'new', 'new', '2', 'saved'],
  );
  assert.deepEqual(state.receipt, { changed: true });
  assert.equal(isUnsaved(state), false);
});

test('keeps text that was typed while a save was in progress', () => {
  const state = after(typed('new'), { type: 'saving' }, typed('newer'), done('new'));
  assert.deepEqual([state.draft, state.saved, state.base, state.version], ['newer', 'new', 'new', '2']);
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
  const serverUpdated: FieldEvent = { type: 'serverUpdated', content: 'shorter', version: '5' };
  const state = after(typed('new'), serverUpdated);
  assert.deepEqual([state.draft, state.saved, state.base, state.version], ['new', 'shorter', 'shorter', '5']);
  const adopted = after(typed('new'), { ...serverUpdated, adopt: (draft) => `${draft}, shorter` });
  assert.equal(adopted.draft, 'new, shorter');
});

test('changes nothing when it follows a request without a result', () => {
  const before = after(typed('new'));
  assert.deepEqual(fieldReducer(before, { type: 'serverUpdated' }), before);
});

test('keeps the base of a draft when only the version changes', () => {
  const state = after(typed('new'), { type: 'serverUpdated', version: '5' });
  assert.deepEqual([state.base, state.saved, state.version], ['old', 'old', '5']);
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
    ['mine', 'old', 'old', '1', 'failed', 'Changed.'],
  );
  assert.equal(state.theirs, THEIRS);
});

test('keeps the draft and bases it on the other text when the user keeps their own', () => {
  const state = after(typed('mine'), CONFLICT, { type: 'keptMine' });
  assert.deepEqual(
    [state.draft, state.saved, state.base, state.version, state.reason, state.theirs],
    ['mine', 'theirs', 'theirs', '9', undefined, undefined],
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
      ['theirs', 'theirs', 'theirs', '9', undefined, undefined],
    );
    assert.equal(isUnsaved(state), false);
  });
}

for (const type of ['tookTheirs', 'reverted', 'keptMine'] as const) {
  test(`removes the receipt of an earlier save when a conflict ends: ${type}`, () => {
    const state = after(typed('mine'), done('mine'), typed('mine too'), CONFLICT);
    assert.deepEqual(state.receipt, { changed: true });
    assert.equal(fieldReducer(state, { type }).receipt, undefined);
  });
}

test('has the time and author of the last save that it knows of', () => {
  assert.equal(after(typed('mine')).lastSave, undefined);
  const byDana = { at: AT.toISOString(), author: 'Dana' };
  const saved = after(typed('mine'), done('mine'));
  assert.deepEqual(saved.lastSave, byDana);
  const unchanged = { ...done('mine'), changed: false, at: new Date(0) } as FieldEvent;
  assert.deepEqual(fieldReducer(saved, unchanged).lastSave, byDana);
  assert.deepEqual(fieldReducer(saved, { type: 'serverUpdated' }).lastSave, byDana);

  const later = { at: '2026-11-20T13:00:00.000Z', author: 'Dana' };
  const removal: FieldEvent = { type: 'serverUpdated', content: 'shorter', lastSave: later };
  const removed = fieldReducer(fieldReducer(saved, unchanged), removal);
  assert.deepEqual([removed.lastSave, removed.receipt], [later, undefined]);
});

for (const type of ['tookTheirs', 'reverted', 'keptMine'] as const) {
  test(`has the other administrator's time and name when a conflict ends: ${type}`, () => {
    const conflicting = after(typed('mine'), done('mine'), typed('mine too'), CONFLICT);
    assert.deepEqual(fieldReducer(conflicting, { type }).lastSave, { at: THEIRS.at, author: 'Lee' });
    const restored = restoredField({ text: 'mine', base: 'old' }, 'saved', '7');
    assert.equal(fieldReducer(restored, { type }).lastSave, undefined);
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
  tuple(text, text, aVersion).map(([sent, content, version]) => done(sent, content, version)),
  tuple(text, aVersion).map(([content, version]): FieldEvent => ({
    type: 'serverUpdated',
    content,
    version,
  })),
  tuple(text, aVersion).map(([content, version]): FieldEvent => ({
    ...CONFLICT,
    current: { ...THEIRS, content, version },
  })),
);

test('restores a draft, and shows a conflict when the saved text has changed', () => {
  assert.deepEqual(restoredField({ text: 'saved', base: 'old' }, 'saved', '7'), initialField('saved', '7'));
  assert.deepEqual(restoredField({ text: 'mine', base: 'saved' }, 'saved', '7'), {
    ...initialField('saved', '7'),
    draft: 'mine',
  });
  assert.deepEqual(restoredField({ text: 'mine', base: 'old' }, 'saved', '7'), {
    ...initialField('saved', '0'),
    draft: 'mine',
    base: 'old',
    theirs: { content: 'saved', version: '7', at: '', author: null },
  });
});

/** Events by which the user changes the draft. */
const BY_USER = new Set(['typed', 'edited', 'reverted', 'tookTheirs']);

test('never loses a draft without a decision of the user', () => {
  assertProperty(
    property(array(anEvent, { maxLength: 30 }), (events) => {
      let state = initialField('old', '1');
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
      let state = initialField('old', '1');
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

const restored = (content: string): FieldEvent => ({
  type: 'reloaded',
  current: { content, version: '5', at: AT.toISOString(), author: 'Dana' },
  restored: { changes: '5-0a1b2c3d' },
});

test('shows a restored version, and can undo the restore', () => {
  const state = fieldReducer(initialField('new', '4'), restored('old'));
  assert.deepEqual([state.draft, state.saved, state.version], ['old', 'old', '5']);
  assert.deepEqual([state.undo, state.receipt], ['5-0a1b2c3d', { changed: true, restored: true }]);
});

test('keeps a draft when an earlier version is restored, until the user chooses', () => {
  const state = [typed('mine'), restored('old')].reduce(fieldReducer, initialField('new', '4'));
  assert.deepEqual([state.draft, state.theirs?.content, state.theirs?.isRestored], ['mine', 'old', true]);
  const kept = fieldReducer(state, { type: 'keptMine' });
  assert.deepEqual([kept.draft, kept.saved, kept.version, kept.undo], ['mine', 'old', '5', '5-0a1b2c3d']);
  const used = fieldReducer(state, { type: 'tookTheirs' });
  assert.deepEqual([used.draft, used.saved, used.undo], ['old', 'old', '5-0a1b2c3d']);
});

test('can undo the last save, but not after the list was changed in another way', () => {
  const changes = '7-0a1b2c3d..9-4e5f6a7b';
  const saved = fieldReducer(initialField('a', '6'), { ...done('b'), changes } as FieldEvent);
  assert.equal(saved.undo, changes);
  assert.equal(fieldReducer(saved, typed('c')).undo, changes);
  const removed = fieldReducer(saved, { type: 'serverUpdated', content: 'd', version: '10' });
  assert.equal(removed.undo, undefined);
});

const newer = (content: string): FieldEvent => ({ type: 'newer', current: { ...THEIRS, content } });
const BY_LEE = { at: THEIRS.at, author: 'Lee' };

test('shows a newer version in a field without a draft', () => {
  const state = after(newer('theirs'));
  assert.deepEqual(
    [state.draft, state.saved, state.base, state.version],
    ['theirs', 'theirs', 'theirs', '9'],
  );
  assert.deepEqual([state.lastSave, state.newer], [BY_LEE, undefined]);
});

test('keeps a draft and its base when there is a newer version, and notes who has saved it', () => {
  const state = after(typed('mine'), newer('theirs'));
  assert.deepEqual([state.draft, state.saved, state.base, state.version], ['mine', 'old', 'old', '1']);
  assert.deepEqual(state.newer, BY_LEE);
  for (const end of [done('mine'), CONFLICT]) assert.equal(fieldReducer(state, end).newer, undefined);
  const reverted = [{ type: 'reverted' } as const, newer('theirs')].reduce(fieldReducer, state);
  assert.deepEqual([reverted.draft, reverted.newer], ['theirs', undefined]);
});

test('notes no newer version that equals the draft or its base, or while the user chooses', () => {
  const same = after(typed('theirs'), newer('theirs'));
  assert.deepEqual([same.saved, same.newer, isUnsaved(same)], ['theirs', undefined, false]);
  const base = after(typed('mine'), newer('old'));
  assert.deepEqual([base.draft, base.version, base.newer], ['mine', '9', undefined]);
  const choosing = after(typed('mine'), CONFLICT);
  assert.equal(fieldReducer(choosing, newer('later')), choosing);
});
