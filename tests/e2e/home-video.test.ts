import type { Page, Request } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { layoutShift } from './layout-shift.ts';
import { navigateInApp } from './requests.ts';

const WIDE = { width: 700, height: 900 };
const NARROW = { width: 699, height: 900 };

const video = (page: Page) => page.locator('video');
const fullVideo = (page: Page) => page.getByRole('link', { name: 'Watch Full Video' });
const spinner = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading video' });
const poster = (page: Page) => page.getByRole('img', { name: 'The elevator at harvest' });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const isVideo = (url: string | URL) => new URL(url).pathname.startsWith('/media/');

const playback = (page: Page) =>
  video(page).evaluate(({ muted, loop, autoplay, paused, readyState }: HTMLVideoElement) => ({
    muted,
    loop,
    autoplay,
    paused,
    canPlay: readyState >= HTMLMediaElement.HAVE_FUTURE_DATA,
  }));
const PLAYING = { muted: true, loop: true, autoplay: true, paused: false, canPlay: true };
const isPaused = async (page: Page) => (await playback(page)).paused;

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('loads and plays the video above 699 px, and on a press where motion is reduced', async ({
  page,
  visit,
  expectProblem,
}) => {
  const requests: string[] = [];
  page.on('request', (request: Request) => isVideo(request.url()) && requests.push(request.url()));
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route(isVideo, async (route) => {
    await promise;
    await route.continue();
  });

  await test.step('shows a spinner over the poster until the video can play, then plays it', async () => {
    await page.setViewportSize(WIDE);
    await visit('/');
    await expect(spinner(page)).toBeVisible();
    await expect(poster(page)).toBeVisible();
    await expect(video(page)).toBeHidden();
    await expect(fullVideo(page)).toBeVisible();
    release();
    await expect(video(page)).toBeVisible();
    await expect(spinner(page)).toHaveCount(0);
    await expect.poll(() => playback(page)).toEqual(PLAYING);
    // A late web font may change the width of texts slightly.
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.005);
    await button(page, 'Pause video').click();
    await expect.poll(() => isPaused(page)).toBe(true);
    await button(page, 'Play video').click();
    await expect.poll(() => isPaused(page)).toBe(false);
    await expect(button(page, 'Pause video')).toBeVisible();
  });

  await test.step('neither loads nor links the video at 699 px, until the window grows', async () => {
    await page.setViewportSize(NARROW);
    await expect(video(page)).toHaveCount(0);
    await expect(fullVideo(page)).toBeHidden();
    requests.length = 0;
    await navigateInApp(page, 'Contact Us');
    await expect(page).toHaveURL('/contact-us');
    await navigateInApp(page, 'Home');
    await expect(poster(page)).toBeVisible();
    await expect(video(page)).toHaveCount(0);
    expect(requests).toEqual([]);
    await page.setViewportSize(WIDE);
    await expect.poll(() => playback(page)).toEqual(PLAYING);
  });

  await test.step('waits for a press where motion is reduced', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(button(page, 'Play video')).toBeVisible();
    await expect(video(page)).toHaveCount(0);
    await expect(fullVideo(page)).toBeVisible();
    await button(page, 'Play video').click();
    await expect.poll(() => playback(page)).toEqual(PLAYING);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
  });

  await test.step('links to About Us, whose video plays with controls, after Back only on a press', async () => {
    await page.evaluate(() => void Object.assign(window, { marked: true }));
    await fullVideo(page).click();
    await expect(page).toHaveURL('/about-us');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
    expect(await page.evaluate(() => 'marked' in window)).toBe(true);
    const full = page.getByLabel('Video: Hickory Bend Farmers Cooperative');
    const isPlaying = () => full.evaluate((element: HTMLVideoElement) => !element.paused);
    await expect.poll(isPlaying).toBe(true);
    await navigateInApp(page, 'Contact Us');
    await expect(page).toHaveURL('/contact-us');
    await page.goBack();
    await expect(full).not.toHaveAttribute('controls');
    expect(await isPlaying()).toBe(false);
    await page.getByRole('link', { name: 'Play video' }).press('Enter');
    await expect(full).toHaveAttribute('controls');
    await expect(full).toBeFocused();
    await expect(page.getByRole('link', { name: 'Play video' })).toBeHidden();
    await expect(page).toHaveURL('/about-us');
  });

  await test.step('keeps the poster and hides the spinner when the video fails to load', async () => {
    expectProblem(/ERR_FAILED.*\/media\/film|\/media\/film.*ERR_FAILED/);
    await page.unrouteAll();
    await page.route(isVideo, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed', (request) => isVideo(request.url()));
    await navigateInApp(page, 'Home');
    await failed;
    await expect(poster(page)).toBeVisible();
    await expect(spinner(page)).toHaveCount(0);
    await expect(button(page, /^(Play|Pause) video$/)).toHaveCount(0);
  });
});
