import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const LONG = Array.from({ length: 12 }, (_, line) => `<p><strong>Line ${line + 1}</strong> of it.</p>`).join(
  '',
);

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
  await region.getByText('Show more').click();
  await expect(region.getByText('Line 12')).toBeInViewport();
  await region.getByText('Show less').click();
  await expect(region.getByText('Line 12')).not.toBeInViewport();

  for (const width of [320, 360, 390, 768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 844 });
    // “Welcome to” and at most two lines of the name.
    expect((await lineBottoms(name)).length, `name at ${width} px`).toBeLessThanOrEqual(3);
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
  expect(await lineBottoms(region.locator('p'))).toHaveLength(1);
});

/** Returns the lower edge of each line of text, from top to bottom. */
const lineBottoms = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const bottoms = [...range.getClientRects()].map(({ bottom }) => bottom).toSorted((a, b) => a - b);
    return bottoms.filter((bottom, index) => index === 0 || bottom - bottoms[index - 1]! > 8);
  });
