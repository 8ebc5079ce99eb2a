import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API } from '#contract/paths.ts';
import { siteWithFakeVendors } from '#tests/fake-vendors/fake-vendors.ts';
import { startSiteProcess } from '#tests/support/site-process.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { expect, PASSWORD, test } from './fixtures.ts';
import { closeAtEnd } from './requests.ts';

const SCRIPT = join(import.meta.dirname, '../fake-vendors/pages/hostile-widget.js');
const ENDPOINTS = [
  ...[API.verify, API.allSiteTexts, API.bidList, API.apiTokens, API.demoContent].map((path) => ['GET', path]),
  ...[API.presignedUrl, `${API.deletedImages}/gallery`].map((path) => ['GET', path]),
  ...[API.saveSiteText, API.apiTokens, API.saveEmployees, API.newPioneerItems, API.pioneerItemUpdates].map(
    (path) => ['POST', path],
  ),
  ...[API.saveImage, API.describeImage, API.orderImages, API.password, API.demoContentRemoval].map((path) => [
    'POST',
    path,
  ]),
  ...[API.cashBids, API.commodities].map((path) => ['PUT', path]),
  ...[`${API.deleteImage}/1`, `${API.apiTokens}/1`].map((path) => ['DELETE', path]),
  ...[API.signOut, API.signOutEverywhere].map((path) => ['POST', path]),
];

test('keeps a hostile vendor script away from the administrator who is signed in', async ({
  page,
  context,
  fakeVendors,
  expectProblem,
}) => {
  test.slow();
  // Each blocked attempt is reported on the console.
  expectProblem(/./);
  const demo = demoSite();
  const script = { script: 'https://widgets.example.com/futures.js' };
  const embeds = { ...demo.embeds, pages: { ...demo.embeds.pages, '/news': script }, cashBids: script };
  await using site = await startSiteProcess(siteWithFakeVendors({ ...demo, embeds }, fakeVendors.url));
  await using _page = closeAtEnd(page);
  await site.addAdmin({ username: 'Dana', password: PASSWORD });
  const data = { username: 'Dana', password: PASSWORD };
  expect((await context.request.post(site.url + API.signIn, { data })).status()).toBe(200);
  const body = `const ENDPOINTS = ${JSON.stringify(ENDPOINTS)};\n${await readFile(SCRIPT, 'utf8')}`;
  await context.route('**/widget.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
  // Without the rest of the policy, the requests reach the server. The sandbox alone must keep the session out of them.
  await context.route('**/embeds/cash-bids.html', async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': policy = '', ...headers } = response.headers();
    const sandbox = policy.split('; ').find((each) => each.startsWith('sandbox ')) ?? '';
    await route.fulfill({ response, headers: { ...headers, 'content-security-policy': sandbox } });
  });
  const before = await site.changes();
  let report: (outcomes: Record<string, string>) => void;
  await page.exposeFunction('reportOutcomes', (outcomes: Record<string, string>) => report(outcomes));

  for (const path of ['/news', '/cash-bids.html']) {
    const { promise, resolve } = Promise.withResolvers<Record<string, string>>();
    report = resolve;
    await page.goto(site.url + path);
    const title = await page.title();
    const outcomes = await promise;
    expect(Object.keys(outcomes).length).toBeGreaterThan(ENDPOINTS.length);
    // The status of a response that the script cannot read is 0.
    const successes = Object.entries(outcomes).filter(
      ([, outcome]) => !['blocked', '401', '403', '0'].includes(outcome),
    );
    expect(Object.fromEntries(successes), path).toEqual({});
    expect(await page.title()).toBe(title);
    for (const frame of page.frames().slice(1)) {
      // A click lets a script navigate the page around it, if anything does.
      await frame.locator('body').click();
      await frame
        .evaluate(() => {
          const link = Object.assign(document.createElement('a'), { href: '/store', target: '_top' });
          link.click();
          top!.location.href = '/store';
        })
        .catch(() => undefined);
    }
    await expect(page).toHaveURL(site.url + path);
    for (const popup of context.pages()) if (popup !== page) await popup.close();
  }

  expect(await site.changes()).toEqual(before);
  const tokens = await context.request.get(site.url + API.apiTokens);
  expect(tokens.status()).toBe(200);
  expect(await tokens.text()).not.toContain('Hacked');
});
