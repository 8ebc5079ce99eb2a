import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API } from '#contract/paths.ts';
import type { PioneerItem } from '#contract/pioneer.ts';
import { UNREACHABLE, type CallResult } from '#app/editor/shell/admin-api.ts';
import { fieldReducer, initialField, type FieldState } from '#app/editor/field/field-state.ts';
import { removalOf, type Removal } from '#app/editor/field/removals.ts';
import { removeRow, restoreRow } from '#app/editor/lists/change-rows.ts';
import { pioneerList } from './pioneer-list.ts';
import { mergeCategories, type DraftItem, type PioneerCategory } from './pioneer-category.ts';

const item = (id: string, description = `<p>${id}</p>`): DraftItem => ({ id, description });
const aCategory = (items: DraftItem[], description = 'Corn.'): PioneerCategory => ({ description, items });
const done = <Body>(body: Body, version: number): CallResult<Body> => ({
  outcome: 'done',
  body,
  version: String(version),
});
const rejected = (status: number): CallResult<never> => ({ outcome: 'rejected', reason: 'No.', status });

type SentItem = Pick<PioneerItem, 'id' | 'description' | 'categoryDescription'>;

/** Creates a fake server with one category. `next` makes a call fail, or lose its response after its work (`lose`). */
function aServer(items: DraftItem[], description = 'Corn.') {
  let version = 1;
  const stored = new Map(items.map((each) => [each.id, each.description]));
  const ids = new Map<string, string>();
  const removed = new Map<string, number>();
  let category = description;
  const sent: string[] = [];
  const next: Record<string, 'lose' | CallResult<never>> = {};

  function respond<Body>(call: string, count: number, work: () => Body): CallResult<Body> {
    sent.push(`${call} ${count}`);
    const fate = next[call];
    delete next[call];
    if (fate && fate !== 'lose') return fate;
    const result = work();
    return fate === 'lose' ? UNREACHABLE : done(result, version);
  }
  const toWire = (id: string): PioneerItem => ({
    id,
    pioneerCategory: 0,
    description: stored.get(id) ?? '',
    categoryDescription: category,
  });
  const put = (id: string, each: SentItem) => {
    stored.set(id, each.description);
    category = each.categoryDescription;
    version += 1;
  };

  const update = (all: SentItem[]) =>
    respond('update', all.length, () => {
      for (const each of all) put(each.id, each);
      return { content: all.map(({ id }) => toWire(id)), version, changed: true };
    });
  const add = (all: SentItem[]) =>
    respond('add', all.length, () => {
      const content = all.map((each) => {
        const known = ids.get(each.id);
        const id = known ?? `stored-${ids.size + 1}`;
        if (!known) put(id, each);
        ids.set(each.id, id);
        return toWire(id);
      });
      return { content, version, changed: true };
    });
  const calls: NonNullable<Parameters<typeof pioneerList>[2]> = {
    pioneerItems: async () => done([...stored.keys()].map(toWire), version),
    send: async ({ path, body }) => (path === API.newPioneerItems ? add : update)(body as SentItem[]),
    deletePioneerItem: async (id) =>
      respond('delete', 1, () => {
        removed.set(id, [...stored.keys()].indexOf(id));
        stored.delete(id);
        return { content: null, version: (version += 1), changed: true };
      }),
    restorePioneerItem: async (id) =>
      respond('restore', 1, () => {
        const entries = [...stored].toSpliced(removed.get(id) ?? 0, 0, [id, `<p>${id}</p>`]);
        stored.clear();
        for (const [key, value] of entries) stored.set(key, value);
        return { content: [toWire(id)], version: (version += 1), changed: true };
      }),
  };
  return { calls, sent, next, stored, changeElsewhere: (id: string, html: string) => stored.set(id, html) };
}

function aField(server: ReturnType<typeof aServer>, items: DraftItem[]) {
  const category = pioneerList(0, '', server.calls);
  let state: FieldState<PioneerCategory> = initialField(aCategory(items), '1');
  let removal: Removal<DraftItem> | undefined;
  return {
    get items() {
      return state.draft.items.map(({ id, description }) => [id, description]);
    },
    get state() {
      return state;
    },
    type(draft: DraftItem[], description?: string) {
      state = fieldReducer(state, { type: 'typed', draft: aCategory(draft, description) });
    },
    async save() {
      const sent = state.draft;
      const result = await category.save(sent, state.version, state.base);
      if (result.outcome === 'done') {
        state = fieldReducer(state, { type: 'done', sent, ...result.body, at: new Date(), author: 'Dana' });
      } else if (result.outcome === 'conflict') {
        const { reason, current } = result;
        state = fieldReducer(state, {
          type: 'conflict',
          reason,
          current: { ...current, content: current.content as PioneerCategory },
        });
      } else state = fieldReducer(state, { type: 'failed', reason: result.reason });
      return result.outcome;
    },
    async remove(id: string) {
      const [draft, saved] = [state.draft.items, state.saved.items];
      const { events, failure } = await removeRow(category, id, () => state);
      if (!failure) removal = removalOf(id, { draft, saved, removals: [] });
      state = events.reduce(fieldReducer<PioneerCategory>, state);
      return failure?.outcome;
    },
    async undo() {
      assert.ok(removal?.saved);
      const { events, failure } = await restoreRow(
        category,
        { ...removal, saved: removal.saved },
        () => state,
      );
      state = events.reduce(fieldReducer<PioneerCategory>, state);
      return failure?.outcome;
    },
  };
}

const A = item('a');
const B = item('b');

function opened(...items: DraftItem[]) {
  const server = aServer(items);
  return { server, field: aField(server, items) };
}

test('sends nothing when a description has no item', async () => {
  const server = aServer([]);
  const category = pioneerList(0, '', server.calls);
  assert.deepEqual(await category.save(aCategory([], 'Bright.'), '1', aCategory([])), {
    outcome: 'rejected',
    reason: 'Add at least one item, then save. The description is saved along with it.',
  });
  assert.deepEqual(server.sent, []);
});

test('updates stored items before it adds new ones, and then stores their ids in the draft', async () => {
  const { server, field } = opened(A);
  field.type([item('a', 'new'), item('1_new', 'added')]);
  assert.equal(await field.save(), 'done');
  assert.deepEqual(server.sent, ['update 1', 'add 1']);
  assert.deepEqual(field.items, [
    ['a', 'new'],
    ['stored-1', 'added'],
  ]);
  assert.deepEqual(field.state.draft, field.state.saved);
});

test('adds no item twice after a lost response, and stores the text typed since then', async () => {
  const { server, field } = opened(A);
  server.next['add'] = 'lose';
  field.type([A, item('1_new', 'Four')]);
  assert.equal(await field.save(), 'unreachable');
  assert.deepEqual(field.items?.at(-1), ['1_new', 'Four']);
  field.type([A, item('1_new', 'Vier'), item('2_new', 'Five')]);
  assert.equal(await field.save(), 'done');
  assert.deepEqual(
    [...server.stored],
    [
      ['a', '<p>a</p>'],
      ['stored-1', 'Vier'],
      ['stored-2', 'Five'],
    ],
  );
  assert.deepEqual(field.items, [...server.stored]);
});

test('keeps the draft when only the update succeeded, and repeats it with the next save', async () => {
  const { server, field } = opened(A);
  server.next['add'] = rejected(503);
  field.type([item('a', 'new'), item('1_new', 'added')]);
  assert.equal(await field.save(), 'rejected');
  assert.deepEqual(field.items, [
    ['a', 'new'],
    ['1_new', 'added'],
  ]);
  assert.equal(await field.save(), 'done');
  assert.deepEqual(server.sent, ['update 1', 'add 1', 'update 1', 'add 1']);
  assert.deepEqual([...server.stored.values()], ['new', 'added']);
});

test('offers an item that was removed concurrently as a new one', async () => {
  const server = aServer([B]);
  const field = aField(server, [A, B]);
  server.next['update'] = rejected(404);
  field.type([item('a', 'mine'), B]);
  assert.equal(await field.save(), 'conflict');
  const { draft, base, theirs, reason } = field.state;
  assert.equal(reason, 'Someone else removed an item while you were editing.');
  assert.deepEqual(theirs?.content, aCategory([B]));
  const merged = mergeCategories({ draft, base, theirs: theirs.content });
  assert.deepEqual(merged?.merged.items, [B, item('a', 'mine')]);
  assert.deepEqual(merged?.conflicts, [
    { key: 'a ', name: 'Item 1', mine: 'mine', theirs: 'Removed', isRichText: true },
  ]);
});

test('keeps the item and returns the failure when a removal fails', async () => {
  const { server, field } = opened(A);
  server.next['delete'] = UNREACHABLE;
  assert.equal(await field.remove('a'), 'unreachable');
  server.next['delete'] = rejected(503);
  assert.equal(await field.remove('a'), 'rejected');
  assert.deepEqual(field.items, [['a', '<p>a</p>']]);
});

test('removes an item from the draft when a retry finds it already removed', async () => {
  const { server, field } = opened(A, B);
  field.type([A, item('b', 'mine')]);
  server.next['delete'] = 'lose';
  assert.equal(await field.remove('a'), 'unreachable');
  server.next['delete'] = rejected(404);
  assert.equal(await field.remove('a'), undefined);
  assert.deepEqual(field.items, [['b', 'mine']]);
  assert.deepEqual(field.state.saved, aCategory([B]));
});

test('restores an item with its unsaved edits, and keeps edits of other items', async () => {
  const { server, field } = opened(A, B);
  field.type([item('a', 'mine'), item('b', 'mine, too')]);
  await field.remove('a');
  server.next['restore'] = UNREACHABLE;
  assert.equal(await field.undo(), 'unreachable');
  assert.deepEqual(field.items, [['b', 'mine, too']]);
  assert.equal(await field.undo(), undefined);
  assert.deepEqual(field.items, [
    ['a', 'mine'],
    ['b', 'mine, too'],
  ]);
  assert.deepEqual(field.state.saved, aCategory([A, B]));
  assert.equal(await field.save(), 'done');
  assert.deepEqual([...server.stored.values()], ['mine', 'mine, too']);
});

test('names the description and the items that both have changed, and takes the chosen texts', () => {
  const draft = aCategory([item('a', 'mine'), item('b', 'mine')], 'My corn.');
  const theirs = aCategory([A, item('b', 'theirs'), item('c')], 'Their corn.');
  const texts = { draft, base: aCategory([A, B]), theirs };
  const merged = mergeCategories(texts);
  const shown = merged?.conflicts.map((each) => [each.name, each.mine, each.theirs]);
  assert.deepEqual(shown, [
    ['Category description', 'My corn.', 'Their corn.'],
    ['Item 2', 'mine', 'theirs'],
  ]);
  const items = (b: string) => [item('a', 'mine'), item('b', b), item('c')];
  assert.deepEqual(merged?.merged, aCategory(items('mine'), 'My corn.'));
  const chosen = mergeCategories(texts, (key) => (key === 'b description' ? 'theirs' : 'mine'));
  assert.deepEqual(chosen?.merged, aCategory(items('theirs'), 'My corn.'));
});
