import type { Page } from '@playwright/test';
import { accessibilityViolations, smallTargets } from './accessibility.ts';
import { expect, test, untilHydrated } from './fixtures.ts';
import { horizontalOverflow } from './horizontal-overflow.ts';
import { leavesToBrowser, navigateInApp, requestsOf } from './requests.ts';
import { translate } from './translate.ts';
import { swipe } from './swipe.ts';
import { aTestImage, serveTestImages, someTestImages } from './test-images.ts';

const tiles = (page: Page) => page.getByRole('main').locator('ul').first().getByRole('listitem');
const tile = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
const pending = (page: Page) => page.getByRole('status').filter({ hasText: 'is loading' });
const overlay = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => overlay(page).getByRole('button', { name });

const isLoaded = (page: Page, name: string) =>
  page
    .getByRole('img', { name, exact: true })
    .last()
    .evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0);

/** Holds the requests for an image until the returned function is called. */
async function holdImage(page: Page, id: string, { fails = false } = {}): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(new RegExp(`/images/${id}\\.`), async (route) => {
    await promise;
    if (fails) await route.fulfill({ status: 404 });
    else await route.fallback();
  });
  return resolve;
}

test('shows each image at 336 px with a spinner until it loads, and hides those that fail', async ({
  page,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 404/);
  expectProblem(/net::ERR_FAILED/);
  const [first, ...others] = someTestImages(4);
  await site.with({ images: [{ ...first!, colors: '#336699 #886633' }, ...others] });
  await serveTestImages(page);
  const release = await holdImage(page, 'field-1');
  await page.route(/\/images\/field-2\./, (route) => route.fulfill({ status: 404 }));
  await page.route(/\/images\/field-3\./, (route) => route.abort());
  // The delayed image also delays the load event.
  await page.goto('/gallery', { waitUntil: 'domcontentloaded' });
  await expect(tiles(page)).toHaveCount(2);
  await expect(pending(page)).toHaveText(['Field 1 is loading']);
  const stops = tiles(page).first().locator('linearGradient stop');
  const colors = await stops.evaluateAll((all) => all.map((stop) => getComputedStyle(stop).stopColor));
  expect(colors).toEqual(['rgb(51, 102, 153)', 'rgb(136, 102, 51)']);
  const before = await tiles(page).first().boundingBox();
  expect([before?.width, before?.height]).toEqual([336, 336]);
  release();
  await expect(pending(page)).toHaveCount(0);
  await expect(stops).toHaveCount(0);
  expect(await isLoaded(page, 'Field 1')).toBe(true);
  expect(await tiles(page).first().boundingBox()).toEqual(before);
  await tile(page, 'Field 1').click();
  await button(page, 'Next image').click();
  await expect(overlay(page)).toHaveAccessibleName('Field 4');
  await expect(overlay(page)).toContainText('2 of 2');
  await translate(page);
  await button(page, 'Previous image').click();
  await expect(overlay(page).locator('[aria-live]')).toHaveText('Field 11 of 2');
  await page.keyboard.press('Escape');

  await test.step('keeps the overlay on its image when another fails, after a client-side navigation', async () => {
    await navigateInApp(page, 'Contact Us');
    await site.with({ images: [5, 6, 7].map((number) => aTestImage(number)) });
    await page.evaluate(() => localStorage.clear());
    const fail = await holdImage(page, 'field-5', { fails: true });
    await navigateInApp(page, 'Gallery');
    await expect(pending(page)).toHaveText(['Field 5 is loading']);
    await tile(page, 'Field 6').click();
    await expect(overlay(page)).toContainText('2 of 3');
    fail();
    await expect(overlay(page)).toContainText('1 of 2');
    await expect(overlay(page)).toHaveAccessibleName('Field 6');
  });
});

test('handles images that loaded or failed before hydration', async ({ page, site, expectProblem }) => {
  expectProblem(/status of 404/);
  await site.with({ images: someTestImages(2) });
  await serveTestImages(page);
  await page.route(/\/images\/field-2\./, (route) => route.fulfill({ status: 404 }));
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/gallery', { waitUntil: 'commit' });
  await expect.poll(() => isLoaded(page, 'Field 1')).toBe(true);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main img')].every((img) => (img as HTMLImageElement).complete),
  );
  await expect(pending(page)).toHaveCount(2);
  resolve();
  await expect(pending(page)).toHaveCount(0);
  await expect(tiles(page)).toHaveCount(1);
});

test('loads images below the first screen of a phone on the first scroll, and names all before', async ({
  page,
  visit,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await site.with({ images: someTestImages(4) });
  const requested = await serveTestImages(page);
  await visit('/gallery');
  await expect.poll(() => isLoaded(page, 'Field 2')).toBe(true);
  expect(requested).toHaveLength(2);
  await expect(page.getByRole('main').getByRole('link', { name: /Field 3/ })).toBeVisible();
  await page.mouse.wheel(0, 10);
  await expect.poll(() => isLoaded(page, 'Field 3')).toBe(true);
});

test.describe('overlay', () => {
  test.use({ hasTouch: true });

  test('opens and closes by mouse, keyboard, swipes, and the URL, on every page of the gallery', async ({
    page,
    visit,
    site,
    expectProblem,
  }) => {
    test.slow();
    const images = someTestImages(100).with(0, aTestImage(1, { altText: 'Corn, knee high' }));
    await site.with({ images: images.with(26, aTestImage(27, { name: 'W'.repeat(200) })) });
    const requested = await serveTestImages(page);
    const shows = (number: number) => expect(overlay(page)).toContainText(`Field ${number}${number} of 100`);
    const isClosed = (message?: string) => expect(overlay(page), message).toHaveCount(0);
    await visit('/gallery');
    await expect(tiles(page)).toHaveCount(96);
    expect(requested.length).toBeLessThan(50);
    expect(requested.filter((file) => file.includes('.screen.'))).toEqual([]);

    await test.step('shows the screen-size image, and returns the focus when it closes', async () => {
      const link = tile(page, 'Field 2');
      const closers: Record<string, () => Promise<void>> = {
        'a click on the image': () => overlay(page).getByRole('img').click(),
        'a click next to the image': () => page.mouse.click(20, 400),
        Escape: () => page.keyboard.press('Escape'),
        'a click on Close': () => button(page, 'Close').click(),
        'Close with the keyboard': () => page.keyboard.press('Enter'),
      };
      for (const [name, close] of Object.entries(closers)) {
        await link.press('Enter');
        await expect(button(page, 'Close')).toBeFocused();
        await shows(2);
        const image = overlay(page).getByRole('img', { name: 'Field 2' });
        await expect(image).toHaveJSProperty('currentSrc', `${site.url}/images/field-2.jpg.screen.webp`);
        await expect(image).toHaveAttribute('src', '/images/field-2.jpg');
        await expect(image).toBeInViewport({ ratio: 1 });
        expect((await image.boundingBox())?.height).toBeGreaterThan(600);
        await close();
        await isClosed(name);
        await expect(link, name).toBeFocused();
      }
      await expect(page).toHaveURL('/gallery');
    });

    await test.step('leaves a click for a new tab to the browser', async () => {
      expect(await leavesToBrowser(tile(page, 'Field 2'), { ctrlKey: true })).toBe(true);
      await isClosed();
    });

    await test.step('opens an image while it closes', async () => {
      await tile(page, 'Field 2').click();
      await shows(2);
      await tile(page, 'Field 3').evaluate((link: HTMLElement) => {
        document.querySelector<HTMLElement>('dialog[open] button')?.click();
        link.click();
      });
      await shows(3);
      await page.goBack();
      await isClosed();
      await expect(page).toHaveURL('/gallery');
    });

    await test.step('moves with arrow keys and buttons, and stops at the first image', async () => {
      await tile(page, 'Corn, knee high').click();
      await shows(1);
      await expect(overlay(page).getByRole('img', { name: 'Corn, knee high' })).toBeVisible();
      await page.keyboard.press('ArrowLeft');
      await button(page, 'Previous image').click({ force: true });
      await shows(1);
      await page.keyboard.press('ArrowRight');
      await shows(2);
      await button(page, 'Next image').click();
      await shows(3);
      await page.keyboard.press('ArrowLeft');
      await shows(2);
      await page.keyboard.press('Escape');
      await isClosed();
    });

    for (const pointer of ['mouse', 'touch'] as const) {
      await test.step(`changes the image on a swipe of 40 px with a ${pointer}, but not of 39 px`, async () => {
        await tile(page, 'Corn, knee high').click();
        await shows(1);
        await swipe(page, -40, pointer);
        await shows(2);
        await swipe(page, 40, pointer);
        await shows(1);
        await swipe(page, 200, pointer);
        await shows(1);
        await swipe(page, -200, pointer);
        await shows(2);
        await swipe(page, -39, pointer);
        if (pointer === 'mouse') return isClosed();
        await shows(2);
        await page.keyboard.press('Escape');
        await isClosed();
      });
    }

    await test.step('keeps the scroll position with Back and Forward', async () => {
      await tile(page, 'Field 20').scrollIntoViewIfNeeded();
      const scrolled = await page.evaluate(() => scrollY);
      expect(scrolled).toBeGreaterThan(300);
      const calls = requestsOf(page);
      const isGallery = async () => {
        await isClosed();
        await expect(page).toHaveURL('/gallery');
        expect(await page.evaluate(() => scrollY)).toBe(scrolled);
      };
      await tile(page, 'Field 20').click();
      await page.keyboard.press('ArrowRight');
      await shows(21);
      await page.goBack();
      await isGallery();
      await expect(tile(page, 'Field 20')).toBeFocused();
      await page.goForward();
      await shows(21);
      await overlay(page).dblclick({ position: { x: 20, y: 400 } });
      await isGallery();
      expect(calls).toHaveLength(0);
    });

    await test.step('shows an error when its image fails, and still reaches the others', async () => {
      expectProblem(/status of 404/);
      await page.route('/images/field-22.jpg.screen.webp', (route) => route.fulfill({ status: 404 }));
      await tile(page, 'Field 22').click();
      await expect(overlay(page)).toContainText("We can't show this image right now. Try again later.");
      await page.keyboard.press('ArrowRight');
      await expect(overlay(page).getByRole('img', { name: 'Field 23' })).toBeVisible();
      await page.keyboard.press('Escape');
      await isClosed();
    });

    await test.step('continues on the next page of the gallery, and closes there', async () => {
      await tile(page, 'Field 96').click();
      await shows(96);
      await button(page, 'Next image').click();
      await shows(97);
      await page.keyboard.press('Escape');
      await isClosed();
      await expect(page).toHaveURL('/gallery?page=2');
      await tile(page, 'Field 100').click();
      await shows(100);
      await expect(button(page, 'Next image')).toHaveAttribute('aria-disabled', 'true');
      await button(page, 'Next image').click({ force: true });
      await expect(button(page, 'Next image')).toBeFocused();
      await shows(100);
    });

    await test.step('opens again with its URL, and shows other pages after navigation and Back', async () => {
      await page.reload();
      await untilHydrated(page);
      await shows(100);
      await page.keyboard.press('Escape');
      await isClosed();
      await expect(page).toHaveURL('/gallery?page=2');
      const lists: string[] = [];
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname === '/api/images/0') lists.push(search);
      });
      await page.evaluate(() => localStorage.clear());
      await navigateInApp(page, 'Gallery');
      await expect(tile(page, 'Field 2')).toBeVisible();
      await expect(tile(page, 'Field 97')).toHaveCount(0);
      await page.goBack();
      await expect(tile(page, 'Field 97')).toBeVisible();
      await expect(page).toHaveTitle(/^Gallery, page 2 · /);
      expect(lists).toEqual(['?page=1', '?page=2']);
    });

    await test.step('fits a narrow phone, and is accessible', async () => {
      await navigateInApp(page, 'Gallery');
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await horizontalOverflow(page, [320])).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      await tile(page, 'W'.repeat(200)).click();
      await expect(overlay(page)).toContainText('27 of 100');
      await expect(button(page, 'Close')).toBeInViewport({ ratio: 1 });
      expect(await horizontalOverflow(page, [320])).toEqual([]);
      expect(await accessibilityViolations(page)).toEqual([]);
    });
  });
});
