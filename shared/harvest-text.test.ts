import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageText, waitText } from './harvest-text.ts';

test('says how long the wait is', () => {
  assert.deepEqual([0, 25, 60, 85, 120].map(waitText), [
    'No wait',
    'Wait about 25 min',
    'Wait about 1 hour',
    'Wait about 1 hour 25 min',
    'Wait about 2 hours',
  ]);
});

test('says how long ago a time was, in steps', () => {
  const minutesAgo = [4, 5, 59, 60, 125, 1440, 2880].map((minutes) => ageText(0, minutes * 60_000));
  assert.deepEqual(minutesAgo, [
    'just now',
    '5 minutes ago',
    '55 minutes ago',
    '1 hour ago',
    '2 hours ago',
    '1 day ago',
    '2 days ago',
  ]);
});
