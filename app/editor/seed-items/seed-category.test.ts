import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fromServer,
  newItem,
  rebase,
  toCategory,
  toSend,
  toText,
  withIds,
  withoutItem,
  withText,
} from './seed-category.ts';

const item = (id: string, description = `<p>${id}</p>`) => ({ id, description });
const category = (items: ReturnType<typeof item>[], description = 'Corn') => ({ description, items });
const saved = category([item('a'), item('b')]);

test('A category comes back from its text', () => {
  assert.deepEqual(toCategory(toText(saved)), saved);
});

for (const text of [
  '',
  'null',
  '[]',
  '{}',
  '{"description":"","items":[{}]}',
  '{"description":"","items":[["a"]]}',
]) {
  test(`A text that is no category gives none: ${text}`, () => assert.equal(toCategory(text), undefined));
}

test('An empty category shows what is built in', () => {
  assert.deepEqual(fromServer([], 'Built in'), category([], 'Built in'));
  const wire = { id: 'a', pioneerCategory: 0, description: '<p>a</p>', categoryDescription: 'Set' };
  assert.deepEqual(fromServer([wire], 'Built in'), category([item('a')], 'Set'));
});

test('A save sends what is new and what has changed, and no blank new item', () => {
  const draft = category([item('a'), item('b', '<p>B</p>'), item('1_new'), newItem('2')]);
  const { added, updated, isHomeless } = toSend(draft, saved);
  assert.deepEqual([added, updated, isHomeless], [[item('1_new')], [item('b', '<p>B</p>')], false]);
});

test('A description alone goes along with the first item, and waits for one where there is none', () => {
  assert.deepEqual(toSend({ ...saved, description: 'New' }, saved).updated, [item('a')]);
  assert.equal(toSend(category([], 'New'), category([])).isHomeless, true);
  assert.equal(toSend(category([newItem()], 'New'), category([])).isHomeless, true);
  assert.equal(toSend(category([item('1_new')], 'New'), category([])).isHomeless, false);
  assert.equal(toSend(category([]), category([])).isHomeless, false);
});

test('An item that somebody else has taken away is a new one', () => {
  assert.deepEqual(toSend(category([item('a'), item('c')]), category([item('a')])).added, [
    { id: 'c_new', description: '<p>c</p>' },
  ]);
});

test('Over what is saved by now, one’s own changes stay and everything else is theirs', () => {
  const draft = category([item('a', '<p>mine</p>'), item('b'), item('c'), item('1_new')]);
  const base = category([item('a'), item('b'), item('c')]);
  const theirs = category([item('a', '<p>theirs</p>'), item('b', '<p>theirs</p>'), item('d')], 'Theirs');
  assert.deepEqual(
    rebase(draft, base, theirs),
    category([item('a', '<p>mine</p>'), item('b', '<p>theirs</p>'), item('d'), item('1_new')], 'Theirs'),
  );
  assert.equal(rebase({ ...draft, description: 'Mine' }, base, theirs).description, 'Mine');
});

test('Items change, go, and get their ids one by one', () => {
  assert.deepEqual(withText(saved, 'b', 'x').items, [item('a'), item('b', 'x')]);
  assert.deepEqual(withoutItem(saved, 'a').items, [item('b')]);
  assert.deepEqual(withIds(saved, new Map([['b', 's']])).items, [item('a'), item('s', '<p>b</p>')]);
});
