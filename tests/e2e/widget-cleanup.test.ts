import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** What a vendor's script leaves behind: elements outside of all that is ours. */
const litter = (page: Page) =>
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

const WAYS: Record<string, (page: Page) => Promise<void>> = {
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

test('Leftovers of market widgets go with a click on the logo and on each entry that opens inside the app', async ({
  page,
  visit,
}) => {
  await visit('/news');
  for (const [name, click] of Object.entries(WAYS)) {
    await litter(page);
    await click(page);
    await expect(leftovers(page), name).toHaveCount(0);
  }
});

test('Without such a click leftovers stay', async ({ page, visit }) => {
  await page.clock.install();
  await visit('/news');
  await litter(page);
  await page.clock.runFor(1000);
  await expect(leftovers(page)).toHaveCount(3);
});

test('The cleanup looks every 100 ms, goes on while it finds something, and ends when it finds nothing', async ({
  page,
  visit,
}) => {
  await page.clock.install();
  await visit('/news');
  await page.clock.pauseAt(Date.now() + 60_000);
  await litter(page);
  await entry(page, 'About Us').click();
  await page.clock.runFor(99);
  await expect(leftovers(page)).toHaveCount(3);
  await page.clock.runFor(1);
  await expect(leftovers(page)).toHaveCount(0);

  await litter(page);
  await page.clock.runFor(100);
  await expect(leftovers(page)).toHaveCount(0);

  await page.clock.runFor(100);
  await litter(page);
  await page.clock.runFor(1000);
  await expect(leftovers(page)).toHaveCount(3);
});
