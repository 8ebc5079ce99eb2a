import assert from 'node:assert/strict';
import { API } from '#contract/paths.ts';
import { DatabaseUnavailableError } from '#server/platform/database/database.ts';
import { readChangeLog } from './change-log.ts';
import { addAdmin, signIn } from './http-client.ts';
import { sendRequest, listen } from './raw-http.ts';
import type { TestSite } from './test-site.ts';

type Loss = { site: TestSite; lose(): Promise<void>; restore(): Promise<void> };

const PAGES = ['/', '/store', '/cash-bids.html', '/gallery?never-requested-before', '/admin/dashboard/'];
/** Some of these are cached before the loss. */
export const PUBLIC_ENDPOINTS = [
  API.cashBids,
  `${API.cashBids}?format=csv`,
  `${API.siteTexts}?ids=0`,
  `${API.siteTexts}?ids=16`,
  API.employees,
  `${API.images}/0`,
  API.openApi,
];

/**
 * Asserts that pages and public endpoints are served, marked with their age, that the others respond with 503 while the
 * database is lost, and that all recover.
 */
export async function assertSurvivesDatabaseLoss({ site, lose, restore }: Loss): Promise<void> {
  const port = await listen(site.app);
  const before = await sendRequest(port, '/');
  for (const path of ['/store', API.cashBids, `${API.siteTexts}?ids=0`]) {
    assert.equal((await sendRequest(port, path)).status, 200);
  }

  await addAdmin(site.database, 'Dana');
  const editor = await signIn(site);
  const save = () => editor.post(API.saveSiteText, { configType: 'ContactUsFax', message: 'Lost.' });

  await lose();
  // A save fails the same way before and after the content cache has detected the loss.
  assert.equal((await save()).statusCode, 503);
  await site.content.refresh();
  assert.equal((await save()).statusCode, 503);

  assert.deepEqual((await sendRequest(port, '/')).body, before.body);
  for (const path of PAGES) assert.equal((await sendRequest(port, path)).status, 200, path);
  assert.equal((await sendRequest(port, '/nowhere')).status, 404);
  assert.equal((await sendRequest(port, '/brand/logo.svg')).status, 200);
  const health = await sendRequest(port, '/healthz');
  assert.deepEqual(
    [health.status, health.json()],
    [200, { status: 'ok', database: 'unavailable', disk: 'ok' }],
  );
  await assertServedWithAge(port);
  await assertEditorUnavailable(port);

  await assert.rejects(
    site.change({ texts: { WelcomeMessage: 'Lost.' } }),
    (error) => error instanceof DatabaseUnavailableError,
  );
  await site.content.refresh();
  await assertEditorUnavailable(port);

  await restore();
  await site.content.refresh();
  assert.deepEqual((await sendRequest(port, '/healthz')).json(), {
    status: 'ok',
    database: 'ok',
    disk: 'ok',
  });
  for (const path of [...PUBLIC_ENDPOINTS, '/']) {
    const { status, headers } = await sendRequest(port, path);
    assert.deepEqual([status, headers['age']], [200, undefined], path);
  }
  assert.deepEqual((await sendRequest(port, '/')).body, before.body);
  assert.doesNotMatch((await editor.get(API.allSiteTexts)).body, /Lost\./);
  assert.doesNotMatch(JSON.stringify(await readChangeLog(site.database)), /Lost\./);
  await site.change({ texts: { WelcomeMessage: 'We are back.' } });
  assert.match((await sendRequest(port, '/')).text, /We are back\./);
}

async function assertServedWithAge(port: number): Promise<void> {
  for (const path of [...PUBLIC_ENDPOINTS, '/', '/store', '/pioneer']) {
    // The first response may be created, and the second comes from the cache.
    for (let time = 0; time < 2; time += 1) {
      const { status, headers } = await sendRequest(port, path);
      assert.equal(status, 200, path);
      assert.match(headers['age'] ?? '', /^\d{1,3}$/, path);
    }
  }
  const unchanged = await sendRequest(port, API.cashBids, { headers: { 'if-none-match': '*' } });
  assert.equal(unchanged.status, 304);
  const texts = await sendRequest(port, API.siteTexts, { method: 'POST', body: '[0]' });
  assert.deepEqual([texts.status, texts.headers['age'] === undefined], [200, false]);
  for (const [path, status] of [
    ['/api/nothing', 404],
    [`${API.siteTexts}?ids=wrong`, 400],
  ] as const) {
    const rejected = await sendRequest(port, path);
    assert.deepEqual([rejected.status, rejected.headers['age']], [status, undefined]);
  }
}

async function assertEditorUnavailable(port: number): Promise<void> {
  const post = { method: 'POST', body: '[0]' };
  const responses = [
    await sendRequest(port, API.verify),
    await sendRequest(port, API.allSiteTexts),
    await sendRequest(port, API.saveSiteText, post),
    // An invalid body gets 503, too.
    await sendRequest(port, API.saveSiteText, { ...post, body: '{' }),
    await sendRequest(port, API.signIn, post),
    await sendRequest(port, API.cashBids, { ...post, method: 'PUT' }),
  ];
  for (const { status, headers, json, text } of responses) {
    assert.equal(status, 503, text);
    assert.match(headers['content-type'] ?? '', /^application\/problem\+json/);
    assert.match(headers['retry-after'] ?? '', /^[1-9]\d?$/);
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.deepEqual(json(), {
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
      code: 'database-unavailable',
      detail:
        "We can't save or load anything right now because the database isn't responding. Try again in a minute.",
    });
  }
}
