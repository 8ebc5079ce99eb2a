import type { Page, Request } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const WIDE = { width: 700, height: 900 };
const NARROW = { width: 699, height: 900 };

const video = (page: Page) => page.locator('video');
const fullVideo = (page: Page) => page.getByRole('link', { name: 'Watch Full Video' });
const spinner = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading video' });
const poster = (page: Page) => page.getByRole('img', { name: 'The elevator at harvest' });
const isVideo = (request: Request) => new URL(request.url()).pathname.startsWith('/media/');

const playback = (page: Page) =>
  video(page).evaluate(({ muted, loop, autoplay, paused, readyState }: HTMLVideoElement) => ({
    muted,
    loop,
    autoplay,
    paused,
    canPlay: readyState >= HTMLMediaElement.HAVE_FUTURE_DATA,
  }));
const PLAYING = { muted: true, loop: true, autoplay: true, paused: false, canPlay: true };

function videoRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => isVideo(request) && urls.push(request.url()));
  return urls;
}

async function holdVideos(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname.startsWith('/media/'),
    async (route) => {
      await promise;
      await route.continue();
    },
  );
  return resolve;
}

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('plays the video muted and looped in a window above 699 px, with a pause button', async ({
  page,
  visit,
}) => {
  await page.setViewportSize(WIDE);
  await visit('/');
  await expect(video(page)).toBeVisible();
  await expect.poll(() => playback(page)).toEqual(PLAYING);
  await expect(spinner(page)).toBeHidden();

  await page.getByRole('button', { name: 'Pause video' }).click();
  await expect.poll(async () => (await playback(page)).paused).toBe(true);
  await page.getByRole('button', { name: 'Play video' }).click();
  await expect.poll(async () => (await playback(page)).paused).toBe(false);
  await expect(page.getByRole('button', { name: 'Pause video' })).toBeVisible();
});

test('neither loads nor links the video in a window of 699 px, until the window grows', async ({
  page,
  visit,
}) => {
  const requests = videoRequests(page);
  await page.setViewportSize(NARROW);
  await visit('/');
  await expect(video(page)).toHaveCount(0);
  await expect(fullVideo(page)).toBeHidden();
  await expect(poster(page)).toBeVisible();
  expect(requests).toEqual([]);

  await page.setViewportSize(WIDE);
  await expect.poll(() => playback(page)).toEqual(PLAYING);
  await expect(fullVideo(page)).toBeVisible();
  await page.setViewportSize(NARROW);
  await expect(video(page)).toHaveCount(0);
  await expect(fullVideo(page)).toBeHidden();
});

test('shows a spinner over the poster until the video can play', async ({ page, visit }) => {
  const release = await holdVideos(page);
  await visit('/');
  await expect(spinner(page)).toBeVisible();
  await expect(poster(page)).toBeVisible();
  await expect(video(page)).toBeHidden();
  release();
  await expect(video(page)).toBeVisible();
  await expect(spinner(page)).toHaveCount(0);
});

test('links to the About Us page by client-side navigation', async ({ page, visit }) => {
  await visit('/');
  await page.evaluate(() => void Object.assign(window, { marked: true }));
  await fullVideo(page).click();
  await expect(page).toHaveURL('/about-us');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
  expect(await page.evaluate(() => 'marked' in window)).toBe(true);
});

test('keeps the poster and hides the spinner when the video fails to load', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED.*\/media\/film|\/media\/film.*ERR_FAILED/);
  await page.route(
    (url) => url.pathname.startsWith('/media/'),
    (route) => route.abort(),
  );
  const failed = page.waitForEvent('requestfailed');
  await visit('/');
  await failed;
  await expect(poster(page)).toBeVisible();
  await expect(spinner(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^(Play|Pause) video$/ })).toHaveCount(0);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('shows the poster and loads the video only after its button is pressed', async ({ page, visit }) => {
    const requests = videoRequests(page);
    await visit('/');
    await expect(poster(page)).toBeVisible();
    await expect(fullVideo(page)).toBeVisible();
    await expect(video(page)).toHaveCount(0);
    const play = page.getByRole('button', { name: 'Play video' });
    await expect(play).toBeVisible();
    expect(requests).toEqual([]);

    await play.click();
    await expect.poll(() => playback(page)).toEqual(PLAYING);
    expect(requests).not.toEqual([]);
    await page.getByRole('button', { name: 'Pause video' }).click();
    await expect.poll(async () => (await playback(page)).paused).toBe(true);
  });
});
