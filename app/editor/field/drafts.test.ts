import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeStorage } from '#tests/support/fake-storage.ts';
import { saveInterruptedDraft, takeInterruptedSave } from './interrupted-save.ts';
import { createDraftStore } from './drafts.ts';

const aTab = (id: string, open: readonly string[] = []) => ({
  id,
  findOpen: async () => (tab: string) => open.includes(tab),
});

function storeOf(
  adminId: string,
  storage: ReturnType<typeof createFakeStorage>,
  tabStorage = createFakeStorage(),
  tab = aTab('one'),
) {
  const store = createDraftStore(adminId, storage, tabStorage, tab);
  const find = (field: string) => {
    const { at: _at, ...draft } = store.find(field) ?? { text: '', base: '' };
    return store.find(field) && draft;
  };
  return { ...store, find };
}

const DRAFT = { text: 'mine', base: 'old' };

test('finds a draft after a reload, and no longer after it is removed', () => {
  const storage = createFakeStorage();
  storeOf('dana', storage).save('WelcomeMessage', DRAFT);
  const reloaded = storeOf('dana', storage);
  assert.deepEqual(reloaded.find('WelcomeMessage'), DRAFT);
  assert.equal(reloaded.find('AnnouncementMessage'), undefined);
  reloaded.remove('WelcomeMessage');
  assert.equal(reloaded.find('WelcomeMessage'), undefined);
  assert.deepEqual(storage.entries, {});
});

test('lists the fields with a draft of any tab once', () => {
  const storage = createFakeStorage();
  storeOf('dana', storage).save('A@b', { ...DRAFT, section: 'home-page' });
  storeOf('dana', storage, createFakeStorage(), aTab('two')).save('A@b', { ...DRAFT, section: 'home-page' });
  storeOf('grace', storage).save('B', DRAFT);
  assert.deepEqual(storeOf('dana', storage).list(), [{ field: 'A@b', section: 'home-page' }]);
});

test('keeps the drafts of administrators separate', () => {
  const storage = createFakeStorage();
  const [dana, lee] = [storeOf('dana', storage), storeOf('lee', storage)];
  dana.save('WelcomeMessage', DRAFT);
  assert.equal(lee.find('WelcomeMessage'), undefined);
  lee.save('WelcomeMessage', { text: 'lee', base: 'old' });
  lee.removeAll();
  assert.equal(lee.find('WelcomeMessage'), undefined);
  assert.deepEqual(dana.find('WelcomeMessage'), DRAFT);
});

test('finds the section of a draft, and any section for a draft that lacks it', () => {
  const storage = createFakeStorage();
  const drafts = storeOf('dana', storage);
  drafts.save('WelcomeMessage', { ...DRAFT, section: 'home-page' });
  assert.deepEqual(['home-page', 'fuel'].map(drafts.isInSection), [true, false]);
  assert.equal(storeOf('lee', storage).isInSection('home-page'), false);
  drafts.save('WelcomeMessage', DRAFT);
  assert.equal(drafts.isInSection('fuel'), true);
});

test('keeps drafts in memory when storage is full, and reports that they are not persistent', () => {
  const storage = createFakeStorage();
  storeOf('dana', storage).save('WelcomeMessage', { ...DRAFT, text: 'Earlier' });
  const texts = storeOf('dana', { ...storage, save: () => false });
  assert.equal(texts.isPersistent(), true);
  texts.save('WelcomeMessage', DRAFT);
  assert.equal(texts.isPersistent(), false);
  assert.deepEqual(texts.find('WelcomeMessage'), DRAFT);
});

test('writes all drafts again after another tab has removed them', () => {
  const storage = createFakeStorage();
  const texts = storeOf('dana', storage);
  texts.save('WelcomeMessage', DRAFT);
  for (const key of storage.list('')) storage.remove(key);
  texts.saveAll();
  assert.deepEqual(storeOf('dana', storage).find('WelcomeMessage'), DRAFT);
});

test('ignores stored text that is not a draft', () => {
  for (const text of ['', 'nonsense', 'null', '{}', '{"text":1,"base":""}', '{"text":""}']) {
    const storage = { ...createFakeStorage(), find: () => text };
    assert.equal(storeOf('dana', storage).find('WelcomeMessage'), undefined, text);
  }
});

const INTERRUPTED = {
  adminId: 'dana',
  section: 'home-page',
  field: 'WelcomeMessage',
  text: 'mine',
  base: 'old',
};

test('returns an interrupted save once, and discards that of another administrator', () => {
  const storage = createFakeStorage();
  for (const [first, found] of [
    ['dana', INTERRUPTED],
    ['lee', undefined],
  ] as const) {
    saveInterruptedDraft(INTERRUPTED, storage);
    assert.deepEqual(takeInterruptedSave(first, storage), found);
    assert.equal(takeInterruptedSave('dana', storage), undefined);
  }
});

test('keeps removals in the tab, apart from drafts, until the user signs out', () => {
  const [storage, tab] = [createFakeStorage(), createFakeStorage()];
  const open = () => storeOf('1', storage, tab);
  open().save('employees', { text: 'mine', base: 'old' });
  open().saveRemovals('employees', [{ item: { id: 'a' } }]);
  assert.deepEqual(open().findRemovals('employees'), [{ item: { id: 'a' } }]);
  assert.deepEqual(open().find('employees'), { text: 'mine', base: 'old' });
  assert.deepEqual(storeOf('2', storage, tab).findRemovals('employees'), []);
  open().saveRemovals('pioneer', [1]);
  open().saveRemovals('pioneer', []);
  assert.deepEqual(open().findRemovals('pioneer'), []);
  open().removeAll();
  assert.deepEqual(open().findRemovals('employees'), []);
});

test('keeps the drafts of tabs apart, and offers those of closed ones, newest first', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-20T15:00:00Z') });
  const storage = createFakeStorage();
  const open = (id: string, others: readonly string[] = []) =>
    storeOf('dana', storage, createFakeStorage(), aTab(id, others));
  open('one').save('employees', { ...DRAFT, text: 'first' });
  t.mock.timers.tick(60_000);
  open('two').save('employees', { ...DRAFT, text: 'second' });
  open('two').remove('employees');
  assert.equal(open('one').find('employees')?.text, 'first');
  open('two').save('employees', { ...DRAFT, text: 'second' });
  const third = open('three');
  assert.deepEqual([third.find('employees'), third.has('employees')], [undefined, true]);
  assert.deepEqual(await third.findOthers('employees'), [
    { tab: 'two', at: '2026-11-20T15:01:00.000Z' },
    { tab: 'one', at: '2026-11-20T15:00:00.000Z' },
  ]);
  assert.deepEqual(await open('three', ['one', 'two']).findOthers('employees'), []);
  // What is unsaved here takes the place of the opened draft.
  assert.equal(third.takeOther('employees', 'one', { text: 'third', base: 'old' })?.text, 'first');
  assert.equal(open('one').find('employees')?.text, 'third');
  assert.equal(third.takeOther('employees', 'two')?.text, 'second');
  assert.equal((await third.findOthers('employees')).length, 1);
});

test('takes a draft that an earlier release has stored without a tab', () => {
  const storage = createFakeStorage();
  storage.save('scalehouse-kept:dana:fuel', JSON.stringify(DRAFT));
  assert.deepEqual(storeOf('dana', storage).find('fuel'), DRAFT);
  storeOf('dana', storage).remove('fuel');
  assert.deepEqual(storage.entries, {});
});
