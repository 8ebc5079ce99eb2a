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
import type { MergeTexts } from './merge-draft.ts';

const AT = new Date('2026-11-20T12:00:00Z');
const BY_DANA = { at: AT.toISOString(), author: 'Dana' };
const BY_LEE = { at: AT.toISOString(), author: 'Lee' };
const THEIRS: Current = { content: 'theirs', version: '9', ...BY_LEE };
const CONFLICT: FieldEvent = { type: 'conflict', current: THEIRS, reason: 'Changed.' };
const SAVING: FieldEvent = { type: 'saving' };
const FAILED: FieldEvent = { type: 'failed', reason: 'No.' };
const SIGNED_OUT: FieldEvent = { type: 'failed', reason: 'Signed out.', isSignedOut: true };
const REVERTED: FieldEvent = { type: 'reverted' };
const KEPT_MINE: FieldEvent = { type: 'keptMine' };
const FLASH_ENDED: FieldEvent = { type: 'flashEnded' };
const UPDATED: FieldEvent = { type: 'serverUpdated', content: 'shorter', version: '5' };

const typed = (draft: string): FieldEvent => ({ type: 'typed', draft });
const append = (letter: string): FieldEvent => ({ type: 'edited', edit: (draft) => draft + letter });
const done = (sent: string, content = sent, version = '2', more: object = {}): FieldEvent => ({
  type: 'done',
  sent,
  content,
  version,
  changed: true,
  at: AT,
  author: 'Dana',
  ...more,
});
const MERGE: MergeTexts = ({ draft, base, theirs }) => `${draft} on ${base} and ${theirs}`;
const newer = (content: string): FieldEvent => ({ type: 'newer', current: { ...THEIRS, content } });
const reloaded = (content: string): FieldEvent => ({
  type: 'reloaded',
  current: { content, version: '5', ...BY_DANA },
  restored: true,
});

const after = (...events: FieldEvent[]): FieldState => events.reduce(fieldReducer, initialField('old', '1'));

/** The same text in the draft, as the saved text, and as the base of the draft. */
const all = (text: string) => ({ draft: text, saved: text, base: text });

type Shown = Partial<FieldState & { unsaved: boolean }>;
const CHANGES = '7-0a1b2c3d..9-4e5f6a7b';

const STATES: readonly [name: string, events: FieldEvent[], expected: Shown][] = [
  ['starts with the saved text', [], { ...all('old'), version: '1', status: 'idle', unsaved: false }],
  ['is unsaved while the draft differs from the saved text', [typed('new')], { unsaved: true }],
  ['is saved when the saved text is typed again', [typed('new'), typed('old')], { unsaved: false }],
  ['applies each edit to the latest draft', [append('a'), append('b')], { draft: 'oldab' }],
  [
    'reverts the draft to the saved text and clears the error',
    [typed('new'), FAILED, REVERTED],
    { draft: 'old', reason: undefined },
  ],
  [
    'replaces the sent draft with the content that the server stored',
    [typed('new '), SAVING, done('new ', 'new')],
    { ...all('new'), version: '2', status: 'saved', receipt: { changed: true }, unsaved: false },
  ],
  [
    'keeps text that was typed during a save',
    [typed('new'), SAVING, typed('newer'), done('new')],
    { ...all('new'), draft: 'newer', version: '2', unsaved: true },
  ],
  [
    'keeps a draft that was reverted during a save',
    [typed('new'), SAVING, REVERTED, done('new')],
    { draft: 'old', saved: 'new', unsaved: true },
  ],
  [
    'merges the changes of others that a save includes into text that was typed during it',
    [typed('new'), typed('newer'), done('new', 'theirs', '2', { included: [], merge: MERGE })],
    { draft: 'newer on new and theirs', saved: 'theirs' },
  ],
  [
    'lets `adopt` combine the latest draft with the saved content',
    [typed('new'), typed('newer'), done('new', 'new [7]', '2', { adopt: (now: string) => `${now} [7]` })],
    { draft: 'newer [7]' },
  ],
  [
    'follows a change by another request and keeps the draft',
    [typed('new'), UPDATED],
    { ...all('shorter'), draft: 'new', version: '5' },
  ],
  [
    'lets `adopt` combine the draft with the change of another request',
    [typed('new'), { ...UPDATED, adopt: (draft) => `${draft}, shorter` }],
    { draft: 'new, shorter' },
  ],
  [
    'keeps the base of a draft when only the version changes',
    [typed('new'), { type: 'serverUpdated', version: '5' }],
    { base: 'old', saved: 'old', version: '5' },
  ],
  [
    'keeps the draft when a save fails',
    [typed('new'), SAVING, FAILED],
    { ...all('old'), draft: 'new', version: '1', status: 'failed', reason: 'No.', unsaved: true },
  ],
  [
    'clears the error when a retry starts',
    [typed('new'), FAILED, SAVING],
    { status: 'saving', reason: undefined },
  ],
  [
    'clears the error when a retry succeeds without having been shown',
    [typed('new'), FAILED, done('new')],
    { status: 'saved', reason: undefined, unsaved: false },
  ],
  [
    'counts every save that ends, so that a repeated outcome flashes again',
    [FAILED, FAILED, done('old'), done('old'), CONFLICT],
    { saves: 5 },
  ],
  ['reports an expired session', [typed('new'), SIGNED_OUT], { isSignedOut: true, draft: 'new' }],
  [
    'keeps draft, saved text, and version when a save conflicts',
    [typed('mine'), SAVING, CONFLICT],
    { ...all('old'), draft: 'mine', version: '1', status: 'failed', reason: 'Changed.', theirs: THEIRS },
  ],
  [
    'keeps the conflict through further typing and failed saves',
    [typed('mine'), CONFLICT, FAILED, typed('mine too')],
    { theirs: THEIRS, reason: 'No.' },
  ],
  ...[typed('right'), append('!'), typed('old')].map((event): (typeof STATES)[number] => [
    `clears the error when the draft is put right: ${JSON.stringify(event)}`,
    [typed('wrong'), FAILED, event],
    { reason: undefined },
  ]),
  ['asks to sign in while text is unsaved', [SIGNED_OUT, typed('mine')], { reason: 'Signed out.' }],
  ['asks for no sign-in without', [typed('mine'), SIGNED_OUT, typed('old')], { reason: undefined }],
  ['ends the conflict with a save', [typed('mine'), CONFLICT, done('mine')], { theirs: undefined }],
  [
    'bases the draft on the other text when the user keeps their own',
    [typed('mine'), CONFLICT, KEPT_MINE],
    { ...all('theirs'), draft: 'mine', version: '9', reason: undefined, theirs: undefined, unsaved: true },
  ],
  [
    'takes a merged draft',
    [typed('mine'), CONFLICT, { type: 'keptMine', draft: 'both' }],
    { draft: 'both', saved: 'theirs' },
  ],
  [
    'replaces the draft with the other text after a conflict',
    [typed('mine'), CONFLICT, REVERTED],
    { ...all('theirs'), version: '9', reason: undefined, theirs: undefined, unsaved: false },
  ],
  ...[REVERTED, KEPT_MINE].map((event): (typeof STATES)[number] => [
    `has the other save when a conflict ends: ${event.type}`,
    [typed('mine'), done('mine'), typed('mine too'), CONFLICT, event],
    { receipt: undefined, lastSave: BY_LEE },
  ]),
  ['has no last save before the first', [typed('mine')], { lastSave: undefined }],
  ['has the time and author of the last save', [typed('mine'), done('mine')], { lastSave: BY_DANA }],
  [
    'keeps the last save when a later one changes nothing',
    [done('mine'), done('mine', 'mine', '2', { changed: false, at: new Date(0) })],
    { lastSave: BY_DANA },
  ],
  [
    'has the last save of another request',
    [done('mine'), { ...UPDATED, lastSave: BY_LEE }],
    { lastSave: BY_LEE, receipt: undefined },
  ],
  ['ends the flash of a save', [done('old'), FLASH_ENDED], { status: 'idle' }],
  [
    'keeps the state of a save that has started since',
    [done('old'), SAVING, FLASH_ENDED],
    { status: 'saving' },
  ],
  [
    'shows a restored version, and cannot undo the same save twice',
    [typed('b'), done('b', 'b', '4', { changes: CHANGES }), reloaded('older')],
    { ...all('older'), version: '5', undo: undefined, receipt: { changed: true, restored: true } },
  ],
  [
    'keeps a draft when an earlier version is restored',
    [typed('b'), done('b', 'b', '4', { changes: CHANGES }), typed('mine'), reloaded('older'), KEPT_MINE],
    { draft: 'mine', saved: 'older', version: '5', undo: undefined },
  ],
  [
    'can undo the last save while text is typed',
    [done('b', 'b', '9', { changes: CHANGES }), typed('c')],
    { undo: { changes: CHANGES, before: 'old' } },
  ],
  [
    'undoes only the own changes of a save that includes those of others',
    [typed('new'), done('new', 'theirs', '2', { included: [], merge: MERGE, changes: CHANGES })],
    { undo: { changes: CHANGES, before: 'old on new and theirs' } },
  ],
  [
    'can undo the last save after one that changed nothing',
    [done('old', 'old', '2', { changes: CHANGES }), done('old', 'old', '2', { changed: false })],
    { undo: { changes: CHANGES, before: 'old' } },
  ],
  [
    'cannot undo the last save after the list was changed in another way',
    [done('b', 'b', '9', { changes: CHANGES }), UPDATED],
    { undo: undefined },
  ],
  [
    'shows a newer version in a field without a draft',
    [newer('theirs')],
    { ...all('theirs'), version: '9', lastSave: BY_LEE, newer: undefined },
  ],
  [
    'keeps a draft and its base when there is a newer version, and notes who has saved it',
    [typed('mine'), newer('theirs')],
    { ...all('old'), draft: 'mine', version: '1', newer: BY_LEE },
  ],
  ['forgets a newer version after a save', [typed('mine'), newer('x'), done('mine')], { newer: undefined }],
  ['forgets a newer version at a conflict', [typed('mine'), newer('x'), CONFLICT], { newer: undefined }],
  [
    'shows a newer version once the draft is reverted',
    [typed('mine'), newer('theirs'), REVERTED, newer('theirs')],
    { draft: 'theirs', newer: undefined },
  ],
  [
    'notes no newer version that equals the draft',
    [typed('theirs'), newer('theirs')],
    { saved: 'theirs', newer: undefined, unsaved: false },
  ],
  [
    'notes no newer version that equals its base',
    [typed('mine'), newer('old')],
    { draft: 'mine', version: '9', newer: undefined },
  ],
];

for (const [name, events, expected] of STATES) {
  test(name, () => {
    const state = after(...events);
    const found = { ...state, unsaved: isUnsaved(state) };
    const shown = Object.keys(expected).map((key) => [key, found[key as keyof typeof found]]);
    assert.deepEqual(Object.fromEntries(shown), expected);
  });
}

/** The last event of each changes nothing. */
const IGNORED: readonly [name: string, events: FieldEvent[]][] = [
  ['a request without a result', [typed('new'), { type: 'serverUpdated' }]],
  ['keeping a draft without a conflict', [typed('mine'), { type: 'keptMine', draft: 'other' }]],
  ['a newer version while the user chooses', [typed('mine'), CONFLICT, newer('later')]],
];

for (const [name, events] of IGNORED) {
  test(`ignores ${name}`, () => assert.deepEqual(after(...events), after(...events.slice(0, -1))));
}

test('reports an expired session until the next save starts or ends', () => {
  for (const next of [SAVING, FAILED, done('new'), CONFLICT])
    assert.equal(after(typed('new'), SIGNED_OUT, next).isSignedOut, false, next.type);
});

test('restores a draft, and shows a conflict when the saved text has changed', () => {
  assert.deepEqual(restoredField({ draft: 'saved', base: 'old' }, 'saved', '7'), initialField('saved', '7'));
  assert.deepEqual(restoredField({ draft: 'mine', base: 'saved' }, 'saved', '7'), {
    ...initialField('saved', '7'),
    draft: 'mine',
  });
  const conflicting = restoredField({ draft: 'mine', base: 'old' }, 'saved', '7');
  assert.deepEqual(conflicting, {
    ...initialField('saved', '0'),
    draft: 'mine',
    base: 'old',
    theirs: { content: 'saved', version: '7', at: '', author: null },
  });
  for (const event of [REVERTED, KEPT_MINE])
    assert.equal(fieldReducer(conflicting, event).lastSave, undefined);
});

const aVersion = nat(99).map(String);
const text = constantFrom('a', 'b', 'c', 'old');
const anEvent: Arbitrary<FieldEvent> = oneof(
  text.map(typed),
  text.map(append),
  constantFrom(REVERTED, SAVING, FLASH_ENDED, KEPT_MINE, FAILED, SIGNED_OUT),
  constantFrom<FieldEvent>({ type: 'serverUpdated' }),
  tuple(text, text, aVersion).map(([sent, content, version]) => done(sent, content, version)),
  tuple(text, aVersion).map(([content, version]): FieldEvent => ({ ...UPDATED, content, version })),
  tuple(text, aVersion).map(([content, version]): FieldEvent => ({
    ...CONFLICT,
    current: { ...THEIRS, content, version },
  })),
);

/** Events by which the user changes the draft. */
const BY_USER = new Set(['typed', 'edited', 'reverted']);

/** Checks each step of any sequence of events. */
const assertSteps = (check: (event: FieldEvent, state: FieldState, next: FieldState) => void) =>
  assertProperty(
    property(array(anEvent, { maxLength: 30 }), (events) => {
      let state = initialField('old', '1');
      for (const event of events) {
        const next = fieldReducer(state, event);
        check(event, state, next);
        state = next;
      }
    }),
    { numRuns: EFFORT.propertyRuns },
  );

test('never loses a draft without a decision of the user', () => {
  assertSteps((event, state, next) => {
    const isStored = event.type === 'done' && event.sent === state.draft;
    if (!BY_USER.has(event.type) && !isStored) assert.equal(next.draft, state.draft, event.type);
    if (isStored) assert.equal(next.draft, event.content);
  });
});

test('never shows “Saved” over an unsaved draft', () => {
  assertSteps(({ type }, _state, next) => assert(next.status !== 'saved' || !isUnsaved(next), type));
});

test('never moves to another version without the text of that version', () => {
  assertSteps((event, state, next) => {
    const { content, version } =
      event.type === 'done' || event.type === 'serverUpdated' ? event : { ...state.theirs };
    if (next.version !== state.version || next.saved !== state.saved)
      assert.deepEqual([next.saved, next.base, next.version], [content, content, version], event.type);
    if (event.type === 'conflict') assert.equal(next.version, state.version);
  });
});
