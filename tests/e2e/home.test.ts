import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const LONG = [
  '<p><strong>Line 1</strong> of it.</p>',
  '<p><span class="text-extra-large">Line 2</span></p>',
  `<p>${'Corn above 20% moisture, and call before you haul. '.repeat(6)}</p>`,
  '<p>Line 12</p>',
].join('');

test('keeps its name in two lines, collapses a long announcement, and shows the exchanges', async ({
  page,
  visit,
  site,
}) => {
  await site.with({ texts: { AnnouncementMessage: LONG } });
  await page.setViewportSize({ width: 390, height: 844 });
  await visit('/');
  const region = page.getByRole('region', { name: 'Announcements' });
  const name = page.getByRole('heading', { level: 1 });
  await expect(region.getByText('Line 1', { exact: true })).toHaveCSS('font-weight', /^[67]00$/);
  await expect(region.getByText('Line 1', { exact: true })).toBeInViewport();
  await expect(region.getByText('Line 12')).not.toBeInViewport();
  const text = region.locator('div').last();
  const end = (await text.boundingBox())!;
  const ends = (await linesOf(text)).map(({ bottom }) => Math.abs(bottom - end.y - end.height));
  expect(Math.min(...ends)).toBeLessThan(8);
  await region.getByText('Show more').click();
  await expect(region.getByText('Line 12')).toBeInViewport();
  await region.getByText('Show less').click();
  await expect(region.getByText('Line 12')).not.toBeInViewport();

  await region.getByText('Show more').click();
  for (const width of [320, 360, 390, 768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 844 });
    for (const { letters } of await linesOf(region.getByText('Corn above')))
      expect(letters, `letters in a line at ${width} px`).toBeLessThanOrEqual(75);
    // “Welcome to” and at most two lines of the name.
    expect((await linesOf(name)).length, `name at ${width} px`).toBeLessThanOrEqual(3);
  }
  const images = page.getByRole('list', { name: 'Exchanges' }).getByRole('img');
  await expect(images).toHaveCount(2);
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded();
    const width = () => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
  }

  // Back from another page, the announcement is the current one.
  await page.getByRole('link', { name: 'Our Products' }).click();
  await expect(page).toHaveURL('/products');
  await site.with({ texts: { AnnouncementMessage: '<p>Harvest hours through November 28.</p>' } });
  await page.goBack();
  await expect(region).toHaveText('Harvest hours through November 28.');
  expect(await linesOf(region.locator('p'))).toHaveLength(1);

  // An open page takes over changes when the visitor returns to it, and stays where it is.
  const price = page.getByRole('main').locator('[data-price]').first();
  await price.scrollIntoViewIfNeeded();
  await page.getByRole('link', { name: 'See all bids' }).focus();
  const position = await page.evaluate(() => scrollY);
  await site.with({
    texts: { AnnouncementMessage: '<p>Closed.</p>' },
    priceTables: [{ type: 1, headers: ['Fuel Type', 'Price'], rows: [['#2 Dyed Diesel', '$9.99']] }],
  });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.locator('[data-fresh]')).toHaveText(['$9.99']);
  await expect(page.getByRole('status').filter({ hasText: '1 price changed.' })).toHaveCount(1);
  await expect(region).toHaveText('Closed.');
  await expect(page.getByRole('link', { name: 'See all bids' })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(position);
});

/** Returns the lower edge and the number of letters of each line. */
const linesOf = (text: Locator) =>
  text.evaluate((element) => {
    const lines: { bottom: number; letters: number }[] = [];
    const range = document.createRange();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      for (let at = 0; at < node.data.length; at++) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { bottom } = range.getBoundingClientRect();
        const line = lines.find((each) => Math.abs(each.bottom - bottom) <= 8);
        if (line) line.letters += 1;
        else lines.push({ bottom, letters: 1 });
      }
    }
    return lines;
  });
