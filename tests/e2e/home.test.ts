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
