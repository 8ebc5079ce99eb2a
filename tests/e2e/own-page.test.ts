import type { Image } from '#contract/images.ts';
import type { PageBlock } from '#contract/own-pages.ts';
import { API } from '#contract/paths.ts';
import { expect, test } from './fixtures.ts';

test('requests the first image of a page before the scripts, and small files on phones', async ({
  page,
  site,
}) => {
  const [first, last] = (await (await page.request.get(`${API.images}/0`)).json()) as [Image, Image];
  const [near, far] = [first, last].map(({ imageId }): PageBlock => ({
    id: imageId,
    kind: 'picture',
    imageId,
    caption: '',
  }));
  const between = Array.from({ length: 30 }, (_, at): PageBlock => ({
    id: `b${at}`,
    kind: 'heading',
    level: 2,
    text: `Part ${at}`,
  }));
  const careers = { id: 'careers', address: 'careers', title: 'Careers', description: '' };
  const blocks = [near!, ...between, far!];
  await site.with({ ownPages: [{ ...careers, inMenu: true, hidden: false, blocks }] });
  await page.setViewportSize({ width: 390, height: 844 });
  const released = Promise.withResolvers<void>();
  await page.route(`**${first.phoneUrl}`, async (route) => {
    await released.promise;
    await route.continue();
  });
  const later: string[] = [];
  page.on('request', (request) => {
    const isOther = request.resourceType() === 'script' || request.url().includes(last.phoneUrl ?? '?');
    if (isOther) later.push(request.url());
  });
  await page.goto('/careers', { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(later).toEqual([]);
  released.resolve();
  await expect(page.locator('html')).toHaveAttribute('data-hydrated');
  const shown = page.locator('figure img');
  await expect(shown.first()).toHaveAttribute('fetchpriority', 'high');
  await expect.poll(() => shown.first().evaluate(sourceOf)).toContain(first.phoneUrl);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => shown.last().evaluate(sourceOf)).toContain(last.phoneUrl);
  await page.setViewportSize({ width: 1280, height: 844 });
  await expect.poll(() => shown.last().evaluate(sourceOf)).toContain(last.screenUrl);
});

/** Returns the URL of a loaded image. */
const sourceOf = (img: HTMLImageElement) => (img.naturalWidth > 0 ? img.currentSrc : '');
