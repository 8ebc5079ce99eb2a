import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SETUP_STEPS } from '#contract/demo-content.ts';
import { createFakeStorage } from '#app/browser/fake-storage.ts';
import { findOpenStep, firstOpenStep, saveOpenStep } from './setup-place.ts';

test('opens the first step that is not done, on the first visit only', () => {
  const device = createFakeStorage();
  const tab = createFakeStorage();
  assert.equal(findOpenStep(['name-and-phone', 'hours'], tab, device), 1);
  saveOpenStep(undefined, tab, device);
  assert.equal(findOpenStep([], tab, device), undefined);
  assert.equal(firstOpenStep(SETUP_STEPS), SETUP_STEPS.length - 1);
});

test('returns to the open step in the same tab, and not in another', () => {
  const device = createFakeStorage();
  const tab = createFakeStorage();
  saveOpenStep(3, tab, device);
  assert.equal(findOpenStep([], tab, device), 3);
  assert.equal(findOpenStep([], createFakeStorage(), device), undefined);
});
