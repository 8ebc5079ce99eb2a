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
    page: 'https://vendor.example.com/bids',
  };
  const pages = { ...demo.embeds.pages, '/news': script, '/market-snapshot': 'https://widgets.example.com/' };
  const navigation = [
    ...demo.navigation,
    { label: 'Bid Board', to: '/board' },
    { label: 'Vendor', to: `${fakeVendors.url}/video` },
  ];
  await using site = await startSiteProcess(
    siteWithFakeVendors(
      { ...demo, navigation, embeds: { ...demo.embeds, pages, cashBids: script } },
      fakeVendors.url,
    ),
  );
  const policyOf = async (path: string) =>
    (await page.request.get(site.url + path)).headers()['content-security-policy'] ?? '';
  expect(await policyOf('/embeds/news')).toContain(`connect-src ${fakeVendors.url}`);
  expect(await policyOf('/market-snapshot')).toMatch(new RegExp(`frame-src [^;]*${fakeVendors.url}`));
  for (const path of ['/', '/weather', '/future-detail', '/market-snapshot', '/news', '/cash-bids.html']) {
    expect(await policyOf(path), path).toContain("connect-src 'self';");
    expect(await policyOf(path), path).not.toContain('unsafe');
  }

  await page.goto(`${site.url}/news`);
  const widget = page.frameLocator('iframe.barchart');
  await expect(widget.getByText("Futures of ZC: 432'6")).toBeVisible();
  await expect(widget.getByText("Futures of ZC: 432'6")).toHaveCSS('border-top-style', 'solid');
  await expect(widget.getByRole('img', { name: 'Stand-in' })).toHaveJSProperty('naturalWidth', 44);
  await expect(page.locator('main #widget-disclaimer')).toHaveText('Futures are delayed.');
  const contentHeight = await widget.locator('body').evaluate((body) => body.scrollHeight);
  expect(contentHeight).toBeLessThan(400);
  await expect(page.locator('iframe.barchart')).toHaveCSS('height', `${contentHeight}px`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('iframe.barchart')).toBeVisible();
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await expect(widget.locator('body')).toHaveCSS('color', 'rgb(242, 239, 228)');
  await page.emulateMedia({ colorScheme: 'light' });
  await entry(page, 'Contact Us').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
  await expect(leftovers(page)).toHaveCount(0);

  // A script that loads and does nothing.
  await page.route('**/widget.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.clock.install();
  for (const path of ['/news', '/cash-bids.html']) {
    await page.goto(site.url + path);
    const failure = page
      .getByRole('status')
      .getByText(
        "Our data vendor isn't responding. Open this page at vendor.example.com or call 660-555-0142.",
      );
    await expect(failure).toBeHidden();
    await page.clock.runFor(8000);
    await expect(failure).toBeVisible();
    await expect(failure.getByRole('link').first()).toHaveAttribute('href', script.page);
    await expect(page.locator('iframe.barchart')).toBeHidden();
    // The script fills its element late.
    await page.frames()[1]?.evaluate(() => (document.querySelector('.barchart')!.innerHTML = '<p>Late</p>'));
    await expect(page.frameLocator('iframe.barchart').getByText('Late')).toBeVisible();
    await expect(failure).toBeHidden();
    await expect(page.locator('iframe.barchart')).not.toHaveCSS('height', /^(480|530)px$/);
  }
  await page.unroute('**/widget.js');

  // The iframe on the home page has its page's policy.
  await page.goto(site.url);
  const bids = page.frameLocator('iframe[src="/cash-bids.html"]');
  const vendorBids = bids.frameLocator('iframe.barchart');
  await expect(vendorBids.getByText("Futures of ZC: 432'6")).toBeVisible();
  await expect(vendorBids.getByText("-4'2")).toHaveCSS('color', 'rgb(152, 25, 15)');
  await expect(vendorBids.getByText("3'0")).toHaveAttribute('data-direction', 'up');
  expect(await vendorBids.locator('audio').evaluate((audio: HTMLAudioElement) => audio.muted)).toBe(true);
  await expect(bids.getByText('Futures are delayed.', { exact: true })).toBeVisible();
  await expect(bids.getByRole('table')).toHaveCount(0);

  await page.goto(`${site.url}/market-snapshot`);
  await expect(
    page.frameLocator('iframe').getByText('Widget of market-snapshot', { exact: true }),
  ).toBeVisible();

  await entry(page, 'Bid Board').click();
  await expect(page).toHaveTitle(/Bid Board/);
  await page.goBack();
  await entry(page, 'Vendor').click();
  await expect(page).toHaveURL(`${fakeVendors.url}/video`);
});
