import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSlug, waitText } from './text.ts';

test('waitText counts seconds up to two minutes, then minutes', () => {
  const waits = [1, 2, 120, 121, 899, 900].map((seconds) => waitText(seconds));
  assert.deepEqual(waits, [
    'Wait 1 second, then try again.',
    'Wait 2 seconds, then try again.',
    'Wait 120 seconds, then try again.',
    'Wait 3 minutes, then try again.',
    'Wait 15 minutes, then try again.',
    'Wait 15 minutes, then try again.',
  ]);
});

test('toSlug returns an address without a hyphen at its ends, also where a long title is cut off', () => {
  assert.equal(toSlug(' Année 2026: Members’ Meeting! ', 80), 'annee-2026-members-meeting');
  assert.equal(toSlug('Annual Meeting', 7), 'annual');
  assert.equal(toSlug('– ! –', 80), '');
});
