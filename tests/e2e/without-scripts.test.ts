import { expect, test } from './fixtures.ts';

test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

const LONG = Array.from({ length: 12 }, (_, line) => `<p><strong>Line ${line + 1}</strong> of it.</p>`).join(
  '',
);

test('shows the whole home page without JavaScript, and makes every navigation entry clickable', async ({
  page,
  visit,
  site,
  fakeVendors,
}) => {
  await site.with({ texts: { AnnouncementMessage: LONG } });
  await visit('/');
  await test.step('announcement, prices, and hours', async () => {
    const region = page.getByRole('region', { name: 'Announcements' });
    await expect(region.getByText('Line 12')).not.toBeInViewport();
    await region.getByText('Show more').click();
    await expect(region.getByText('Line 12')).toBeInViewport();
    await region.getByText('Show less').click();
    await expect(region.getByText('Line 12')).not.toBeInViewport();
    const today = page.getByRole('region', { name: 'Today' });
    await expect(today.getByRole('listitem')).toHaveCount(3);
    await expect(today.getByRole('link', { name: '660-555-0142' })).toBeVisible();
    await expect(page.getByText('Grain, agronomy, feed, and fuel')).toBeVisible();
    await expect(page.getByRole('row', { name: 'Sat-Sun' })).toContainText('8:00 am – noon');
    await expect(page.getByRole('status')).toHaveCount(0);
  });

  await test.step('images and iframes', async () => {
    const skyline = page.getByRole('img', { name: 'The elevator at harvest' });
    const width = () => skyline.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
    const map = page.getByTitle('Local weather map');
    await map.scrollIntoViewIfNeeded();
    await expect(map.contentFrame().getByText('Map around 39.9217, -93.4744')).toBeVisible();
    expect(fakeVendors.requests.length).toBeGreaterThan(0);
    const bids = page.getByTitle('Local cash bids');
    const locations = bids.contentFrame().locator('section');
    await expect(locations).toHaveCount(3);
    // It shows all of them, and nothing scrolls in it.
    for (const frameWidth of [390, 1280]) {
      await page.setViewportSize({ width: frameWidth, height: 844 });
      const [box, last] = [await bids.boundingBox(), await locations.last().boundingBox()];
      const below = box && last ? box.y + box.height - last.y - last.height : NaN;
      expect(below, `${frameWidth} px`).toBeGreaterThanOrEqual(0);
      // On phones, each location has room for a phone number.
      expect(below, `${frameWidth} px`).toBeLessThan(frameWidth === 390 ? 80 : 8);
    }
  });

  const bar = page.getByRole('navigation', { name: 'Main' });
  const groups = bar.getByRole('group');
  for (const width of [1280, 390]) {
    await test.step(`navigation at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 844 });
      if (width === 390) await page.getByRole('button', { name: 'Menu' }).click();
      for (const name of ['Home', 'About Us', 'Contact Us', 'Pioneer', 'Products']) {
        await bar.getByRole('link', { name, exact: true }).click({ trial: true });
      }
      for (const group of await groups.all()) {
        await group.locator('summary').click();
        for (const link of await group.getByRole('link').all()) await link.click({ trial: true });
        await group.locator('summary').click();
      }
    });
  }

  await test.step('gallery', async () => {
    await groups.last().locator('summary').click();
    await bar.getByRole('link', { name: 'Gallery' }).click();
    await expect(page).toHaveURL('/gallery');
    for (const link of await page.getByRole('main').getByRole('link').all()) {
      await link.scrollIntoViewIfNeeded();
      const image = link.getByRole('img');
      const width = () => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth);
      await expect.poll(width).toBeGreaterThan(0);
      await expect(link).toHaveAttribute('href', /\.screen\.webp$/);
    }
    await expect(page.getByRole('status')).toHaveCount(0);
  });
});

test('shows all screens of the wall board below each other without JavaScript, and the bids on phones', async ({
  page,
}) => {
  await page.goto('/board');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Local Cash Bids');
  await expect(page.locator('[data-screen]').first()).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.getByRole('table')).toHaveCount(3);
  for (const table of await page.getByRole('table').all()) await expect(table).toBeVisible();
});
