import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test('shows bids, shortcuts, exchanges and the demo notice, and hides an empty announcement', async ({
  page,
  visit,
  site,
}) => {
  await site.with({ texts: { AnnouncementMessage: '<p><br></p>' } });
  await visit('/');
  await expect(page.getByRole('region', { name: 'Today' }).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('region', { name: 'Announcements' })).toHaveCount(0);
  const ways = page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link');
  await expect(ways).toHaveText(['Market Updates', 'Our Products', 'Weather']);
  await expect(page.getByRole('link', { name: 'Sign up for market alerts' })).toBeVisible();
  await expect(page.getByText('This website is showing demo content.')).toBeVisible();
  const marks = page.getByRole('list', { name: 'Exchanges' });
  for (const [name, address] of [
    ['CME Group', 'https://www.cmegroup.com/'],
    ['CBOT', 'https://www.cmegroup.com/company/cbot.html'],
  ] as const) {
    const image = marks.getByRole('img', { name, exact: true });
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
      .toBeGreaterThan(0);
    await expect(marks.getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
  }
});

test('opens Market Updates and Weather with a full load, and Our Products by client-side navigation', async ({
  page,
  visit,
}) => {
  const isMarked = () => page.evaluate(() => 'marked' in window);
  for (const [name, address, stays] of [
    ['Market Updates', '/future-market-overview', false],
    ['Weather', '/weather-overview', false],
    ['Our Products', '/products', true],
  ] as const) {
    await visit('/');
    await page.evaluate(() => void Object.assign(window, { marked: true }));
    await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name }).click();
    await expect(page).toHaveURL(address);
    expect(await isMarked(), name).toBe(stays);
  }
});

test('shows the name in at most two lines at every width, and a short announcement in one', async ({
  page,
  visit,
}) => {
  await visit('/');
  const name = page.getByRole('heading', { level: 1 });
  for (const width of [320, 360, 390, 768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 844 });
    // “Welcome to” and at most two lines of the name.
    expect((await lineBottoms(name)).length, `name at ${width} px`).toBeLessThanOrEqual(3);
  }
  expect(await lineBottoms(page.getByRole('region', { name: 'Announcements' }).locator('p'))).toHaveLength(1);
});

/** Returns the lower edge of each line of text, from top to bottom. */
const lineBottoms = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const bottoms = [...range.getClientRects()].map(({ bottom }) => bottom).toSorted((a, b) => a - b);
    return bottoms.filter((bottom, index) => index === 0 || bottom - bottoms[index - 1]! > 8);
  });

const LONG = Array.from({ length: 12 }, (_, line) => `<p><strong>Line ${line + 1}</strong> of it.</p>`).join(
  '',
);

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? 'announcement with JavaScript' : 'announcement without JavaScript',
    () => {
      test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

      test('truncates a long announcement, and expands and collapses it', async ({ page, visit, site }) => {
        await site.with({ texts: { AnnouncementMessage: LONG } });
        await visit('/');
        const region = page.getByRole('region', { name: 'Announcements' });
        await expect(region.getByText('Line 1', { exact: true })).toHaveCSS('font-weight', /^[67]00$/);
        await expect(region.getByText('Line 1', { exact: true })).toBeInViewport();
        await expect(region.getByText('Line 12')).not.toBeInViewport();
        await region.getByText('Show more').click();
        await expect(region.getByText('Line 12')).toBeInViewport();
        await region.getByText('Show less').click();
        await expect(region.getByText('Line 12')).not.toBeInViewport();
      });
    },
  );
}
