import type { Page } from '@playwright/test';
import { siteWithFakeVendors } from '#tests/fake-vendors/fake-vendors.ts';
import { startSiteProcess } from '#tests/support/site-process.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { expect, test } from './fixtures.ts';

const addLeftovers = (page: Page) =>
  page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<div class="barchart">Futures</div><div class="barchart"></div><p id="widget-disclaimer">Delayed</p>',
    );
  });
const leftovers = (page: Page) => page.locator('.barchart, #widget-disclaimer');

const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
const open = (page: Page, group: string) =>
  page.getByRole('navigation', { name: 'Main' }).locator('summary').filter({ hasText: group }).click();

const NAVIGATIONS: Record<string, (page: Page) => Promise<void>> = {
  'the logo': (page) =>
    page
      .getByRole('banner')
      .getByRole('link', { name: /, home$/ })
      .click(),
  Home: (page) => entry(page, 'Home').click(),
  'About Us': (page) => entry(page, 'About Us').click(),
  'Contact Us': (page) => entry(page, 'Contact Us').click(),
  Products: (page) => entry(page, 'Products').click(),
  ...Object.fromEntries(
    ['Services', 'Fertilizer', 'Fuel', 'Offers'].map((anchor) => [
      anchor,
      async (page: Page) => {
        await open(page, 'Products');
        await entry(page, anchor).click();
      },
    ]),
  ),
  'Gallery under More': async (page) => {
    await open(page, 'More');
    await entry(page, 'Gallery').click();
  },
};

test('removes widget leftovers on a click on the logo or on an entry that navigates client-side', async ({
  page,
  visit,
}) => {
  await visit('/news');
  for (const [name, click] of Object.entries(NAVIGATIONS)) {
    await addLeftovers(page);
    await click(page);
    await expect(leftovers(page), name).toHaveCount(0);
  }
});

test('removes leftovers 100 ms after a client-side navigation, and stops checking once none are found', async ({
  page,
  visit,
}) => {
  await page.clock.install();
  await visit('/news');
  await page.clock.pauseAt(Date.now() + 60_000);
  await addLeftovers(page);
  await page.clock.runFor(1000);
  await expect(leftovers(page)).toHaveCount(3);

  await entry(page, 'About Us').click();
  await page.clock.runFor(99);
  await expect(leftovers(page)).toHaveCount(3);
  await page.clock.runFor(1);
  await expect(leftovers(page)).toHaveCount(0);

  await addLeftovers(page);
  await page.clock.runFor(100);
  await expect(leftovers(page)).toHaveCount(0);

  await page.clock.runFor(100);
  await addLeftovers(page);
  await page.clock.runFor(1000);
  await expect(leftovers(page)).toHaveCount(3);
});

test("runs a vendor's script under the policy of its page, and removes its leftovers on navigation", async ({
  page,
  fakeVendors,
}) => {
  const demo = demoSite();
  const script = {
    script: 'https://widgets.example.com/futures.js',
    attributes: { 'data-symbol': 'ZC' },
    hasDisclaimer: true,
  };
  const pages = { ...demo.embeds.pages, '/news': script, '/market-snapshot': 'https://widgets.example.com/' };
  await using site = await startSiteProcess(
    siteWithFakeVendors({ ...demo, embeds: { ...demo.embeds, pages, cashBids: script } }, fakeVendors.url),
  );
  const policyOf = async (path: string) =>
    (await page.request.get(site.url + path)).headers()['content-security-policy'] ?? '';
  expect(await policyOf('/news')).toContain(`connect-src 'self' ${fakeVendors.url}`);
  expect(await policyOf('/market-snapshot')).toMatch(new RegExp(`frame-src [^;]*${fakeVendors.url}`));
  for (const path of ['/', '/weather', '/future-detail', '/market-snapshot']) {
    expect(await policyOf(path), path).toContain("connect-src 'self';");
    expect(await policyOf(path), path).not.toContain('unsafe');
  }

  await page.goto(`${site.url}/news`);
  await expect(page.getByText("Futures of ZC: 432'6")).toBeVisible();
  await expect(page.getByText("Futures of ZC: 432'6")).toHaveCSS('border-top-style', 'solid');
  await expect(page.getByRole('img', { name: 'Stand-in' })).toHaveJSProperty('naturalWidth', 44);
  await expect(page.getByText('Futures are delayed.')).toBeVisible();
  await expect(page.locator('body > .barchart')).toHaveText('Litter');
  await entry(page, 'Contact Us').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
  await expect(leftovers(page)).toHaveCount(0);

  // The iframe on the home page has its page's policy.
  await page.goto(site.url);
  const bids = page.frameLocator('iframe[src="/cash-bids.html"]');
  await expect(bids.getByText("Futures of ZC: 432'6")).toBeVisible();
  await expect(bids.getByText('Futures are delayed.', { exact: true })).toBeVisible();
  await expect(bids.getByRole('table')).toHaveCount(0);

  await page.goto(`${site.url}/market-snapshot`);
  await expect(
    page.frameLocator('iframe').getByText('Widget of market-snapshot', { exact: true }),
  ).toBeVisible();
});
