import type { Page } from '@playwright/test';
import { aBid } from '#tests/support/a-bid.ts';
import { startSiteProcess } from '#tests/support/site-process.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { accessibilityViolations, smallTargets } from './accessibility.ts';
import { expectResponsive } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';
import { closeAtEnd } from './requests.ts';
import { textOverlaps } from './text-overlaps.ts';

/** Returns the current minute as the input for it takes it. */
const thisMinute = () =>
  new Date().toLocaleString('sv', { timeZone: 'America/Chicago' }).slice(0, 16).replace(' ', 'T');

/** Returns a time in the middle of a later day, on which clocks never change. */
const inDays = (days: number) =>
  new Date(
    Date.parse(`${new Date().toISOString().slice(0, 10)}T18:00Z`) + days * 24 * 60 * 60_000,
  ).toISOString();

test(
  'opens the prices of a minute from the editor in another tab, and prints them without the form',
  { tag: '@thorough' },
  async ({ page, context, signIn, visit }) => {
    test.slow();
    await signIn();
    await visit('/admin/dashboard#past-prices');
    const section = page.locator('#past-prices');
    await section.getByLabel('Date and time').fill(thisMinute());
    const opened = context.waitForEvent('page');
    await section.getByLabel('Date and time').press('Enter');
    const sheet = await opened;
    await expect(sheet.getByRole('heading', { level: 2 }).first()).toHaveText("Past prices, not today's");
    await expect(sheet.getByRole('table', { name: 'Cash bids at Hickory Bend' })).toContainText(
      'Set by Demo content',
    );
    await expect(sheet.getByRole('button', { name: 'Print' })).toBeVisible();
    await expectResponsive(sheet);
    await sheet.emulateMedia({ media: 'print' });
    await expect(sheet.getByText("Past prices, not today's")).toBeVisible();
    await expect(sheet.getByLabel('Date and time')).toBeHidden();
    await sheet.close();

    // Chromium does not always show a page again when one in front of it closes.
    await page.bringToFront();
    await expectResponsive(page, { sections: ['past-prices'] });
  },
);

test('shows several days of prices as a chart that fits phones and screens and is described in words', async ({
  page,
}) => {
  test.slow();
  // Later changes than now, which other tests must not find.
  await using site = await startSiteProcess(demoSite());
  await using _page = closeAtEnd(page);
  for (const [day, futuresEighths] of [3448, 3462, 3391, 3420].entries()) {
    const prices = { futuresEighths, basisHundredths: -3200, cashPrice: null };
    await site.with({ loggedAt: inDays(day + 1), cashBids: [aBid({ id: 'corn', ...prices })] });
  }
  await site.with({ now: inDays(6) });
  await page.goto(`${site.url}/cash-bids.html?bid=corn&days=90`);
  await expect(page.getByRole('img', { name: /^Chart/ })).toHaveAccessibleName(
    /^Chart from \w+ \d+, \d{4} to .*\. Cash, \$\/bu: from 3\.92 to 4\.01, last 3\.96\. Basis, \$\/bu: −0\.32, last −0\.32\. Futures/,
  );
  await page.getByText('Prices by day').click();
  const days = page.getByRole('table', { name: /^Price at the end of each day/ }).getByRole('row');
  await expect(days).toHaveCount(7);
  await expect(days.nth(1)).toContainText('3.96');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityViolations(page, 'all', ['svg text']), colorScheme).toEqual([]);
    // axe cannot measure the texts of a drawing, but others of the same colors.
    await expect.poll(() => unmeasuredColors(page), colorScheme).toEqual([]);
  }
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expect.poll(() => smallTargets(page), `small targets at ${width} px`).toEqual([]);
    await expect.poll(() => textOverlaps(page), `faults at ${width} px`).toEqual([]);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('img', { name: /^Chart/ })).toBeVisible();
});

const unmeasuredColors = (page: Page) =>
  page.evaluate(() => {
    const measured = [...document.querySelectorAll('.history :is(h3, caption, th, td)')].map(
      (element) => getComputedStyle(element).color,
    );
    const drawn = [...document.querySelectorAll('.history text')].map((text) => getComputedStyle(text).fill);
    return drawn.filter((color) => !measured.includes(color));
  });
