import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeStorage } from '#tests/support/fake-storage.ts';
import { saveInterruptedDraft, takeInterruptedSave } from './interrupted-save.ts';
import { createDraftStore } from './drafts.ts';

const DRAFT = { text: 'mine', base: 'old' };

test('finds a draft after a reload, and no longer after it is removed', () => {
  const storage = createFakeStorage();
  createDraftStore('dana', storage).save('WelcomeMessage', DRAFT);
  const reloaded = createDraftStore('dana', storage);
  assert.deepEqual(reloaded.find('WelcomeMessage'), DRAFT);
  assert.equal(reloaded.find('AnnouncementMessage'), undefined);
  reloaded.remove('WelcomeMessage');
  assert.equal(reloaded.find('WelcomeMessage'), undefined);
  assert.deepEqual(storage.entries, {});
});

test('keeps the drafts of administrators separate', () => {
  const storage = createFakeStorage();
  const [dana, lee] = [createDraftStore('dana', storage), createDraftStore('lee', storage)];
  dana.save('WelcomeMessage', DRAFT);
  assert.equal(lee.find('WelcomeMessage'), undefined);
  lee.save('WelcomeMessage', { text: 'lee', base: 'old' });
  lee.removeAll();
  assert.equal(lee.find('WelcomeMessage'), undefined);
  assert.deepEqual(dana.find('WelcomeMessage'), DRAFT);
});

test('finds the section of a draft, and any section for a draft that lacks it', () => {
  const storage = createFakeStorage();
  const drafts = createDraftStore('dana', storage);
  drafts.save('WelcomeMessage', { ...DRAFT, section: 'home-page' });
  assert.deepEqual(['home-page', 'fuel'].map(drafts.isInSection), [true, false]);
  assert.equal(createDraftStore('lee', storage).isInSection('home-page'), false);
  drafts.save('WelcomeMessage', DRAFT);
  assert.equal(drafts.isInSection('fuel'), true);
});

test('keeps drafts in memory when storage is full, and reports that they are not persistent', () => {
  const storage = createFakeStorage();
  createDraftStore('dana', storage).save('WelcomeMessage', { ...DRAFT, text: 'Earlier' });
  const texts = createDraftStore('dana', { ...storage, save: () => false });
  assert.equal(texts.isPersistent(), true);
  texts.save('WelcomeMessage', DRAFT);
  assert.equal(texts.isPersistent(), false);
  assert.deepEqual(texts.find('WelcomeMessage'), DRAFT);
});

test('writes all drafts again after another tab has removed them', () => {
  const storage = createFakeStorage();
  const texts = createDraftStore('dana', storage);
  texts.save('WelcomeMessage', DRAFT);
  for (const key of storage.list('')) storage.remove(key);
  texts.saveAll();
  assert.deepEqual(createDraftStore('dana', storage).find('WelcomeMessage'), DRAFT);
});

test('ignores stored text that is not a draft', () => {
  for (const text of ['', 'nonsense', 'null', '{}', '{"text":1,"base":""}', '{"text":""}']) {
    const storage = { ...createFakeStorage(), find: () => text };
    assert.equal(createDraftStore('dana', storage).find('WelcomeMessage'), undefined, text);
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
  const open = () => createDraftStore('1', storage, tab);
  open().save('employees', { text: 'mine', base: 'old' });
  open().saveRemovals('employees', [{ item: { id: 'a' } }]);
  assert.deepEqual(open().findRemovals('employees'), [{ item: { id: 'a' } }]);
  assert.deepEqual(open().find('employees'), { text: 'mine', base: 'old' });
  assert.deepEqual(createDraftStore('2', storage, tab).findRemovals('employees'), []);
  open().saveRemovals('pioneer', [1]);
  open().saveRemovals('pioneer', []);
  assert.deepEqual(open().findRemovals('pioneer'), []);
  open().removeAll();
  assert.deepEqual(open().findRemovals('employees'), []);
});
