import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createKnownBrowserToken, createSignInKey, findKnownBrowser, findSignInKey } from './sign-in-key.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const DAY_MS = 86_400_000;

test('finds a browser with its own token, for its account, until it expires', () => {
  const key = randomBytes(32);
  const create = () => createKnownBrowserToken(key, 'dana', new Date(NOW));
  const [token, other] = [create(), create()];
  assert.match(token, /^[\w-]{22}\.\d+\.[\w-]{43}$/);
  assert.notEqual(token.split('.')[0], other.split('.')[0]);

  const find = (text: string | undefined, account = 'dana', at = NOW) =>
    findKnownBrowser(key, text, account, new Date(at));
  const [id = '', expiry = '', signature = ''] = token.split('.');
  assert.equal(find(token), id);
  assert.equal(find(token, ' Dana'), id);
  assert.equal(find(token, 'dana', NOW + 399 * DAY_MS), id);
  assert.equal(find(token, 'dana', NOW - 399 * DAY_MS), id);
  assert.equal(find(token, 'dana', NOW + 401 * DAY_MS), undefined);
  assert.equal(find(token, 'grace'), undefined);
  assert.equal(findKnownBrowser(randomBytes(32), token, 'dana', new Date(NOW)), undefined);
  const forged = [
    undefined,
    '',
    'x.y.z',
    `${id}.${Number(expiry) + 1}.${signature}`,
    `${other.split('.')[0]}.${expiry}.${signature}`,
    `${id}.${expiry}.${'A'.repeat(43)}`,
    `${token}A`,
  ];
  for (const text of forged) assert.equal(find(text), undefined);
});

onBothDatabases('creates one key for all servers', async ({ database, open }) => {
  assert.equal(await database.read(findSignInKey), undefined);
  const other = await open();
  const keys = await Promise.all([database, other].map((each) => each.writeAside(createSignInKey)));
  assert.deepEqual(keys[0], keys[1]);
  assert.deepEqual(await database.read(findSignInKey), keys[0]);
});
