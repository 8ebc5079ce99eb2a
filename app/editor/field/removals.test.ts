import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removalOf, withRemovals, withRestored, type Removal } from './removals.ts';

type Item = { id: string; text: string };

const anItem = (id: string, text = id): Item => ({ id, text });
const LIST = ['a', 'b', 'c', 'd', 'e'].map((id) => anItem(id));
const idsOf = (list: readonly Item[]) => list.map(({ id }) => id).join('');

/** Returns the list without the items, and their removals. */
function remove(list: readonly Item[], ids: string) {
  const removals: Removal<Item>[] = [];
  let rest = list;
  for (const id of ids) {
    const removal = removalOf(id, { draft: rest, saved: rest, removals });
    if (removal) removals.push(removal);
    rest = rest.filter((each) => each.id !== id);
  }
  return { rest, removals };
}

const undo = (list: readonly Item[], removal: Removal<Item> | undefined) =>
  removal ? withRestored(list, removal.item, removal.after.draft) : list;

function permutationsOf(ids: string): string[] {
  if (ids.length < 2) return [ids];
  return ids.split('').flatMap((id) => permutationsOf(ids.replace(id, '')).map((rest) => id + rest));
}

test('restores removed items at their positions when removals are undone in any order', () => {
  for (const removed of [...permutationsOf('abc'), ...permutationsOf('bcd'), ...permutationsOf('ace')]) {
    const { rest, removals } = remove(LIST, removed);
    for (const order of permutationsOf('012')) {
      let list = rest;
      for (const index of order) list = undo(list, removals[Number(index)]);
      assert.equal(idsOf(list), 'abcde', `removed ${removed}, undone ${order}`);
    }
  }
});

test('restores an item after the nearest item that is still there', () => {
  const { removals } = remove(LIST, 'd');
  assert.equal(idsOf(undo([anItem('a'), anItem('x')], removals[0])), 'adx');
  assert.equal(idsOf(undo([anItem('x')], removals[0])), 'dx');
});

test('replaces the item when the list already has it', () => {
  const list = withRestored([anItem('a'), anItem('b')], anItem('a', 'edited'), []);
  assert.deepEqual(list, [anItem('a', 'edited'), anItem('b')]);
});

test('keeps the saved and the edited item of a removal', () => {
  const draft = [anItem('b', 'edited'), anItem('a')];
  const saved = [anItem('a'), anItem('b')];
  assert.deepEqual(removalOf('b', { draft, saved, removals: [] }), {
    item: anItem('b', 'edited'),
    saved: anItem('b'),
    after: { draft: [], saved: ['a'] },
  });
  assert.equal(removalOf('b', { draft, saved: [], removals: [] })?.saved, undefined);
  assert.deepEqual(removalOf('b', { draft: [], saved, removals: [] })?.item, anItem('b'));
  assert.equal(removalOf('x', { draft, saved, removals: [] }), undefined);
});

test('shows removals in the places of the removed items, until the items are back', () => {
  const { rest, removals } = remove(LIST, 'db');
  const entries = withRemovals(undo(rest, removals[0]), removals);
  const shown = entries.map(({ id, position, removal }) => [id, removal ? 'removed' : position]);
  assert.deepEqual(shown, [
    ['a', 0],
    ['b', 'removed'],
    ['c', 1],
    ['d', 2],
    ['e', 3],
  ]);
});
