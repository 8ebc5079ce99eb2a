import assert from 'node:assert/strict';
import { onBothDatabases } from '#tests/support/on-both-databases.ts';
import { createKnownBrowserToken, findKnownBrowser } from './known-browser.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const DAY_MS = 86_400_000;

onBothDatabases('finds a browser with its own token, for its account, until it expires', async (given) => {
  const create = () => given.database.write((db) => createKnownBrowserToken(db, 'dana', new Date(NOW)));
  const [token, other] = [await create(), await create()];
  assert.match(token, /^[\w-]{22}\.\d+\.[\w-]{43}$/);
  assert.notEqual(token.split('.')[0], other.split('.')[0]);

  // Another server on the same database.
  const database = await given.open();
  const find = (text: string | undefined, account = 'dana', at = NOW) =>
    database.read((db) => findKnownBrowser(db, text, account, new Date(at)));
  const [id = '', expiry = '', signature = ''] = token.split('.');
  assert.equal(await find(token), id);
  assert.equal(await find(token, 'dana', NOW + 399 * DAY_MS), id);
  assert.equal(await find(token, 'dana', NOW - 399 * DAY_MS), id);
  assert.equal(await find(token, 'dana', NOW + 401 * DAY_MS), undefined);
  assert.equal(await find(token, 'grace'), undefined);
  const forged = [
    undefined,
    '',
    'x.y.z',
    `${id}.${Number(expiry) + 1}.${signature}`,
    `${other.split('.')[0]}.${expiry}.${signature}`,
    `${id}.${expiry}.${'A'.repeat(43)}`,
    `${token}A`,
  ];
  for (const text of forged) assert.equal(await find(text), undefined);
});
