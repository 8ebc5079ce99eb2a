import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayUndo, ROLES } from './rights.ts';

const rolesFor = (itemId: string) => ROLES.filter((role) => mayUndo(role, itemId));

test('offers Undo for changes that a role may make', () => {
  assert.deepEqual(rolesFor('cash-bids/corn'), ['owner', 'content', 'prices']);
  assert.deepEqual(rolesFor('harvest/@main:corn'), ['owner', 'content', 'scale-house']);
  assert.deepEqual(rolesFor('locations/north'), ['owner', 'content', 'scale-house']);
  assert.deepEqual(rolesFor('price-table:1'), ['owner', 'content', 'prices']);
  assert.deepEqual(rolesFor('account:1'), ['owner']);
});
