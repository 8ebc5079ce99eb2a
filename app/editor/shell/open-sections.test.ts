import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeStorage } from '#tests/support/fake-storage.ts';
import { findOpenSections, saveOpenSections } from './open-sections.ts';

test('finds the sections that were saved, and none on a new device or after other text', () => {
  const storage = createFakeStorage();
  assert.deepEqual(findOpenSections(storage), []);
  saveOpenSections(new Set(['fuel', 'home-page']), storage);
  assert.deepEqual(findOpenSections(storage), ['fuel', 'home-page']);
  const [key = ''] = Object.keys(storage.entries);
  for (const text of ['', 'no json', 'null', '{"only":"fuel"}', '[2]']) {
    storage.save(key, text);
    assert.deepEqual(findOpenSections(storage), [], text);
  }
});
