import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeShowing } from './merge-draft.ts';
import { jsonForm, textsIn } from './stored-form.ts';
import { openDraft } from './use-draft.ts';

const form = jsonForm<readonly string[]>((json) => (Array.isArray(json) ? json : undefined));
const open = (text: string, base: string) =>
  openDraft({ text, base }, { saved: ['a'], version: '7', form, merge: undefined });

test('merges a stored draft without conflicts, and does not fail if the merge does', () => {
  const stored = { text: '["b"]', base: '["old"]' };
  const options = { saved: ['a'], version: '7', form };
  const merge = mergeShowing<readonly string[], never>(
    ({ mine, theirs }) => [...mine, ...theirs],
    () => assert.fail(),
  );
  assert.deepEqual(openDraft(stored, { ...options, merge }).draft, ['b', 'a']);
  const state = openDraft(stored, { ...options, merge: () => undefined });
  assert.deepEqual([state.draft, state.base, state.theirs?.content], [['b'], ['old'], ['a']]);
});

test('keeps a stored text that is no value, with its texts to copy', () => {
  const text = '{"rows":[["Urea","410"],["  "]]}';
  for (const state of [open(text, '["a"]'), open('["b"]', 'nothing')]) assert.deepEqual(state.draft, ['a']);
  assert.equal(open(text, '["a"]').unreadable, text);
  assert.equal(textsIn(text), 'Urea\n410');
  assert.equal(textsIn('Rain.'), 'Rain.');
  assert.equal(textsIn('7'), '7');
});
