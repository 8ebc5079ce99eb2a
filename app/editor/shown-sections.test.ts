import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForPerson, rightsText } from './shown-sections.ts';

const shown = (admin: Parameters<typeof isForPerson>[0]) =>
  ['home-page', 'operating-hours', 'fuel', 'cash-bids', 'locations', 'people', 'your-account'].filter(
    (section) => isForPerson(admin, section),
  );

test('shows the sections that a person may change, and the own account', () => {
  const all = shown({ role: 'owner', locations: null });
  assert.equal(all.length, 7);
  assert.deepEqual(
    shown({ role: 'content', locations: null }),
    all.filter((section) => section !== 'people'),
  );
  assert.deepEqual(shown({ role: 'prices', locations: null }), ['fuel', 'cash-bids', 'your-account']);
  assert.deepEqual(shown({ role: 'prices', locations: ['north'] }), ['cash-bids', 'your-account']);
  assert.deepEqual(shown({ role: 'scale-house', locations: ['north'] }), ['locations', 'your-account']);
  assert.deepEqual(shown({ role: 'scale-house', locations: ['@main'] }), [
    'operating-hours',
    'locations',
    'your-account',
  ]);
});

test('says what people may change who are not owners', () => {
  assert.equal(rightsText({ role: 'owner', locations: null }), '');
  assert.equal(
    rightsText({ role: 'prices', locations: ['north'] }),
    'Your account can change prices of some locations. Ask an owner for more.',
  );
});
