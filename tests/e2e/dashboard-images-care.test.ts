import type { Page } from '@playwright/test';
import type { Images } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { leave, openFromSignIn } from './dashboard-page.ts';
import { serveTestImages, aTestImage, someTestImages } from './test-images.ts';
import { aFile, imageSection, open } from './dashboard-images-page.ts';
import { expectResponsive, showOnly } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';
import { textOverlaps } from './text-overlaps.ts';

test.use({ openSections: ['image-uploading'] });

test.beforeEach(async ({ signIn }) => signIn());

const list = async (page: Page, type = 0) =>
  (await (await page.request.get(`${API.images}/${type}`)).json()) as Images;
const names = async (page: Page, type = 0) => (await list(page, type)).map(({ imageName }) => imageName);

function imageDetails(page: Page, name: string) {
  const { section } = imageSection(page);
  const details = section.getByRole('group', { name: `Edit ${name}`, exact: true });
  return {
    details,
    name: details.getByRole('textbox', { name: 'Name', exact: true }),
    description: details.getByRole('textbox', { name: 'Description' }),
    update: (field: string) =>
      details.getByRole('group', { name: field }).getByRole('button', { name: /Update|Saved/ }),
  };
}

const NOTES = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };
const BROKEN = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not an image') };

test('uploads several files, also while the other list is shown, and warns before leaving', async ({
  page,
  expectProblem,
}) => {
  const { file, upload, rows, row, section, name, queue, button } = await open(page, () =>
    openFromSignIn(page),
  );
  const before = await rows.count();
  const unsaved = page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: 'Image Uploading 1 unsaved' });
  const show = (type: string) => section.getByRole('radio', { name: type }).check();
  const { promise, resolve } = Promise.withResolvers<void>();
  let failures = 1;
  await page.route(`**${API.uploads}/**`, async (route) => {
    await promise;
    if (route.request().url().includes('/retried') && failures-- > 0) await route.fulfill({ status: 503 });
    else await route.continue().catch(() => undefined);
  });

  await test.step('uploads two at a time, and cancels one', async () => {
    const files = ['called_back.jpg', 'retried.jpg', 'waits.jpg'];
    await file.setInputFiles([NOTES, ...(await Promise.all(files.map(aFile))), BROKEN]);
    await expect(section.getByText("notes.txt: We can't use this file type.")).toBeVisible();
    await expect(name).toHaveCount(0);
    await expect(unsaved).toBeVisible();
    await upload.click();
    await expect(file).toHaveValue('');
    await expect(file).toBeFocused();
    await expect(queue.getByRole('progressbar')).toHaveCount(2);
    await expect(queue.filter({ hasText: 'waits.jpg' })).toContainText('Waiting');
    await button('Cancel called_back.jpg').click();
    await expect(queue.filter({ hasText: 'called_back.jpg' })).toHaveCount(0);
  });

  await test.step('continues while the other list is shown, and warns before leaving', async () => {
    await show('Products');
    await expect(section.getByRole('heading', { level: 3 })).toHaveText('Product Images');
    await expect(section.getByText('No product images yet.')).toBeVisible();
    await file.setInputFiles(await aFile('seed_bag.jpg'));
    await leave(page);
    const dialog = page.getByRole('dialog', { name: 'You have 2 unsaved changes.' });
    await expect(dialog).toContainText("Images that haven't finished uploading will be lost.");
    await dialog.getByRole('button', { name: 'Stay' }).click();
    expectProblem(/status of 400/);
    expectProblem(/status of 503/);
    resolve();
    await show('Gallery');
    await expect(row('Waits')).toBeVisible();
  });

  await test.step('shows the error of each file, and tries it again', async () => {
    await expect(queue).toHaveCount(3);
    await expect(queue.filter({ hasText: 'notes.txt' }).getByRole('alert')).toContainText(
      'Failed to Upload Image.',
    );
    await expect(queue.filter({ hasText: 'broken.jpg' }).getByRole('alert')).toContainText(
      "can't use this file type",
    );
    await expect(button('Try again: broken.jpg')).toBeVisible();
    await expect(button('Try again: notes.txt')).toHaveCount(0);
    await button('Try again: retried.jpg').click();
    await expect(row('Retried')).toBeVisible();
    await button('Dismiss notes.txt').press('Enter');
    await button('Dismiss broken.jpg').click();
    await expect(queue).toHaveCount(0);
    await expect(rows).toHaveCount(before + 2);
    expect(await names(page)).not.toContain('Called back');
  });

  await show('Products');
  expect(await file.evaluate((field: HTMLInputElement) => field.files?.[0]?.name)).toBe('seed_bag.jpg');
  await expect(unsaved).toBeVisible();
  await upload.click();
  await expect(row('Seed bag')).toBeVisible();
  await expect(rows).toHaveCount(1);
  expect(await names(page, 1)).toEqual(['Seed bag']);
  expect(await names(page)).not.toContain('Seed bag');
  await leave(page);
  await expect(page).toHaveURL('/admin');
});

test('describes, crops, replaces, orders, and restores images', async ({ page, visit, expectProblem }) => {
  expectProblem(/status of 409/);
  const { section, rows, row, file, deleteButton, button, statusMessage } = await open(page, visit);
  const before = await list(page);
  const [first, second, third] = before.map(({ imageName }) => imageName) as [string, string, string];
  const dusk = imageDetails(page, first);

  await test.step('renames and describes an image, and shows a conflict', async () => {
    await button(`Edit ${first}`).click();
    await dusk.name.fill(' ');
    await dusk.update('Name').click();
    await expect(dusk.details.getByRole('alert')).toContainText('Enter a name for this image.');
    await dusk.name.fill('Dawn');
    await dusk.update('Name').click();
    await expect(row('Dawn')).toBeVisible();
    const dawn = imageDetails(page, 'Dawn');
    const data = { imageId: before[0]?.imageId, altText: 'Theirs' };
    expect((await page.request.post(API.describeImage, { data })).status()).toBe(200);
    await dawn.description.fill('Mine');
    await dawn.update('Description').click();
    const theirs = dawn.details.getByRole('group', { name: 'Newer version' });
    await expect(theirs).toContainText('You changed this since, such as in another tab. That version:');
    await theirs.getByRole('button', { name: 'Use the newer version' }).click();
    await expect(dawn.description).toHaveValue('Theirs');
    await dawn.details.getByRole('button', { name: 'Undo the last save' }).click();
    await expect(dusk.name).toHaveValue(first);
    await expect(dusk.details.getByText('Not saved yet')).toHaveCount(0);
  });

  await test.step('crops the square around a focal point set by click or keyboard', async () => {
    const left = dusk.details.getByLabel('Percent from the left');
    const focusImage = dusk.details.getByTestId('focus-picture');
    await focusImage.scrollIntoViewIfNeeded();
    const { width = 0, height = 0 } = (await focusImage.boundingBox()) ?? {};
    await focusImage.click({ position: { x: width * 0.2, y: height * 0.75 } });
    await expect(left).toHaveValue('20');
    await expect(dusk.details.getByLabel('Percent from the top')).toHaveValue('75');
    await left.press('ArrowLeft');
    await expect(left).toHaveValue('19');
    const square = row(first).locator('img').first();
    const source = (await square.getAttribute('src')) ?? '';
    // Starting the image worker may take longer than the timeout of an expectation.
    const cropped = page.waitForResponse(`**${API.focusImage}`);
    await button('Save crop').click();
    await cropped;
    await expect(square).not.toHaveAttribute('src', source);
    expect((await list(page))[0]?.focus).toEqual({ x: 19, y: 75 });
  });

  await test.step('replaces the file of an image', async () => {
    const replacement = dusk.details.getByLabel('Replace with another file');
    await expect(button('Replace image')).toBeDisabled();
    await replacement.setInputFiles(await aFile('new.jpg'));
    await button('Replace image').click();
    await expect(dusk.details.getByText('Image replaced.')).toBeVisible();
    const [replaced] = await list(page);
    expect(replaced).toMatchObject({ imageId: before[0]?.imageId, width: 60, height: 40 });
    const source = replaced?.squareUrls.fallback ?? '';
    await expect(row(first).locator('img').first()).toHaveAttribute('src', source);
  });

  await test.step('keeps a draft after a reload', async () => {
    await dusk.description.fill('Not saved yet');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(dusk.description).toHaveValue('Not saved yet');
    await dusk.details.getByRole('button', { name: 'Undo changes' }).click();
    await button(`Edit ${first}`).click();
  });

  await test.step('reorders images by keyboard and dragging, and shows a conflict', async () => {
    await button(`Move ${first} down`).press('Enter');
    await expect(rows.nth(1)).toContainText(first);
    await expect(button(`Move ${first} down`)).toBeFocused();
    await expect(section.getByText(`${first} moved to position 2 of ${before.length}.`)).toBeAttached();
    await rows.nth(2).getByTestId('grip').dragTo(rows.nth(0));
    await expect(rows.nth(0)).toContainText(third);
    await button('Save order').click();
    await expect.poll(async () => (await names(page)).slice(0, 3)).toEqual([third, second, first]);
    await expect(button('Save order')).toHaveCount(0);

    const [moved = '', ...others] = (await list(page)).map(({ imageId }) => imageId);
    const data = { imageType: 0, imageIds: [...others, moved] };
    expect((await page.request.post(API.orderImages, { data })).status()).toBe(200);
    await button(`Move ${third} down`).click();
    await button('Save order').click();
    const theirs = section.getByRole('group', { name: 'Newer order' });
    const choices = theirs.getByRole('group', { name: third });
    await expect(choices.getByRole('radio', { name: `Yours: Position 2, after ${second}` })).toBeChecked();
    await choices.getByRole('radio', { name: `: Position ${before.length}, after ` }).check();
    await theirs.getByRole('button', { name: 'Use these' }).click();
    await expect(rows.last()).toContainText(third);
    expect((await list(page)).map(({ imageId }) => imageId)).toEqual([...others, moved]);
  });

  await test.step('restores a new image from the list of deleted images, and in its place', async () => {
    await section.getByRole('form').getByLabel('Description').fill('A red square beside a blue one');
    await file.setInputFiles(await aFile('squares.jpg'));
    await section.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(row('Squares')).toContainText('A red square beside a blue one');
    await deleteButton('Squares').click();
    await expect(row('Squares')).toHaveCount(0);
    const summary = section.getByText('Deleted in the last 30 days');
    const arrowAngle = () => summary.evaluate((element) => getComputedStyle(element, '::after').rotate);
    expect(await arrowAngle()).toBe('45deg');
    await summary.click();
    await expect.poll(arrowAngle).toBe('225deg');
    await button('Restore Squares').press('Enter');
    await expect(summary).toBeFocused();
    await expect(statusMessage).toHaveText('Squares is now in the gallery.');
    await expect(rows.last()).toContainText('Squares');

    await deleteButton('Squares').click();
    await expect(button('Undo')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(statusMessage).toHaveText('Squares is now in the gallery.');
    await expect(section.getByRole('group', { name: 'Images in the gallery' })).toBeFocused();
    await expect(rows.last()).toContainText('Squares');
    expect((await names(page)).at(-1)).toBe('Squares');
  });
});

test(
  'has no accessibility violations, overflow or small targets, also with long names and errors',
  { tag: '@thorough' },
  async ({ page, visit, site, expectProblem }) => {
    test.slow();
    expectProblem(/status of 401/);
    const long = aTestImage(9, { name: 'Harvestatduskwithoutanyspaceinitsname'.repeat(5) });
    await site.with({ images: [...someTestImages(3), long] });
    await serveTestImages(page);
    await page.route(`**${API.uploads}/**`, () => undefined);
    const { file, upload, section, deleteButton, row, button } = await open(page, visit);
    await deleteButton('Field 3').click();
    await expect(deleteButton('Field 3')).toHaveCount(0);
    await section.getByText('Deleted in the last 30 days').click();
    const signedOut = { status: 401, contentType: 'application/problem+json', body: '{"detail":"Sign in."}' };
    await page.route(`**${API.deleteImage}/*`, (route) => route.fulfill(signedOut));
    await deleteButton('Field 2').click();
    await expect(row('Field 2').getByRole('alert')).toBeVisible();
    await button('Edit Field 1').click();
    await button('Move Field 1 down').click();
    await file.setInputFiles([
      await aFile('a_rather_long_name_as_cameras_give_them_20261122_0001.jpg'),
      NOTES,
    ]);
    await upload.click();
    await expect(button('Dismiss notes.txt')).toBeVisible();
    for (const width of [360, 1280]) {
      // As tall as the list on phones, whose bar covers it otherwise.
      await page.setViewportSize({ width, height: width < 900 ? 4000 : 900 });
      await showOnly(page, ['image-uploading']);
      await expect.poll(() => textOverlaps(page)).toEqual([]);
    }
    await expectResponsive(page, { sections: ['image-uploading'] });
  },
);
