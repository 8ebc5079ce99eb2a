import assert from 'node:assert/strict';
import { mkdtempDisposable, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { API } from '#contract/paths.ts';
import type { Problem } from '#contract/problem.ts';
import { DatabaseUnavailableError } from '#server/platform/database/database.ts';
import { addAdmin, signIn } from '#tests/support/http-client.ts';
import { listen, sendRequest } from '#tests/support/raw-http.ts';
import { openTestSite } from '#tests/support/test-site.ts';

/** Some of these are cached before the loss. */
const PUBLIC = [
  '/',
  '/store',
  '/cash-bids.html',
  '/gallery?never-requested-before',
  API.cashBids,
  `${API.cashBids}?format=csv`,
  `${API.siteTexts}?ids=0`,
  `${API.siteTexts}?ids=16`,
  API.employees,
  `${API.images}/0`,
  API.openApi,
];

test('serves pages and public endpoints, and responds 503 from others, while the SQLite file is missing', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scalehouse-test-'));
  await using site = await openTestSite({ environment: { DATA_DIR: folder.path } });
  const move = async (from: string, to: string) => {
    for (const name of ['scalehouse.sqlite', 'scalehouse.sqlite-wal', 'scalehouse.sqlite-shm']) {
      await rename(join(folder.path, from + name), join(folder.path, to + name));
    }
  };
  const port = await listen(site.app);
  const get = (path: string, headers: Record<string, string> = {}) => sendRequest(port, path, { headers });
  for (const path of ['/', '/store', API.cashBids]) assert.equal((await get(path)).status, 200);
  await addAdmin(site.database, 'Dana');
  const editor = await signIn(site);
  const save = () => editor.post(API.saveSiteText, { configType: 'ContactUsFax', message: 'Lost.' });

  await move('', 'away-');
  // A save fails the same way before and after the content cache has detected the loss.
  assert.equal((await save()).statusCode, 503);
  await site.content.refresh();
  assert.equal((await save()).statusCode, 503);
  const health = await get('/healthz');
  assert.deepEqual([health.status, health.json().database], [200, 'unavailable']);
  // Another server would not have it either.
  assert.equal((await get('/readyz')).status, 200);
  // The first response may be created, and the second comes from the cache.
  for (const path of [...PUBLIC, ...PUBLIC]) {
    const { status, headers } = await get(path);
    assert.equal(status, 200, path);
    assert.match(headers['age'] ?? '', /^\d{1,3}$/, path);
  }
  assert.equal((await get(API.cashBids, { 'if-none-match': '*' })).status, 304);
  const texts = await sendRequest(port, API.siteTexts, { method: 'POST', body: '[0]' });
  assert.deepEqual([texts.status, texts.headers['age'] === undefined], [200, false]);
  for (const [path, status] of [
    ['/nowhere', 404],
    ['/api/nothing', 404],
    [`${API.siteTexts}?ids=wrong`, 400],
  ] as const) {
    assert.equal((await get(path)).status, status, path);
  }

  const post = { method: 'POST', body: '[0]' };
  for (const response of [
    await get(API.verify),
    await get(API.allSiteTexts),
    // An invalid body gets 503, too.
    await sendRequest(port, API.saveSiteText, { ...post, body: '{' }),
    await sendRequest(port, API.signIn, post),
    await sendRequest(port, API.cashBids, { ...post, method: 'PUT' }),
  ]) {
    const { code, detail } = response.json() as Problem;
    assert.deepEqual([response.status, code], [503, 'database-unavailable']);
    assert.match(detail, /^We can't save or load anything right now because the database isn't responding\./);
    assert.match(response.headers['retry-after'] ?? '', /^[1-9]\d?$/);
    assert.equal(response.headers['cache-control'], 'no-store');
  }
  await assert.rejects(
    site.change({ texts: { WelcomeMessage: 'Lost.' } }),
    (error) => error instanceof DatabaseUnavailableError,
  );

  await move('away-', '');
  await site.content.refresh();
  assert.equal((await get('/healthz')).json().database, 'ok');
  for (const path of PUBLIC) {
    const { status, headers } = await get(path);
    assert.deepEqual([status, headers['age']], [200, undefined], path);
  }
  assert.doesNotMatch((await editor.get(API.allSiteTexts)).body, /Lost\./);
  await site.change({ texts: { WelcomeMessage: 'We are back.' } });
  assert.match((await get('/')).text, /We are back\./);
});
