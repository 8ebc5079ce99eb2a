import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply } from 'fastify';
import { API, SIGN_IN_PAGE } from '#contract/paths.ts';
import { checkSameOrigin, createCookies } from './cookies.ts';

test('rejects an origin without a host, also when the request has no Host header', () => {
  for (const origin of ['null', '', 'nonsense', 'file://']) {
    assert.throws(() => checkSameOrigin({ origin }), { name: 'ForbiddenError', code: 'cross-site' });
  }
});

test('marks a known browser for both ways to sign in', () => {
  const paths: (string | undefined)[] = [];
  const reply = {
    setCookie: (_name: string, _value: string, { path }: { path?: string }) => paths.push(path),
  };
  createCookies({ behindTls: true }).writeKnownBrowser(reply as unknown as FastifyReply, 'token', 1);
  assert.deepEqual(paths, [API.signIn, SIGN_IN_PAGE]);
});
