import { expect, test } from './fixtures.ts';

test.use({ javaScriptEnabled: false });

for (const width of [390, 1280]) {
  test.describe(`without JavaScript at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('shows the whole home page, and makes every navigation entry clickable', async ({
      page,
      visit,
      fakeVendors,
    }) => {
      await visit('/');
      const skyline = page.getByRole('img', { name: 'The elevator at harvest' });
      await expect(skyline).toBeVisible();
      expect(
        await skyline.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth),
      ).toBeGreaterThan(0);
      for (const text of ['Harvest hours through November 28.', 'Grain, agronomy, feed, and fuel']) {
        await expect(page.getByText(text)).toBeVisible();
      }
      const today = page.getByRole('region', { name: 'Today' });
      await expect(today.getByRole('listitem')).toHaveCount(3);
      await expect(today.getByRole('link', { name: '660-555-0142' })).toBeVisible();
      await expect(page.getByRole('row', { name: 'Sat-Sun' })).toContainText('8:00 am – noon');
      const bids = page.getByTitle('Local cash bids').contentFrame();
      await expect(bids.getByRole('table')).toHaveCount(3);
      await expect(bids.getByRole('cell', { name: '10.20', exact: true }).first()).toBeVisible();
      const map = page.getByTitle('Local weather map');
      await map.scrollIntoViewIfNeeded();
      await expect(map.contentFrame().getByText('Map around 39.9217, -93.4744')).toBeVisible();
      expect(fakeVendors.requests.length).toBeGreaterThan(0);
      await expect(page.getByRole('status')).toHaveCount(0);
      await expect(page.getByRole('list', { name: 'Exchanges' }).getByRole('img')).toHaveCount(2);

      const bar = page.getByRole('navigation', { name: 'Main' });
      const openMenu = async () => {
        if (width === 390) await page.getByRole('button', { name: 'Menu' }).click();
      };
      await openMenu();
      for (const name of ['Home', 'About Us', 'Contact Us', 'Pioneer', 'Products']) {
        await bar.getByRole('link', { name, exact: true }).click({ trial: true });
      }
      const groups = bar.getByRole('group');
      for (const group of await groups.all()) {
        await group.locator('summary').click();
        for (const link of await group.getByRole('link').all()) await link.click({ trial: true });
        await group.locator('summary').click();
      }

      await groups.last().locator('summary').click();
      await bar.getByRole('link', { name: 'Gallery' }).click();
      await expect(page).toHaveURL('/gallery');
      await openMenu();
      await bar.getByRole('link', { name: 'Home', exact: true }).click();
      await expect(page).toHaveURL('/');
    });
  });
}
