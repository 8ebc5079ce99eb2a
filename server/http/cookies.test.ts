import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSameOrigin } from './cookies.ts';

test('rejects an origin without a host, also when the request has no Host header', () => {
  for (const origin of ['null', '', 'nonsense', 'file://']) {
    assert.throws(() => checkSameOrigin({ origin }), { name: 'ForbiddenError', code: 'cross-site' });
  }
});
