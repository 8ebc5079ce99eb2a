import { siteWithFakeVendors } from '#tests/fake-vendors/fake-vendors.ts';
import { startSiteProcess } from '#tests/support/site-process.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { expect, test } from './fixtures.ts';
import { closeAtEnd, navigateInApp } from './requests.ts';

test("runs a vendor's script under the policy of its page, and names the vendor's page when it is late", async ({
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
  await using site = await startSiteProcess(
    siteWithFakeVendors({ ...demo, embeds: { ...demo.embeds, pages, cashBids: script } }, fakeVendors.url),
  );
  await using _page = closeAtEnd(page);
  const policyOf = async (path: string) =>
    (await page.request.get(site.url + path)).headers()['content-security-policy'] ?? '';
  expect(await policyOf('/embeds/news')).toContain(`connect-src ${fakeVendors.url}`);
  expect(await policyOf('/market-snapshot')).toMatch(new RegExp(`frame-src [^;]*${fakeVendors.url}`));
  for (const path of ['/', '/weather', '/future-detail', '/market-snapshot', '/news', '/cash-bids.html']) {
    expect(await policyOf(path), path).toContain("connect-src 'self';");
    expect(await policyOf(path), path).not.toContain('unsafe');
  }

  await page.clock.install();
  await page.goto(`${site.url}/news`);
  const iframe = page.locator('iframe.barchart');
  const widget = page.frameLocator('iframe.barchart');
  await test.step('fits the iframe to its widget, also in print and in the dark', async () => {
    const futures = widget.getByText("Futures of ZC: 432'6");
    await expect(futures).toBeVisible();
    await expect(futures).toHaveCSS('border-top-style', 'solid');
    await expect(widget.getByRole('img', { name: 'Stand-in' })).toHaveJSProperty('naturalWidth', 44);
    await expect(page.locator('main #widget-disclaimer')).toHaveText('Futures are delayed.');
    const contentHeight = await widget.locator('body').evaluate((body) => body.scrollHeight);
    expect(contentHeight).toBeLessThan(400);
    await expect(iframe).toHaveCSS('height', `${contentHeight}px`);
    await page.emulateMedia({ media: 'print' });
    await expect(iframe).toBeVisible();
    await page.emulateMedia({ media: null, colorScheme: 'dark' });
    await expect(widget.locator('body')).toHaveCSS('color', 'rgb(242, 239, 228)');
    await page.emulateMedia({ colorScheme: 'light' });
  });

  await test.step('removes its leftovers, and shows the bids of the vendor on the home page', async () => {
    await navigateInApp(page, 'Home');
    await expect(page).toHaveURL(`${site.url}/`);
    await expect(page.locator('.barchart, #widget-disclaimer')).toHaveCount(0);
    // The iframe on the home page has its page's policy.
    const bids = page.frameLocator('iframe[src="/cash-bids.html"]');
    const vendorBids = bids.frameLocator('iframe.barchart');
    await expect(vendorBids.getByText("Futures of ZC: 432'6")).toBeVisible();
    await expect(vendorBids.getByText("-4'2")).toHaveCSS('color', 'rgb(152, 25, 15)');
    await expect(vendorBids.getByText("3'0")).toHaveAttribute('data-direction', 'up');
    expect(await vendorBids.locator('audio').evaluate((audio: HTMLAudioElement) => audio.muted)).toBe(true);
    await expect(bids.getByText('Futures are delayed.', { exact: true })).toBeVisible();
    await expect(bids.getByRole('table')).toHaveCount(0);
  });

  // A script that loads and does nothing.
  await page.route('**/widget.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  for (const [path, open] of [
    ['/news', () => page.goBack()],
    ['/cash-bids.html', () => page.goto(`${site.url}/cash-bids.html`)],
  ] as const) {
    await test.step(`names the vendor's page on ${path} until the widget has content`, async () => {
      await open();
      await expect(page).toHaveURL(site.url + path);
      await expect(iframe).toBeAttached();
      const failure = page
        .getByRole('status')
        .getByText(
          "Our data vendor isn't responding. Open this page at vendor.example.com or call 660-555-0142.",
        );
      await expect(failure).toBeHidden();
      const inside = () => page.frames().find((frame) => frame.url().includes('/embeds/'));
      await expect.poll(() => inside()?.locator('.barchart').count()).toBe(1);
      await page.clock.runFor(8000);
      await expect(failure).toBeVisible();
      await expect(failure.getByRole('link').first()).toHaveAttribute('href', script.page);
      await expect(iframe).toBeHidden();
      // The script fills its element late.
      await inside()?.evaluate(() => (document.querySelector('.barchart')!.innerHTML = '<p>Late</p>'));
      await expect(widget.getByText('Late')).toBeVisible();
      await expect(failure).toBeHidden();
      await expect(iframe).not.toHaveCSS('height', /^(480|530)px$/);
    });
  }
});
