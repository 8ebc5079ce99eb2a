import type { Page, Route } from '@playwright/test';
import { IMAGE_NAME_MAX_LENGTH, type Images } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { IMAGE_FILE_TYPES } from '#contract/image-extension.ts';
import { serveTestImages, someTestImages } from './test-images.ts';
import { aFile, dispatchFiles, open } from './dashboard-images-page.ts';
import { expect, test } from './fixtures.ts';
import { horizontalOverflow } from './horizontal-overflow.ts';

test.beforeEach(async ({ signIn }) => signIn());

const galleryText = async (page: Page) => (await page.request.get('/gallery')).text();

const problem = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/problem+json', body: '{"detail":"Not now."}' });

const BROKEN = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not an image') };

test('uploads a chosen, dropped, or pasted image, cancels it, and shows why it failed', async ({
  page,
  visit,
  expectProblem,
}) => {
  const { section, file, name, upload, spinner, failure, row, rows, statusMessage } = await open(page, visit);
  const before = await rows.count();
  const chosen = () => file.evaluate((input: HTMLInputElement) => input.files?.[0]?.name);

  await test.step('keeps a typed name, and derives one from the file name', async () => {
    await expect(file).toHaveAttribute('accept', IMAGE_FILE_TYPES);
    await expect(name).toHaveAttribute('maxlength', String(IMAGE_NAME_MAX_LENGTH));
    await expect(upload).toBeDisabled();
    await name.fill('The old elevator');
    await file.setInputFiles(await aFile('IMG_1.jpg'));
    await expect(name).toHaveValue('The old elevator');
    await file.setInputFiles(await aFile('the-scale.jpg'));
    await expect(name).toHaveValue('The scale');
    await file.setInputFiles([]);
    await expect(name).toHaveValue('');
    await expect(upload).toBeDisabled();
  });

  await test.step('accepts a dropped or pasted image, and ignores pasted text', async () => {
    await name.evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'The scale');
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(upload).toBeDisabled();
    for (const how of ['drop', 'paste'] as const) {
      await dispatchFiles(page, how, [await aFile(`by_${how}.jpg`)]);
      await expect(page.getByText(`1 file chosen: by_${how}.jpg`)).toBeVisible();
      expect(await chosen()).toBe(`by_${how}.jpg`);
      await expect(name).toHaveValue(`By ${how}`);
    }
  });

  await test.step('shows the progress of an upload, and cancels it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(`**${API.uploads}/**`, async (route) => {
      await promise;
      await route.continue().catch(() => undefined);
    });
    await name.press('Enter');
    await expect(spinner).toHaveText('Uploading');
    await expect(
      section.getByRole('progressbar', { name: 'Upload progress for by_paste.jpg' }),
    ).toBeVisible();
    await expect(upload).toHaveAttribute('aria-disabled', 'true');
    await expect(name).toHaveAttribute('readonly');
    await section.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(spinner).toHaveCount(0);
    await expect(failure).toHaveCount(0);
    await expect(upload).toBeEnabled();
    resolve();
    await page.unroute(`**${API.uploads}/**`);
  });

  await test.step('shows why a step failed, and keeps the file and the name', async () => {
    expectProblem(/status of (400|401)/);
    await file.setInputFiles(BROKEN);
    await upload.click();
    await expect(failure).toContainText("We can't use this file type.");
    expect(await failure.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(152, 25, 15)');
    await file.setInputFiles(await aFile());
    await expect(failure).toHaveCount(0);
    expectProblem(/ERR_FAILED/);
    for (const [path, respond, reason] of [
      [`**${API.presignedUrl}*`, problem(401), "You're signed out."],
      [`**${API.uploads}/**`, (route: Route) => route.abort(), "We couldn't reach the website."],
      [`**${API.saveImage}`, problem(401), "You're signed out."],
    ] as const) {
      await page.route(path, respond);
      await upload.click();
      await expect(failure).toContainText(reason);
      await expect(failure.getByText('Failed to Upload Image.', { exact: true })).toBeVisible();
      await expect(failure.getByRole('link', { name: 'Sign in again' })).toHaveCount(
        reason === "You're signed out." ? 1 : 0,
      );
      expect(await chosen()).toBe('harvest_moon.jpg');
      await expect(name).toHaveValue('Harvest moon');
      await page.unroute(path);
    }
  });

  await name.fill('Moon over the bins');
  await upload.click();
  await expect(row('Moon over the bins')).toBeVisible();
  await expect(failure).toHaveCount(0);
  await expect(rows).toHaveCount(before + 1);
  await expect(statusMessage).toHaveText('Moon over the bins is now in the gallery.');
  await expect(file).toHaveValue('');
  await expect(name).toHaveValue('');
  await expect(upload).toBeDisabled();
  await expect(file).toBeFocused();
  expect(await galleryText(page)).toContain('Moon over the bins');
});

test('shows why a deletion failed, moves the focus after deletions, and restores images', async ({
  page,
  visit,
  site,
  expectProblem,
}) => {
  await site.with({ images: someTestImages(3) });
  await serveTestImages(page);
  const { rows, row, deleteButton, statusMessage, section } = await open(page, visit);
  const path = `**${API.deleteImage}/*`;
  const undo = (name: string) =>
    section
      .getByRole('listitem')
      .filter({ hasText: `${name} removed.` })
      .getByRole('button', { name: 'Undo' });

  await test.step('shows the reason next to the image', async () => {
    const failure = row('Field 2').getByRole('alert');
    expectProblem(/status of 401/);
    for (const [reason, respond] of [
      ["You're signed out.", problem(401)],
      ['not sure it was deleted', (route: Route) => route.fulfill({ json: false })],
    ] as const) {
      await page.route(path, respond);
      await deleteButton('Field 2').click();
      await expect(failure).toContainText(reason);
      await expect(failure.getByText('Failed to delete image', { exact: true })).toBeVisible();
      await expect(failure.getByRole('link', { name: 'Sign in again' })).toHaveCount(
        reason === "You're signed out." ? 1 : 0,
      );
      await expect(section.getByRole('alert')).toHaveCount(1);
      await page.unroute(path);
    }
  });

  await test.step('moves the focus to the button that undoes the deletion', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(path, async (route) => {
      await promise;
      await route.continue();
    });
    await deleteButton('Field 2').press('Enter');
    await expect(row('Field 2').getByRole('status')).toHaveText('Deleting Field 2');
    await expect(deleteButton('Field 2')).toBeFocused();
    resolve();
    await expect(rows).toHaveText([/Field 1/, /Field 3/]);
    await expect(undo('Field 2')).toBeFocused();
    await expect(undo('Field 2')).toHaveAccessibleDescription('Field 2 removed.');
    await expect(statusMessage).toHaveText('Field 2 deleted. You can restore it for 30 days.');
    expect(await galleryText(page)).not.toContain('Field 2');
    for (const name of ['Move Field 3 up', 'Move Field 3 down', 'Edit Field 3', 'Delete Field 3']) {
      await page.keyboard.press('Tab');
      await expect(section.getByRole('button', { name, exact: true })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(undo('Field 3')).toBeFocused();
    await deleteButton('Field 1').press('Enter');
    await expect(rows).toHaveCount(0);
    await expect(section.getByText('No images in the gallery yet.')).toBeVisible();
    await expect(section.getByRole('listitem')).toHaveText([
      /Field 1 removed/,
      /Field 2 removed/,
      /Field 3 removed/,
    ]);
  });
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
  const name = section.getByRole('group', { name: 'Edit Field 3' }).getByRole('textbox', { name: 'Name' });
  await expect(visible).toHaveCount(50);
  await expect(count).toHaveText('Showing 1 to 50 of 120 images');

  await button('Edit Field 3').click();
  await name.fill('Barn');
  await button('Next').first().click();
  await expect(count).toHaveText('Showing 51 to 100 of 120 images');
  await expect(button('Next').first()).toBeFocused();
  await button('Next').last().click();
  await expect(visible).toHaveCount(20);
  await expect(row('Field 101')).toBeFocused();
  await button('Field 3').click();
  await expect(count).toHaveText('Showing 1 to 50 of 120 images');
  await expect(name).toHaveValue('Barn');

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
  const images = (await (await page.request.get(`${API.images}/0`)).json()) as Images;
  expect(images[0]?.imageName).toBe('Field 120');

  await button('Next').first().click();
  await button('Delete Field 50').click();
  await expect(
    section.getByRole('listitem').getByRole('button', { name: 'Undo', exact: true }),
  ).toBeFocused();
  await expect(count).toHaveText('Showing 51 to 100 of 119 images');
  await search.fill('barley');
  await expect(count).toHaveText('No image matches.');
  expect(await horizontalOverflow(page, [320, 390, 1280])).toEqual([]);
});
