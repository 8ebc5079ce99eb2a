import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeStorage } from '#tests/support/fake-storage.ts';
import { createTab } from './tab.ts';

const aPage = () => Object.assign(new EventTarget(), { navigator: {} });

test('keeps its id through a reload, but not in a duplicate of the tab or after a crash', () => {
  const [storage, page] = [createFakeStorage(), aPage()];
  const { id } = createTab(storage, page);
  const duplicate = createFakeStorage({ ...storage.entries });
  assert.notEqual(createTab(duplicate, aPage()).id, id);
  page.dispatchEvent(new Event('pagehide'));
  assert.equal(createTab(storage, aPage()).id, id);
  assert.notEqual(createTab(storage, aPage()).id, id);
});

test('knows the tabs that are open by their locks, and none without locks', async () => {
  const held: { name: string }[] = [];
  const locks = {
    request: async (name: string) => held.push({ name }),
    query: async () => ({ held }),
  } as unknown as Pick<LockManager, 'request' | 'query'>;
  const open = (navigator: { locks?: typeof locks }) =>
    createTab(createFakeStorage(), Object.assign(new EventTarget(), { navigator }));
  const [one, other] = [open({ locks }), open({ locks })];
  const isOpen = await one.findOpen();
  assert.deepEqual([isOpen(other.id), isOpen('closed')], [true, false]);
  assert.equal((await open({}).findOpen())(other.id), false);
});
