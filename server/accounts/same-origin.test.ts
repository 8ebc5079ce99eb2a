import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSameOrigin } from './same-origin.ts';

test('An origin that has no host is not ours, also where the request names no host', () => {
  for (const origin of ['null', '', 'nonsense', 'file://']) {
    assert.throws(() => checkSameOrigin({ origin }), { status: 403, code: 'cross-site' });
  }
});
