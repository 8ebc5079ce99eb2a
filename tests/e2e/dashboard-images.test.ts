import type { Page, Route } from '@playwright/test';
import { IMAGE_NAME_MAX_LENGTH, type Images } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { IMAGE_FILE_TYPES } from '#contract/image-extension.ts';
import { serveTestImages, aTestImage, someTestImages } from './test-images.ts';
import { aFile, open } from './dashboard-images-page.ts';
import { expect, test } from './fixtures.ts';
import { horizontalOverflow } from './horizontal-overflow.ts';

const LIST = `${API.images}/0`;

test.beforeEach(async ({ signIn }) => signIn());

function imageCallsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(API.images)) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

const galleryText = async (page: Page) => (await page.request.get('/gallery')).text();

test('lists the gallery images with square, name and buttons, and moves focus after a deletion', async ({
  page,
  visit,
  site,
}) => {
  await site.with({ images: [...someTestImages(3), aTestImage(4, { name: 'A product', type: 1 })] });
  await serveTestImages(page);
  const { rows, row, deleteButton, statusMessage, section, upload } = await open(page, visit);
  await expect(section.getByRole('heading', { level: 3 })).toHaveText('Gallery Images');
  await expect(rows).toHaveCount(3);
  for (const number of [1, 2, 3]) {
    const each = rows.nth(number - 1);
    await expect(each).toContainText(`Field ${number}`);
    await expect(each.locator('img')).toHaveAttribute('src', `/images/field-${number}.jpg.336.webp`);
    await expect(deleteButton(`Field ${number}`)).toBeVisible();
  }
  await expect(upload).toBeDisabled();
  // Each of these words appears in one button, or in one button per image.
  await expect(page.getByRole('button').filter({ hasText: /Upload/ })).toHaveCount(1);
  await expect(section.getByRole('button', { name: /Delete/ })).toHaveCount(3);
  await expect(section.getByRole('button', { name: /Update|Save|Remove|Add New Item/ })).toHaveCount(0);

  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${API.deleteImage}/*`, async (route) => {
    await promise;
    await route.continue();
  });
  await deleteButton('Field 2').press('Enter');
  const spinner = row('Field 2').getByRole('status');
  await expect(spinner).toBeVisible();
  await expect(spinner).toHaveText('Deleting Field 2');
  await expect(deleteButton('Field 2')).toBeFocused();
  resolve();
  await expect(rows).toHaveText([/Field 1/, /Field 3/]);
  const restore = (name: string) =>
    section
      .getByRole('listitem')
      .filter({ hasText: `${name} deleted.` })
      .getByRole('button', { name: 'Restore' });
  await expect(restore('Field 2')).toBeFocused();
  await expect(restore('Field 2')).toHaveAccessibleDescription('Field 2 deleted.');
  await expect(statusMessage).toHaveText('Field 2 deleted. You can restore it for 30 days.');
  const gallery = await galleryText(page);
  expect(gallery).toContain('Field 1');
  expect(gallery).not.toContain('Field 2');
  for (const name of ['Move Field 3 up', 'Move Field 3 down', 'Edit Field 3', 'Delete Field 3']) {
    await page.keyboard.press('Tab');
    await expect(section.getByRole('button', { name, exact: true })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(restore('Field 3')).toBeFocused();
  await deleteButton('Field 1').press('Enter');
  await expect(rows).toHaveCount(0);
  await expect(section.getByText('No images in the gallery yet.')).toBeVisible();
  await expect(section.getByRole('listitem')).toHaveText([
    /Field 1 deleted/,
    /Field 2 deleted/,
    /Field 3 deleted/,
  ]);
});

test('adds an uploaded image to the list and immediately to the gallery, and deletes it', async ({
  page,
  visit,
  site,
}) => {
  const { file, name, upload, rows, row, statusMessage, deleteButton } = await open(page, visit);
  await expect(file).toHaveAttribute('accept', IMAGE_FILE_TYPES);
  const before = await rows.count();
  const saves: unknown[] = [];
  const queries: URLSearchParams[] = [];
  const types: (string | undefined)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === API.saveImage) saves.push(request.postDataJSON());
    if (pathname === API.presignedUrl) queries.push(searchParams);
    if (request.method() === 'PUT') types.push(request.headers()['content-type']);
  });
  const image = await aFile();
  await file.setInputFiles(image);
  await expect(name).toHaveValue('Harvest moon');
  await expect(name).toHaveAttribute('maxlength', String(IMAGE_NAME_MAX_LENGTH));
  await name.fill('Moon over the bins');
  await upload.click();

  await expect(row('Moon over the bins')).toBeVisible();
  await expect(rows).toHaveCount(before + 1);
  await expect(deleteButton('Moon over the bins')).toBeVisible();
  await expect(statusMessage).toHaveText('Moon over the bins is now in the gallery.');
  await expect(file).toHaveValue('');
  await expect(name).toHaveValue('');
  await expect(upload).toBeDisabled();
  await expect(file).toBeFocused();

  expect(queries.map((query) => Object.fromEntries(query))).toEqual([
    { fileName: 'harvest_moon.jpg', contentType: 'image/jpeg', size: String(image.buffer.length) },
  ]);
  expect(types).toEqual(['image/jpeg']);
  const list = (await (await page.request.get(LIST)).json()) as Images;
  const saved = list.at(-1);
  expect(saved).toMatchObject({ imageName: 'Moon over the bins', imageType: 0 });
  expect(saves).toEqual([
    {
      imageId: saved?.imageId,
      imageUrl: saved?.imageUrl,
      imageName: 'Moon over the bins',
      imageType: 0,
    },
  ]);
  expect(await galleryText(page)).toContain('Moon over the bins');
  expect((await site.changes()).at(-1)).toMatchObject({ author: 'Dana', subject: `image:${saved?.imageId}` });

  await deleteButton('Moon over the bins').click();
  await expect(row('Moon over the bins')).toHaveCount(0);
  expect(await galleryText(page)).not.toContain('Moon over the bins');
  expect((await page.request.get(saved?.imageUrl ?? '')).status()).toBe(404);
});

test('keeps a typed name, derives one from the file name, and cancels or completes an upload', async ({
  page,
  visit,
}) => {
  const { file, name, upload, spinner, failure, row, section } = await open(page, visit);
  await name.fill('The old elevator');
  await file.setInputFiles(await aFile('IMG_1.jpg'));
  await expect(name).toHaveValue('The old elevator');
  await file.setInputFiles(await aFile('the-scale.jpg'));
  await expect(name).toHaveValue('The scale');
  await file.setInputFiles([]);
  await expect(name).toHaveValue('');
  await expect(upload).toBeDisabled();

  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${API.uploads}/**`, async (route) => {
    await promise;
    await route.continue().catch(() => undefined);
  });
  await file.setInputFiles(await aFile('the-scale.jpg'));
  await name.fill('  ');
  await name.press('Enter');
  await expect(spinner).toBeVisible();
  await expect(section.getByRole('progressbar', { name: 'Upload progress for the-scale.jpg' })).toBeVisible();
  await section.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(spinner).toHaveCount(0);
  await expect(failure).toHaveCount(0);
  await expect(upload).toBeEnabled();

  const calls = imageCallsOf(page);
  await upload.click();
  await expect(spinner).toBeVisible();
  await expect(spinner).toHaveText('Uploading');
  await expect(upload).toBeFocused();
  await expect(upload).toHaveAttribute('aria-disabled', 'true');
  await expect(name).toHaveAttribute('readonly');
  await upload.press('Enter');
  resolve();
  await expect(row('The scale')).toBeVisible();
  await expect(spinner).toHaveCount(0);
  expect(calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
});

const STEPS = {
  asking: `**${API.presignedUrl}*`,
  sending: `**${API.uploads}/**`,
  saving: `**${API.saveImage}`,
};

const problem = (status: number, detail: string) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify({ detail }) });

const FAILURES = [
  ['Too many images.', /status of 503/, problem(503, 'Too many images.')],
  ["You're signed out.", /status of 401/, problem(401, 'Sign in.')],
  [
    "We couldn't reach the website. Check your internet connection and try again.",
    /ERR_FAILED/,
    (route: Route) => route.abort(),
  ],
] as const;

test('shows why each step of an upload failed, and adds the image once after retries', async ({
  page,
  visit,
  expectProblem,
}) => {
  const { file, name, upload, failure, row, rows, spinner } = await open(page, visit);
  const before = await rows.count();
  expectProblem(/status of 400/);
  await file.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not an image') });
  await upload.click();
  await expect(failure).toContainText("We can't use this file type.");
  await file.setInputFiles({ name: 'a.heic', mimeType: 'image/heic', buffer: Buffer.from('not an image') });
  await expect(failure).toHaveCount(0);
  await upload.click();
  await expect(failure).toContainText("We can't use this file type.");
  expect(await failure.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(152, 25, 15)');

  await file.setInputFiles(await aFile());
  const calls = imageCallsOf(page);
  for (const path of Object.values(STEPS)) {
    for (const [reason, problemPattern, respond] of FAILURES) {
      expectProblem(problemPattern);
      await page.route(path, respond);
      await upload.click();
      await expect(failure).toContainText(reason);
      await expect(failure.getByText('Failed to Upload Image.', { exact: true })).toBeVisible();
      const isSignedOut = reason === "You're signed out.";
      await expect(failure.getByRole('link', { name: 'Sign in again' })).toHaveCount(isSignedOut ? 1 : 0);
      await expect(spinner).toHaveCount(0);
      expect(await file.evaluate((input: HTMLInputElement) => input.files?.[0]?.name)).toBe(
        'harvest_moon.jpg',
      );
      await expect(name).toHaveValue('Harvest moon');
      await expect(page).toHaveURL('/admin/dashboard#image-uploading');
      await page.unroute(path);
    }
  }
  // Three failed PUT requests, and the one that succeeded.
  expect(calls.filter((call) => call.startsWith('PUT'))).toHaveLength(4);

  // The image is saved, and only the response is lost.
  await page.route(STEPS.saving, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await upload.click();
  await expect(spinner).toHaveCount(0);
  await expect(failure).toContainText(
    "We couldn't reach the website. Check your internet connection and try again.",
  );
  await page.unroute(STEPS.saving);
  await upload.click();
  await expect(row('Harvest moon')).toHaveCount(1);
  await expect(failure).toHaveCount(0);
  expect(calls.filter((call) => call.startsWith('PUT'))).toHaveLength(4);
  await page.reload();
  await expect(rows).toHaveCount(before + 1);
});

test('shows the reason next to the image when its deletion fails, and deletes it on retry', async ({
  page,
  visit,
  expectProblem,
}) => {
  const { section, row, deleteButton } = await open(page, visit);
  const path = `**${API.deleteImage}/*`;
  const image = row('Harvest at dusk');
  const failure = image.getByRole('alert');
  for (const [reason, problemPattern, respond] of [
    ['The database does not respond.', /status of 503/, problem(503, 'The database does not respond.')],
    ["You're signed out.", /status of 401/, problem(401, 'Sign in.')],
    ['not sure it was deleted', undefined, (route: Route) => route.fulfill({ json: false })],
    [
      "We couldn't reach the website. Check your internet connection and try again.",
      /ERR_FAILED/,
      // The image is deleted, and only the response is lost.
      async (route: Route) => {
        await route.fetch();
        await route.abort();
      },
    ],
  ] as const) {
    if (problemPattern) expectProblem(problemPattern);
    await page.route(path, respond);
    await deleteButton('Harvest at dusk').click();
    await expect(failure).toContainText(reason);
    await expect(failure.getByText('Failed to delete image', { exact: true })).toBeVisible();
    const isSignedOut = reason === "You're signed out.";
    await expect(failure.getByRole('link', { name: 'Sign in again' })).toHaveCount(isSignedOut ? 1 : 0);
    await expect(image.getByRole('status')).toHaveCount(0);
    await expect(section.getByRole('alert')).toHaveCount(1);
    await page.unroute(path);
  }
  expectProblem(/status of 404/);
  await deleteButton('Harvest at dusk').click();
  await expect(image).toHaveCount(0);
});

test('finds, moves, and deletes images of a long list, and keeps what was typed on another page', async ({
  page,
  visit,
  site,
}) => {
  await site.with({ images: someTestImages(120) });
  await serveTestImages(page);
  const { section, rows, row } = await open(page, visit);
  const visible = rows.filter({ visible: true });
  const search = section.getByLabel('Find an image by its name or description');
  const count = section.getByRole('status').filter({ hasText: /^Showing|^No image/ });
  const button = (name: string) => section.getByRole('button', { name, exact: true });
  await expect(visible).toHaveCount(50);
  await expect(count).toHaveText('Showing 1 to 50 of 120 images');

  await button('Edit Field 3').click();
  await section
    .getByRole('group', { name: 'Edit Field 3' })
    .getByRole('textbox', { name: 'Name' })
    .fill('Barn');
  await button('Next').first().click();
  await expect(count).toHaveText('Showing 51 to 100 of 120 images');
  await expect(button('Next').first()).toBeFocused();
  await button('Next').last().click();
  await expect(visible).toHaveCount(20);
  await expect(row('Field 101')).toBeFocused();
  await button('Field 3').click();
  await expect(count).toHaveText('Showing 1 to 50 of 120 images');
  await expect(
    section.getByRole('group', { name: 'Edit Field 3' }).getByRole('textbox', { name: 'Name' }),
  ).toHaveValue('Barn');

  await search.fill('field 12');
  await expect(visible).toHaveCount(2);
  await button('Edit Field 120').click();
  const position = visible.filter({ hasText: 'Field 120' }).getByLabel('Move to position (1 to 120)');
  await position.fill('121');
  await position.press('Enter');
  await expect(section.getByRole('alert')).toHaveText('Enter a number from 1 to 120.');
  await position.fill('1');
  await position.press('Enter');
  await expect(section.getByRole('alert')).toHaveCount(0);
  await search.fill('');
  await expect(visible.first()).toContainText('Field 120');
  await button('Save order').click();
  await expect(button('Save order')).toHaveCount(0);

  await button('Next').first().click();
  await button('Delete Field 50').click();
  const restore = section.getByRole('listitem').getByRole('button', { name: 'Restore', exact: true });
  await expect(restore).toBeFocused();
  await expect(count).toHaveText('Showing 51 to 100 of 119 images');
  await search.fill('barley');
  await expect(count).toHaveText('No image matches.');
  expect(await horizontalOverflow(page, [320, 390, 1280])).toEqual([]);
});
