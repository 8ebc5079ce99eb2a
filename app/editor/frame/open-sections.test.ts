import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeStorage } from '#app/browser/fake-storage.ts';
import { findOpenSections, isSectionOpen, saveOpenSections, withSection } from './open-sections.ts';

const NEW = { only: 'home', closed: [] };

test('opens one section on narrow screens, and closes only what was closed on others', () => {
  const narrow = withSection(NEW, 'fuel', { isOpen: true, isNarrow: true });
  assert.deepEqual(
    ['home', 'fuel'].map((id) => isSectionOpen(narrow, id, true)),
    [false, true],
  );
  assert.equal(isSectionOpen(narrow, 'home', false), true);
  const wide = withSection(narrow, 'fuel', { isOpen: false, isNarrow: false });
  assert.equal(isSectionOpen(wide, 'fuel', false), false);
  assert.equal(isSectionOpen(wide, 'fuel', true), true);
  const none = withSection(wide, 'fuel', { isOpen: false, isNarrow: true });
  assert.equal(isSectionOpen(none, 'fuel', true), false);
});

test('returns the same object when a section is already open or closed', () => {
  assert.equal(withSection(NEW, 'home', { isOpen: true, isNarrow: true }), NEW);
  assert.equal(withSection(NEW, 'fuel', { isOpen: false, isNarrow: true }), NEW);
  assert.equal(withSection(NEW, 'fuel', { isOpen: true, isNarrow: false }), NEW);
});

test('finds what was saved, and opens the first section on a new device or after other text', () => {
  const storage = createFakeStorage();
  assert.deepEqual(findOpenSections('home', storage), NEW);
  const saved = { only: null, closed: ['fuel'] };
  saveOpenSections(saved, storage);
  assert.deepEqual(findOpenSections('home', storage), saved);
  const [key = ''] = Object.keys(storage.entries);
  for (const text of ['', 'no json', 'null', '[]', '{"only":1,"closed":[2]}']) {
    storage.save(key, text);
    assert.deepEqual(findOpenSections('home', storage), NEW, text);
  }
});
