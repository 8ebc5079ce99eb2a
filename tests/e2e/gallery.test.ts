import type { Page } from '@playwright/test';
import { serveTestImages, aTestImage, someTestImages } from './test-images.ts';
import { accessibilityViolations } from './accessibility.ts';
import { requestsOf, failRequests, navigateInApp, spinners } from './requests.ts';
import { expect, test } from './fixtures.ts';
import { horizontalOverflow } from './horizontal-overflow.ts';

const LIST = '/api/images/0';

const tiles = (page: Page) => page.getByRole('main').getByRole('listitem');
const tile = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
const pending = (page: Page) => page.getByRole('status').filter({ hasText: 'is loading' });
const overlay = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => overlay(page).getByRole('button', { name });

const isLoaded = (page: Page, name: string) =>
  page
    .getByRole('img', { name, exact: true })
    .last()
    .evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0);

test('shows 336 px squares without requests, and shows a spinner during a client-side navigation', async ({
  page,
  visit,
}) => {
  const calls = requestsOf(page);
  await visit('/gallery');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gallery');
  const box = await tiles(page).first().boundingBox();
  expect([box?.width, box?.height]).toEqual([336, 336]);
  const alternative = await tiles(page).first().getByRole('img').getAttribute('alt');
  await expect.poll(() => isLoaded(page, alternative ?? '')).toBe(true);
  expect(calls).toEqual([]);

  await page.evaluate(() => localStorage.clear());
  await visit('/store');
  await serveTestImages(page);
  const images = someTestImages(2).map(({ id, name }) => ({
    imageId: id,
    imageUrl: `/images/${id}.jpg`,
    imageName: name,
    imageType: 0,
  }));
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(LIST, async (route) => {
    await promise;
    await route.fulfill({ json: images });
  });
  await navigateInApp(page, 'Gallery');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gallery');
  await expect(spinners(page)).toHaveCount(1);
  resolve();
  await expect.poll(() => isLoaded(page, 'Field 2')).toBe(true);
  await expect(tiles(page)).toHaveCount(2);
  await expect(pending(page)).toHaveCount(0);
  await expect(spinners(page)).toHaveCount(0);
  await tile(page, 'Field 2').click();
  await expect(overlay(page).getByRole('img')).toHaveAttribute('src', '/images/field-2.jpg');
  expect(calls).toEqual([{ method: 'GET', path: LIST, body: null }]);
});

test('shows placeholder colors until an image has loaded, without a layout shift', async ({ page, site }) => {
  await site.with({
    images: [aTestImage(1, { colors: '#336699 #886633' }), aTestImage(2, { colors: '' })],
  });
  await serveTestImages(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/images\/field-1\./, async (route) => {
    await promise;
    await route.fallback();
  });
  await page.goto('/gallery', { waitUntil: 'domcontentloaded' });
  const stops = tiles(page).first().locator('linearGradient stop');
  expect(await stops.evaluateAll((all) => all.map((stop) => getComputedStyle(stop).stopColor))).toEqual([
    'rgb(51, 102, 153)',
    'rgb(136, 102, 51)',
  ]);
  await expect(tiles(page).nth(1).locator('linearGradient')).toHaveCount(0);
  const before = await tiles(page).first().boundingBox();
  resolve();
  await expect(stops).toHaveCount(0);
  expect(await isLoaded(page, 'Field 1')).toBe(true);
  expect(await tiles(page).first().boundingBox()).toEqual(before);
});

test('logs a warning and shows the rest of the page when the list of images fails', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/console warning: .*list of images/);
  await visit('/store');
  await failRequests(page, LIST, { by: 'responds with a list of other objects', expectProblem });
  const calls = requestsOf(page);
  await navigateInApp(page, 'Gallery');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gallery');
  await expect(spinners(page)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(calls).toHaveLength(1);
});

for (const arrive of ['first load', 'client-side navigation']) {
  test(`shows a spinner for each image and removes images that fail, after a ${arrive}`, async ({
    page,
    visit,
    site,
    expectProblem,
  }) => {
    expectProblem(/status of 404/);
    expectProblem(/net::ERR_FAILED/);
    await site.with({ images: someTestImages(4) });
    await serveTestImages(page);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/\/images\/field-1\./, async (route) => {
      await promise;
      await route.fallback();
    });
    await page.route(/\/images\/field-2\./, (route) => route.fulfill({ status: 404 }));
    await page.route(/\/images\/field-3\./, (route) => route.abort());
    if (arrive === 'first load') {
      // The delayed image also delays the load event.
      await page.goto('/gallery', { waitUntil: 'domcontentloaded' });
    } else {
      await visit('/store');
      await navigateInApp(page, 'Gallery');
    }
    await expect(tiles(page)).toHaveCount(2);
    await expect(pending(page)).toHaveText(['Field 1 is loading']);
    await expect(tile(page, 'Field 4')).toBeVisible();
    await expect(tile(page, 'Field 2')).toHaveCount(0);
    resolve();
    await expect(pending(page)).toHaveCount(0);
    expect(await isLoaded(page, 'Field 1')).toBe(true);

    await tile(page, 'Field 1').click();
    await button(page, 'Next image').click();
    await expect(overlay(page)).toHaveAccessibleName('Field 4');
    await expect(overlay(page)).toContainText('2 of 2');
  });
}

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

test('opens the overlay with a screen-size image on click and on Enter', async ({ page, visit, site }) => {
  await site.with({ images: someTestImages(3) });
  const requested = await serveTestImages(page);
  await visit('/gallery');
  expect(requested.filter((file) => file.includes('.screen.'))).toEqual([]);
  for (const open of [() => tile(page, 'Field 2').click(), () => tile(page, 'Field 2').press('Enter')]) {
    await open();
    await expect(overlay(page)).toHaveAccessibleName('Field 2');
    await expect(overlay(page)).toContainText('2 of 3');
    const image = overlay(page).getByRole('img', { name: 'Field 2' });
    await expect(image).toHaveJSProperty('currentSrc', `${site.url}/images/field-2.jpg.screen.webp`);
    await expect(image).toHaveAttribute('src', '/images/field-2.jpg');
    await expect(image).toBeInViewport({ ratio: 1 });
    expect((await image.boundingBox())?.height).toBeGreaterThan(600);
    await expect(pending(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(overlay(page)).toHaveCount(0);
  }
  await expect(page).toHaveURL('/gallery');
});

test('closes the overlay on click, Escape and Close, and returns focus to the image', async ({
  page,
  visit,
}) => {
  await visit('/gallery');
  const link = page.getByRole('main').getByRole('link').nth(1);
  const closers: Record<string, () => Promise<void>> = {
    'a click on the image': () => overlay(page).getByRole('img').click(),
    'a click next to the image': () => page.mouse.click(20, 400),
    Escape: () => page.keyboard.press('Escape'),
    'a click on Close': () => button(page, 'Close').click(),
    'Close with the keyboard': () => page.keyboard.press('Enter'),
  };
  for (const [name, close] of Object.entries(closers)) {
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(button(page, 'Close')).toBeFocused();
    await close();
    await expect(overlay(page), name).toHaveCount(0);
    await expect(link, name).toBeFocused();
  }
  // The overlay is gone a moment before the page scrolls again.
  await expect(async () => {
    await page.mouse.wheel(0, 300);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  }).toPass();
});

test('opens images without the overlay in a new tab, and opens an image while the overlay closes', async ({
  page,
  visit,
  context,
}) => {
  await visit('/gallery');
  const links = page.getByRole('main').getByRole('link');
  const [other] = await Promise.all([
    context.waitForEvent('page'),
    links.first().click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await expect(other).toHaveURL((await links.first().getAttribute('href')) ?? '');
  await other.close();
  await expect(overlay(page)).toHaveCount(0);

  await links.nth(1).click();
  await expect(overlay(page)).toContainText('2 of');
  await links.nth(2).evaluate((link: HTMLElement) => {
    document.querySelector<HTMLElement>('dialog[open] button')?.click();
    link.click();
  });
  await expect(overlay(page)).toContainText('3 of');
  await page.goBack();
  await expect(overlay(page)).toHaveCount(0);
  await expect(page).toHaveURL('/gallery');
});

test('opens and closes the overlay with Back, Forward, reload and the URL, and keeps the scroll position', async ({
  page,
  visit,
  site,
}) => {
  await site.with({ images: someTestImages(21) });
  await serveTestImages(page);
  await visit('/store');
  await navigateInApp(page, 'Gallery');
  await expect(tiles(page)).toHaveCount(21);
  await tile(page, 'Field 20').scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(300);
  const calls = requestsOf(page);
  const shows = (number: number) => expect(overlay(page)).toContainText(`${number} of 21`);
  const isGallery = async () => {
    await expect(overlay(page)).toHaveCount(0);
    await expect(page).toHaveURL('/gallery');
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  };

  await tile(page, 'Field 20').click();
  await shows(20);
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

  await page.goForward();
  await shows(21);
  await page.reload();
  await shows(21);
  await page.keyboard.press('Escape');
  await expect(overlay(page)).toHaveCount(0);
  await expect(page).toHaveURL('/gallery');
  await page.goBack();
  await expect(page).toHaveURL('/store');

  await visit('/gallery#field-3');
  await shows(3);
  await page.keyboard.press('Escape');
  await expect(overlay(page)).toHaveCount(0);
  await expect(page).toHaveURL('/gallery');
});

test('moves through images with arrow keys and buttons, and stops at either end', async ({
  page,
  visit,
  site,
}) => {
  const images = [aTestImage(1, { altText: 'Corn, knee high' }), aTestImage(2), aTestImage(3)];
  await site.with({ images });
  await serveTestImages(page);
  await visit('/gallery');
  await tile(page, 'Corn, knee high').click();
  const shows = (number: number) => expect(overlay(page)).toContainText(`Field ${number}${number} of 3`);
  await shows(1);
  await expect(overlay(page).getByRole('img', { name: 'Corn, knee high' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await button(page, 'Previous image').click({ force: true });
  await shows(1);
  await page.keyboard.press('ArrowRight');
  await shows(2);
  await expect(overlay(page).getByRole('img', { name: 'Field 2' })).toBeVisible();
  await button(page, 'Next image').click();
  await shows(3);
  await expect(button(page, 'Next image')).toHaveAttribute('aria-disabled', 'true');
  await button(page, 'Next image').click({ force: true });
  await page.keyboard.press('ArrowRight');
  await shows(3);
  await expect(button(page, 'Next image')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await shows(2);
});

async function swipe(page: Page, by: number, pointer: 'mouse' | 'touch'): Promise<void> {
  const [x, y] = [600, 400];
  if (pointer === 'mouse') {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y);
    await page.mouse.move(x + by, y);
    await page.mouse.up();
    return;
  }
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
  await touch('touchStart', x);
  await touch('touchMove', x + by / 2);
  await touch('touchMove', x + by);
  await touch('touchEnd');
  await session.detach();
}

for (const pointer of ['mouse', 'touch'] as const) {
  test.describe(`with a ${pointer}`, () => {
    test.use({ hasTouch: pointer === 'touch' });

    test('changes the image without closing the overlay on a swipe of 40 px, but not of 39 px', async ({
      page,
      visit,
      site,
    }) => {
      await site.with({ images: someTestImages(3) });
      await serveTestImages(page);
      await visit('/gallery');
      await tile(page, 'Field 1').click();
      const shows = (number: number) => expect(overlay(page)).toContainText(`Field ${number}${number} of 3`);
      await shows(1);
      await swipe(page, -40, pointer);
      await shows(2);
      await swipe(page, 40, pointer);
      await shows(1);
      await swipe(page, 200, pointer);
      await shows(1);
      await swipe(page, -200, pointer);
      await shows(2);

      await button(page, 'Close').focus();
      await page.keyboard.press('Enter');
      await expect(overlay(page)).toHaveCount(0);

      await tile(page, 'Field 2').click();
      await shows(2);
      await swipe(page, -39, pointer);
      if (pointer === 'mouse') await expect(overlay(page)).toHaveCount(0);
      else await shows(2);
    });
  });
}

test('keeps the overlay on its image when another image fails to load', async ({
  page,
  visit,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 404/);
  await site.with({ images: someTestImages(3) });
  await serveTestImages(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/images\/field-1\./, async (route) => {
    await promise;
    await route.fulfill({ status: 404 });
  });
  await visit('/store');
  await navigateInApp(page, 'Gallery');
  await tile(page, 'Field 2').click();
  await expect(overlay(page)).toContainText('2 of 3');
  resolve();
  await expect(overlay(page)).toContainText('1 of 2');
  await expect(overlay(page)).toHaveAccessibleName('Field 2');
});

test('shows an error in the overlay when its image fails to load, and still reaches the others', async ({
  page,
  visit,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 404/);
  await site.with({ images: someTestImages(2) });
  await serveTestImages(page);
  await page.route('/images/field-1.jpg.screen.webp', (route) => route.fulfill({ status: 404 }));
  await visit('/gallery');
  await tile(page, 'Field 1').click();
  await expect(overlay(page)).toContainText("We can't show this image right now. Try again later.");
  await page.keyboard.press('ArrowRight');
  await expect(overlay(page).getByRole('img', { name: 'Field 2' })).toBeVisible();
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
  await page.waitForLoadState('networkidle');
  expect(requested).toHaveLength(2);
  await expect(page.getByRole('main').getByRole('link', { name: /Field 3/ })).toBeVisible();
  await page.mouse.wheel(0, 10);
  await expect.poll(() => isLoaded(page, 'Field 3')).toBe(true);
});

test('loads images when they are scrolled into view, and has an accessible overlay at 320 px', async ({
  page,
  visit,
  site,
}) => {
  const long = aTestImage(27, { name: 'W'.repeat(200) });
  await site.with({ images: someTestImages(60).map((image, index) => (index === 26 ? long : image)) });
  const requested = await serveTestImages(page);
  await visit('/gallery');
  await expect(tiles(page)).toHaveCount(60);
  expect(requested.length).toBeLessThan(40);
  expect(await horizontalOverflow(page, [320, 1280])).toEqual([]);
  await tile(page, 'Field 60').scrollIntoViewIfNeeded();
  await expect.poll(() => isLoaded(page, 'Field 60')).toBe(true);
  await expect(tiles(page)).toHaveCount(60);

  await page.setViewportSize({ width: 320, height: 640 });
  await tile(page, long.name).click();
  await expect(overlay(page)).toContainText('27 of 60');
  await expect(button(page, 'Close')).toBeInViewport({ ratio: 1 });
  expect(await horizontalOverflow(page, [320])).toEqual([]);
  expect(await accessibilityViolations(page)).toEqual([]);
});

const pages = (page: Page) => page.getByRole('navigation', { name: 'Gallery pages' });

test('continues on the neighboring page in the overlay, and closes it there', async ({
  page,
  visit,
  site,
}) => {
  await site.with({ images: someTestImages(100) });
  await serveTestImages(page);
  await visit('/gallery');
  await tile(page, 'Field 96').click();
  await expect(overlay(page)).toContainText('96 of 100');
  await button(page, 'Next image').click();
  await expect(overlay(page)).toContainText('97 of 100');
  await expect(overlay(page)).toHaveAccessibleName('Field 97');
  await page.keyboard.press('ArrowRight');
  await expect(overlay(page)).toContainText('98 of 100');
  await expect(page).toHaveURL('/gallery?page=2#field-98');
  for (const number of [97, 96]) {
    await page.keyboard.press('ArrowLeft');
    await expect(overlay(page)).toContainText(`Field ${number}${number} of 100`);
  }
  await page.keyboard.press('ArrowRight');
  await expect(overlay(page)).toContainText('97 of 100');
  await page.keyboard.press('Escape');
  await expect(overlay(page)).toHaveCount(0);
  await expect(page).toHaveURL('/gallery?page=2');
  await tile(page, 'Field 100').click();
  await expect(overlay(page)).toContainText('100 of 100');
  await expect(button(page, 'Next image')).toHaveAttribute('aria-disabled', 'true');
  await page.goBack();
  await expect(overlay(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/gallery');
});

test('shows a page of the gallery after client-side navigation and Back', async ({ page, visit, site }) => {
  await site.with({ images: someTestImages(100) });
  await serveTestImages(page);
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === LIST) requested.push(search);
  });
  await visit('/gallery?page=2');
  await navigateInApp(page, 'Gallery');
  await expect(page).toHaveURL('/gallery');
  await expect(tile(page, 'Field 1')).toBeVisible();
  await expect(tile(page, 'Field 97')).toHaveCount(0);
  await expect(page).toHaveTitle(/^Gallery · /);
  await page.goBack();
  await expect(tile(page, 'Field 97')).toBeVisible();
  await expect(page).toHaveTitle(/^Gallery, page 2 · /);
  expect(requested).toEqual(['?page=1', '?page=2']);
  await expect(pages(page)).toContainText('Page 2 of 2');
});

test('says that a page of the gallery does not exist', async ({ page, site, expectProblem }) => {
  expectProblem(/status of 404/);
  await site.with({ images: someTestImages(2) });
  await serveTestImages(page);
  await page.goto('/gallery?page=7');
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
  await expect(page.getByRole('main')).toContainText("The gallery doesn't have this page.");
  await page.getByRole('link', { name: 'See the first page' }).click();
  await expect(tiles(page)).toHaveCount(2);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('leads through all pages with links of 44 px', async ({ page, site }) => {
    await site.with({ images: someTestImages(200) });
    await page.setViewportSize({ width: 390, height: 844 });
    await serveTestImages(page);
    await page.goto('/gallery?page=2');
    await expect(pages(page)).toContainText('Page 2 of 3');
    expect(await horizontalOverflow(page, [320, 390])).toEqual([]);
    for (const link of await pages(page).getByRole('link').all()) {
      const box = await link.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await expect(pages(page).getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
    await pages(page).getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL('/gallery?page=3');
    await pages(page).getByRole('link', { name: 'Previous' }).click();
    await pages(page).getByRole('link', { name: 'Page 3' }).click();
    await expect(tile(page, 'Field 200')).toBeAttached();
    await expect(pages(page).getByRole('link', { name: 'Next' })).toHaveCount(0);
    await pages(page).getByRole('link', { name: 'First' }).click();
    await expect(page).toHaveURL('/gallery');
  });

  test('shows every image without a spinner, and links to the large image', async ({ page, visit }) => {
    await visit('/gallery');
    for (const link of await page.getByRole('main').getByRole('link').all()) {
      await link.scrollIntoViewIfNeeded();
      const image = link.getByRole('img');
      await expect
        .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
        .toBeGreaterThan(0);
      await expect(link).toHaveAttribute('href', /\.screen\.webp$/);
    }
    await expect(page.getByRole('status')).toHaveCount(0);
    await page.getByRole('main').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/images\/.*\.screen\.webp$/);
    await expect(page.locator('img')).toBeVisible();
  });
});
