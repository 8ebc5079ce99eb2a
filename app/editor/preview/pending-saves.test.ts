import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SaveRequest } from '#contract/drafts.ts';
import { pendingSaves } from './pending-saves.ts';

const save = (body: string): SaveRequest => ({ method: 'POST', path: '/api/config', body, version: '1' });
const draft = (saves: SaveRequest[] | string) => ({
  pending: { saves: () => saves, subscribe: () => () => undefined },
});

test('names the field of each save, and of each draft that cannot be saved', () => {
  const found = pendingSaves([
    ['items', draft([save('update'), save('add')])],
    ['locations', draft('North: Type a date.')],
    ['image-order', {}],
    ['welcome', draft([save('Hello')])],
  ]);
  assert.deepEqual(found, {
    saves: [save('update'), save('add'), save('Hello')],
    fields: ['items', 'items', 'welcome'],
    problems: [{ field: 'locations', reason: 'North: Type a date.' }],
  });
});
