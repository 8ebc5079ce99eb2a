import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BROKEN, initialField, type FieldState } from './field-state.ts';
import { createFieldStore } from './field-store.ts';
import { saveOver } from './save-result.ts';

const fail = () => {
  throw new TypeError('Not a list.');
};

const aStore = () => createFieldStore(initialField<readonly string[]>(['a'], '1'));

/** Returns a function that sends drafts to a server, and what was sent. */
function aServer(store: ReturnType<typeof aStore>, save = async () => {}) {
  const sent: (readonly string[])[] = [];
  const send = async ({ draft }: FieldState<readonly string[]>) => {
    sent.push(draft);
    await save();
    const more = { changed: true, at: new Date(), author: 'Dana' };
    store.dispatch({ type: 'done', sent: draft, content: draft, version: '2', ...more });
  };
  return { sent, send };
}

test('saves again after a save if the draft has changed, and once for any number of presses', async () => {
  const store = aStore();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { sent, send } = aServer(store, () => promise);
  store.dispatch({ type: 'typed', draft: ['b'] });
  const first = store.save(send);
  await Promise.resolve();
  await store.save(send);
  store.dispatch({ type: 'typed', draft: ['c'] });
  const saves = [store.save(send), store.save(send)];
  resolve();
  await Promise.all([first, ...saves]);
  assert.deepEqual(sent, [['b'], ['c']]);
  assert.deepEqual([store.now().saved, store.isBusy()], [['c'], false]);
});

test('stays usable after a request, a save, or an edit that throws, and says so', async () => {
  const store = aStore();
  await store.change(async () => fail());
  assert.deepEqual([store.now().reason, store.now().status], [BROKEN, 'failed']);
  await store.save(async () => fail());
  assert.deepEqual([store.now().saves, store.isBusy()], [2, false]);
  store.dispatch({ type: 'edited', edit: fail });
  assert.deepEqual([store.now().saves, store.now().draft], [3, ['a']]);
  const result = await saveOver(async () => fail(), store.now());
  assert.deepEqual(result, { outcome: 'rejected', reason: BROKEN });

  const { sent, send } = aServer(store);
  store.dispatch({ type: 'typed', draft: ['b'] });
  await store.save(send);
  assert.deepEqual([sent, store.now().reason, store.now().saved], [[['b']], undefined, ['b']]);
});
