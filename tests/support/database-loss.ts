import assert from 'node:assert/strict';
import { API } from '#contract/paths.ts';
import { DatabaseUnavailableError } from '#server/database/database.ts';
import { readChangeLog } from './change-log.ts';
import { addAdmin, signIn } from './http-client.ts';
import { ask, listen } from './raw-http.ts';
import type { TestSite } from './test-site.ts';

type Loss = { site: TestSite; lose(): Promise<void>; giveBack(): Promise<void> };

const PAGES = ['/', '/store', '/cash-bids.html', '/gallery?never-asked-before', '/admin/dashboard/'];
/** Some of these are cached before the loss. */
const CALLS = [
  API.cashBids,
  `${API.cashBids}?x`,
  `${API.siteTexts}?ids=0`,
  `${API.siteTexts}?ids=16`,
  API.openApi,
  '/api/nothing',
  `${API.siteTexts}?ids=wrong`,
];

/** Asserts that pages are served and endpoints respond with 503 while the database is lost, and that both recover. */
export async function holdsThroughLoss({ site, lose, giveBack }: Loss): Promise<void> {
  const port = await listen(site.app);
  const before = await ask(port, '/');
  for (const path of ['/store', API.cashBids, `${API.siteTexts}?ids=0`]) {
    assert.equal((await ask(port, path)).status, 200);
  }

  await addAdmin(site.database, 'Dana');
  const editor = await signIn(site);
  const save = () => editor.post(API.saveSiteText, { configType: 'ContactUsFax', message: 'Lost.' });

  await lose();
  // A save fails the same way before and after the content cache has detected the loss.
  assert.equal((await save()).statusCode, 503);
  await site.content.refresh();
  assert.equal((await save()).statusCode, 503);

  assert.deepEqual((await ask(port, '/')).body, before.body);
  for (const path of PAGES) assert.equal((await ask(port, path)).status, 200, path);
  assert.equal((await ask(port, '/nowhere')).status, 404);
  assert.equal((await ask(port, '/brand/logo.svg')).status, 200);
  const health = await ask(port, '/healthz');
  assert.deepEqual([health.status, health.json()], [200, { status: 'ok', database: 'unavailable' }]);
  await everyCallIsUnavailable(port);

  await assert.rejects(
    site.change({ texts: { WelcomeMessage: 'Lost.' } }),
    (error) => error instanceof DatabaseUnavailableError,
  );
  await site.content.refresh();
  await everyCallIsUnavailable(port);

  await giveBack();
  await site.content.refresh();
  assert.deepEqual((await ask(port, '/healthz')).json(), { status: 'ok', database: 'ok' });
  for (const path of CALLS.slice(0, 5)) assert.equal((await ask(port, path)).status, 200, path);
  assert.deepEqual((await ask(port, '/')).body, before.body);
  assert.doesNotMatch((await editor.get(API.allSiteTexts)).body, /Lost\./);
  assert.doesNotMatch(JSON.stringify(await readChangeLog(site.database)), /Lost\./);
  await site.change({ texts: { WelcomeMessage: 'We are back.' } });
  assert.match((await ask(port, '/')).text, /We are back\./);
}

async function everyCallIsUnavailable(port: number): Promise<void> {
  const posted = { method: 'POST', body: '[0]' };
  const responses = [
    ...(await Promise.all(CALLS.map((path) => ask(port, path)))),
    await ask(port, API.siteTexts, posted),
    // An invalid body gets 503, too.
    await ask(port, API.siteTexts, { ...posted, body: '{' }),
    await ask(port, '/api/nothing', posted),
    await ask(port, API.cashBids, { headers: { 'if-none-match': '*' } }),
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
