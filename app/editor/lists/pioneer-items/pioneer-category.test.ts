import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CATEGORY_FORM,
  fromServer,
  hasBlankNewItem,
  newItem,
  rebase,
  changesToSubmit,
} from './pioneer-category.ts';

const item = (id: string, description = `<p>${id}</p>`) => ({ id, description });
const category = (items: ReturnType<typeof item>[], description = 'Corn') => ({ description, items });
const saved = category([item('a'), item('b')]);

test('stores a draft as earlier releases do, and reads it', () => {
  const text = '{"description":"Corn","items":[["a","<p>a</p>"],["b","<p>b</p>"]]}';
  assert.equal(CATEGORY_FORM.write(saved), text);
  assert.deepEqual(CATEGORY_FORM.read(text), saved);
});

for (const text of [
  '',
  'null',
  '[]',
  '{}',
  '{"description":"","items":[{}]}',
  '{"description":"","items":[["a"]]}',
]) {
  test(`reads no category in the text: ${text}`, () => assert.equal(CATEGORY_FORM.read(text), undefined));
}

test('fromServer uses the built-in description for an empty category', () => {
  assert.deepEqual(fromServer([], 'Built in'), category([], 'Built in'));
  const wire = { id: 'a', pioneerCategory: 0, description: '<p>a</p>', categoryDescription: 'Set' };
  assert.deepEqual(fromServer([wire], 'Built in'), category([item('a')], 'Set'));
});

test('toSend returns new and changed items, without blank new ones', () => {
  const draft = category([item('a'), item('b', '<p>B</p>'), item('1_new'), newItem()]);
  const { added, updated, lacksItem } = changesToSubmit(draft, saved);
  assert.deepEqual([added, updated, lacksItem], [[item('1_new')], [item('b', '<p>B</p>')], false]);
});

test('hasBlankNewItem reports a new item without text', () => {
  assert.equal(hasBlankNewItem(category([item('a', ''), item('1_new')])), false);
  assert.equal(hasBlankNewItem(category([item('a'), item('1_new', '<p> </p>')])), true);
});

test('toSend sends a changed description with the first item, and reports when there is no item', () => {
  assert.deepEqual(changesToSubmit({ ...saved, description: 'New' }, saved).updated, [item('a')]);
  assert.equal(changesToSubmit(category([], 'New'), category([])).lacksItem, true);
  assert.equal(changesToSubmit(category([newItem()], 'New'), category([])).lacksItem, true);
  assert.equal(changesToSubmit(category([item('1_new')], 'New'), category([])).lacksItem, false);
  assert.equal(changesToSubmit(category([]), category([])).lacksItem, false);
});

test('toSend adds an item that the saved category no longer contains', () => {
  const { added } = changesToSubmit(category([item('a'), item('c')]), category([item('a')]));
  assert.deepEqual(added, [item('c')]);
});

test('rebase keeps changes of the draft and takes everything else from the saved category', () => {
  const draft = category([item('a', '<p>mine</p>'), item('b'), item('c'), item('1_new')]);
  const base = category([item('a'), item('b'), item('c')]);
  const theirs = category([item('a', '<p>theirs</p>'), item('b', '<p>theirs</p>'), item('d')], 'Theirs');
  assert.deepEqual(
    rebase(draft, base, theirs),
    category([item('a', '<p>mine</p>'), item('b', '<p>theirs</p>'), item('d'), item('1_new')], 'Theirs'),
  );
  assert.equal(rebase({ ...draft, description: 'Mine' }, base, theirs).description, 'Mine');
});
