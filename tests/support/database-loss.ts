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
const ENDPOINTS = [
  API.cashBids,
  `${API.cashBids}?x`,
  `${API.siteTexts}?ids=0`,
  `${API.siteTexts}?ids=16`,
  API.openApi,
  '/api/nothing',
  `${API.siteTexts}?ids=wrong`,
];

/** Asserts that pages are served and endpoints respond with 503 while the database is lost, and that both recover. */
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
  assert.deepEqual([health.status, health.json()], [200, { status: 'ok', database: 'unavailable' }]);
  await assertEndpointsUnavailable(port);

  await assert.rejects(
    site.change({ texts: { WelcomeMessage: 'Lost.' } }),
    (error) => error instanceof DatabaseUnavailableError,
  );
  await site.content.refresh();
  await assertEndpointsUnavailable(port);

  await restore();
  await site.content.refresh();
  assert.deepEqual((await sendRequest(port, '/healthz')).json(), { status: 'ok', database: 'ok' });
  for (const path of ENDPOINTS.slice(0, 5)) assert.equal((await sendRequest(port, path)).status, 200, path);
  assert.deepEqual((await sendRequest(port, '/')).body, before.body);
  assert.doesNotMatch((await editor.get(API.allSiteTexts)).body, /Lost\./);
  assert.doesNotMatch(JSON.stringify(await readChangeLog(site.database)), /Lost\./);
  await site.change({ texts: { WelcomeMessage: 'We are back.' } });
  assert.match((await sendRequest(port, '/')).text, /We are back\./);
}

async function assertEndpointsUnavailable(port: number): Promise<void> {
  const post = { method: 'POST', body: '[0]' };
  const responses = [
    ...(await Promise.all(ENDPOINTS.map((path) => sendRequest(port, path)))),
    await sendRequest(port, API.siteTexts, post),
    // An invalid body gets 503, too.
    await sendRequest(port, API.siteTexts, { ...post, body: '{' }),
    await sendRequest(port, '/api/nothing', post),
    await sendRequest(port, API.cashBids, { headers: { 'if-none-match': '*' } }),
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
