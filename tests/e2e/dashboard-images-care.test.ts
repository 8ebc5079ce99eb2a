import type { Page } from '@playwright/test';
import type { DeletedImage, Image, Images } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { leave, openFromSignIn } from './dashboard-page.ts';
import { serveTestImages, aTestImage, someTestImages } from './test-images.ts';
import { aFile, open, imageSection } from './dashboard-images-page.ts';
import { expectResponsive, showOnly } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';
import { textOverlaps } from './text-overlaps.ts';

const LIST = `${API.images}/0`;

test.beforeEach(async ({ signIn }) => signIn());

const list = async (page: Page) => (await (await page.request.get(LIST)).json()) as Images;
const named = (images: Images) => images.find(({ imageName }) => imageName === 'Harvest at dusk');
const names = (images: readonly Pick<Images[number], 'imageName'>[]) =>
  images.map(({ imageName }) => imageName);

function imageDetails(page: Page, name = 'Harvest at dusk') {
  const { section } = imageSection(page);
  const details = section.getByRole('group', { name: `Edit ${name}`, exact: true });
  return {
    details,
    openDetails: () => section.getByRole('button', { name: `Edit ${name}`, exact: true }).click(),
    button: (label: string) => section.getByRole('button', { name: label, exact: true }),
    description: details.getByRole('textbox', { name: 'Description' }),
    queue: section.getByRole('list', { name: 'Files uploading' }).getByRole('listitem'),
    update: (field: string) =>
      details.getByRole('group', { name: field }).getByRole('button', { name: /Update|Saved/ }),
  };
}

async function dispatchFiles(
  page: Page,
  how: 'drop' | 'paste',
  files: { name: string; mimeType: string; buffer: Buffer }[],
) {
  const data = files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64') }));
  const { section } = imageSection(page);
  await section.getByRole('form', { name: 'Upload images' }).evaluate(
    (form, [kind, all]) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, base64 } of all) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type: mimeType }));
      }
      const event =
        kind === 'drop'
          ? new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
      form.dispatchEvent(event);
    },
    [how, data] as const,
  );
}

test('accepts a dropped or pasted image, and ignores pasted text', async ({ page, visit }) => {
  const { file, name, upload, row } = await open(page, visit);
  await name.focus();
  await name.evaluate((input) => {
    const transfer = new DataTransfer();
    transfer.setData('text/plain', 'The scale');
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }),
    );
  });
  await expect(upload).toBeDisabled();
  for (const [how, fileName, title] of [
    ['drop', 'by_hand.jpg', 'By hand'],
    ['paste', 'by_key.jpg', 'By key'],
  ] as const) {
    await dispatchFiles(page, how, [await aFile(fileName)]);
    expect(await file.evaluate((input: HTMLInputElement) => input.files?.[0]?.name)).toBe(fileName);
    await expect(name).toHaveValue(title);
    await expect(page.getByText(`1 file chosen: ${fileName}`)).toBeVisible();
  }
  await upload.click();
  await expect(row('By key')).toBeVisible();
  await expect(file).toHaveValue('');
});

test('uploads two files at a time, shows progress or error of each, and cancels or retries it', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/status of 400/);
  expectProblem(/status of 503/);
  const { file, upload, rows, row, section, name } = await open(page, visit);
  const { queue, button } = imageDetails(page);
  const before = await rows.count();
  const { promise, resolve } = Promise.withResolvers<void>();
  let failures = 1;
  await page.route(`**${API.uploads}/**`, async (route) => {
    await promise;
    if (route.request().url().includes('/retried') && failures-- > 0) await route.fulfill({ status: 503 });
    else await route.continue().catch(() => undefined);
  });
  const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not an image') };
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };
  await file.setInputFiles([
    notes,
    await aFile('called_back.jpg'),
    await aFile('retried.jpg'),
    await aFile('waits.jpg'),
    broken,
  ]);
  await expect(section.getByText("notes.txt: We can't use this file type.")).toBeVisible();
  await expect(name).toHaveCount(0);
  await upload.click();
  await expect(file).toHaveValue('');
  await expect(file).toBeFocused();
  await expect(queue.getByRole('progressbar')).toHaveCount(2);
  await expect(queue.filter({ hasText: 'waits.jpg' })).toContainText('Waiting');
  await button('Cancel called_back.jpg').click();
  await expect(queue.filter({ hasText: 'called_back.jpg' })).toHaveCount(0);
  resolve();
  await expect(row('Waits')).toBeVisible();

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
  const stored = names(await list(page));
  expect(stored).toHaveLength(before + 2);
  expect(stored).not.toContain('Called back');
});

test('lists product images separately, continues uploads of the other list, and warns before leaving', async ({
  page,
}) => {
  const { file, upload, rows, row, section, deleteButton } = await open(page, () => openFromSignIn(page));
  const sections = page.getByRole('navigation', { name: 'Sections' });
  const show = (type: string) => section.getByRole('radio', { name: type }).check();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${API.uploads}/**`, async (route) => {
    await promise;
    await route.continue();
  });
  await file.setInputFiles([await aFile('bin_one.jpg'), await aFile('bin_two.jpg')]);
  await expect(sections.getByRole('link', { name: 'Image Uploading 1 unsaved' })).toBeVisible();
  await upload.click();
  await show('Products');
  await expect(section.getByRole('heading', { level: 3 })).toHaveText('Product Images');
  await expect(section.getByText('The others show only on pages where you choose them.')).toBeVisible();
  await expect(section.getByText('No product images yet.')).toBeVisible();
  await file.setInputFiles(await aFile('seed_bag.jpg'));

  await leave(page);
  const dialog = page.getByRole('dialog', { name: 'You have 2 unsaved changes.' });
  await expect(dialog).toContainText("Images that haven't finished uploading will be lost.");
  await dialog.getByRole('button', { name: 'Stay' }).click();
  resolve();
  await expect(sections.getByRole('link', { name: 'Image Uploading 1 unsaved' })).toBeVisible();
  await show('Gallery');
  for (const name of ['Bin one', 'Bin two']) await expect(row(name)).toBeVisible();
  await show('Products');
  expect(await file.evaluate((field: HTMLInputElement) => field.files?.[0]?.name)).toBe('seed_bag.jpg');
  await upload.click();
  await expect(row('Seed bag')).toBeVisible();
  await expect(rows).toHaveCount(1);
  const products = (await (await page.request.get(`${API.images}/1`)).json()) as Image[];
  expect(names(products)).toEqual(['Seed bag']);
  expect(names(await list(page))).not.toContain('Seed bag');
  await show('Gallery');
  await expect(row('Harvest at dusk')).toBeVisible();
  await expect(row('Seed bag')).toHaveCount(0);
  await show('Products');
  await deleteButton('Seed bag').click();
  await expect(rows).toHaveCount(0);
  await leave(page);
  await expect(page).toHaveURL('/admin');
});

test('describes and renames an image, shows a conflict, keeps a draft, and updates the gallery', async ({
  page,
  visit,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 409/);
  const { file, upload, section, row } = await open(page, visit);
  await section.getByRole('form').getByLabel('Description').fill('A red square beside a blue one');
  await file.setInputFiles(await aFile('squares.jpg'));
  await upload.click();
  await expect(row('Squares')).toContainText('A red square beside a blue one');
  const { openDetails, details, description, update } = imageDetails(page, 'Squares');
  await openDetails();
  await description.fill('Two squares');
  await update('Description').click();
  await expect(update('Description')).toHaveText('Saved');
  await expect(row('Squares')).toContainText('Two squares');
  expect((await site.changes()).at(-1)).toMatchObject({ author: 'Dana' });

  const field = details.getByRole('textbox', { name: 'Name', exact: true });
  await field.fill(' ');
  await update('Name').click();
  await expect(details.getByRole('alert')).toContainText('Enter a name for this image.');
  await field.fill('Dawn');
  await update('Name').click();
  await expect(row('Dawn')).toBeVisible();

  const [image] = (await list(page)).filter(({ imageName }) => imageName === 'Dawn');
  await page.request.post(API.describeImage, { data: { imageId: image?.imageId, altText: 'Theirs' } });
  const renamed = imageDetails(page, 'Dawn');
  await renamed.description.fill('Mine');
  await renamed.update('Description').click();
  const theirs = renamed.details.getByRole('group', { name: "Someone else's version" });
  await expect(theirs).toContainText('Theirs');
  await theirs.getByRole('button', { name: 'Use theirs' }).click();
  await expect(renamed.description).toHaveValue('Theirs');
  await expect(description).toHaveCount(0);

  await renamed.description.fill('Not saved yet');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(renamed.description).toHaveValue('Not saved yet');

  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto('/gallery');
  await expect(page.getByRole('main').getByRole('img', { name: 'Theirs' })).toHaveCount(1);
});

test('reorders images by keyboard and dragging, applies the order on request, and shows a conflict', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/status of 409/);
  const { rows, section } = await open(page, visit);
  const { button } = imageDetails(page);
  const before = names(await list(page));
  const [first = '', second = '', third = ''] = before;
  await expect(button('Save order')).toHaveCount(0);
  await button(`Move ${first} down`).press('Enter');
  await expect(rows.nth(1)).toContainText(first);
  await expect(button(`Move ${first} down`)).toBeFocused();
  await expect(section.getByText(`${first} moved to position 2 of ${before.length}.`)).toBeAttached();
  expect(names(await list(page))).toEqual(before);

  await rows.nth(2).getByTestId('grip').scrollIntoViewIfNeeded();
  const grip = await rows.nth(2).getByTestId('grip').boundingBox();
  const target = await rows.nth(0).boundingBox();
  if (!grip || !target) throw new Error('There is nothing to drag.');
  await page.mouse.move(grip.x + 10, grip.y + 10);
  await page.mouse.down();
  await page.mouse.move(grip.x + 10, target.y + 20, { steps: 5 });
  await page.mouse.up();
  await expect(rows.nth(0)).toContainText(third);

  await button('Save order').click();
  await expect.poll(async () => names(await list(page))).toEqual([third, second, first, ...before.slice(3)]);
  await page.reload();
  await expect(rows.first()).toContainText(third);

  const [moved = '', ...others] = (await list(page)).map(({ imageId }) => imageId);
  await page.request.post(API.orderImages, { data: { imageType: 0, imageIds: [...others, moved] } });
  await button(`Move ${third} down`).click();
  await button('Save order').click();
  const theirs = section.getByRole('group', { name: "Someone else's order" });
  const choices = theirs.getByRole('group', { name: third });
  await expect(choices.getByRole('radio', { name: `Yours: Position 2, after ${second}` })).toBeChecked();
  await choices.getByRole('radio', { name: `: Position ${before.length}, after ` }).check();
  await theirs.getByRole('button', { name: 'Use these' }).click();
  await expect(rows.last()).toContainText(third);
  expect((await list(page)).map(({ imageId }) => imageId)).toEqual([...others, moved]);
});

test('crops the square around a focal point set by click or keyboard, and replaces the file of an image', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/status of 400/);
  const { row } = await open(page, visit);
  const { openDetails, details, button } = imageDetails(page);
  await openDetails();
  const [left, top] = [
    details.getByLabel('Percent from the left'),
    details.getByLabel('Percent from the top'),
  ];
  await expect(left).toHaveValue('50');
  const focusImage = details.getByTestId('focus-picture');
  await focusImage.scrollIntoViewIfNeeded();
  const box = await focusImage.boundingBox();
  await focusImage.click({ position: { x: (box?.width ?? 0) * 0.2, y: (box?.height ?? 0) * 0.75 } });
  await expect(left).toHaveValue('20');
  await expect(top).toHaveValue('75');
  await left.press('ArrowLeft');
  await expect(left).toHaveValue('19');

  const square = row('Harvest at dusk').locator('img');
  const before = (await square.getAttribute('src')) ?? '';
  // Starting the image worker may take longer than the timeout of an expectation.
  const cropped = page.waitForResponse(`**${API.focusImage}`);
  await button('Save crop').click();
  await cropped;
  await expect(square).not.toHaveAttribute('src', before);
  const image = named(await list(page));
  expect(image?.focus).toEqual({ x: 19, y: 75 });
  expect((await page.request.get(image?.squareUrls.fallback ?? '')).status()).toBe(200);
  expect((await page.request.get(before)).status()).toBe(200);

  const old = named(await list(page));
  const file = details.getByLabel('Replace with another file');
  await expect(button('Replace image')).toBeDisabled();
  await file.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not an image') });
  await button('Replace image').click();
  await expect(details.getByRole('alert')).toContainText("can't use this file type");
  await file.setInputFiles(await aFile('new.jpg'));
  await button('Replace image').click();
  await expect(details.getByText('Image replaced.')).toBeVisible();
  const after = named(await list(page));
  expect(after?.imageUrl).toMatch(new RegExp(`^${old?.imageUrl}\\?v=`));
  expect(after).toMatchObject({
    imageId: old?.imageId,
    imageName: 'Harvest at dusk',
    width: 60,
    height: 40,
  });
  await expect(row('Harvest at dusk').locator('img').first()).toHaveAttribute(
    'src',
    after?.squareUrls.fallback ?? '',
  );
});

test('shows a name that was restored in the history of the description in the box of the name, too', async ({
  page,
  visit,
}) => {
  await open(page, visit);
  const { openDetails, details, update } = imageDetails(page);
  await openDetails();
  const box = (name: string) => imageDetails(page, name).details.getByRole('textbox', { name: 'Name' });
  await box('Harvest at dusk').fill('Harvest at dawn');
  await update('Name').click();
  const renamed = imageDetails(page, 'Harvest at dawn').details;
  const field = renamed.getByRole('group', { name: 'Description (for people' });
  await field.getByRole('button', { name: 'History', exact: true }).click();
  await field.getByRole('button', { name: 'Restore the earlier version' }).first().click();
  await expect(details).toBeVisible();
  await expect(box('Harvest at dusk')).toHaveValue('Harvest at dusk');
  await expect(details.getByText('Not saved yet')).toHaveCount(0);
});

test('lists a deleted image, and restores it to its position from the list of deleted images or in its place', async ({
  page,
  visit,
}) => {
  const { section, rows, deleteButton, row, statusMessage } = await open(page, visit);
  const { button } = imageDetails(page);
  const before = names(await list(page));
  const [, second = ''] = before;
  // Wait until the image has loaded: a request after the deletion would get 404.
  await row(second).scrollIntoViewIfNeeded();
  await expect
    .poll(() =>
      row(second)
        .locator('img')
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0);
  await deleteButton(second).click();
  await expect(row(second)).toHaveCount(0);
  await expect(section.getByText(/^Last saved today at .* by you$/)).toBeVisible();
  const summary = section.getByText('Deleted in the last 30 days');
  const arrowAngle = () => summary.evaluate((element) => getComputedStyle(element, '::after').rotate);
  expect(await arrowAngle()).toBe('45deg');
  await summary.click();
  expect(await arrowAngle()).toBe('225deg');
  await button(`Restore ${second}`).press('Enter');
  // Images deleted by other tests may still be listed.
  await expect(button(`Restore ${second}`)).toHaveCount(0);
  await expect(summary).toBeFocused();
  await expect(statusMessage).toHaveText(`${second} is now in the gallery.`);
  expect(names(await list(page))).toEqual(before);
  await expect(rows.nth(1)).toContainText(second);

  await deleteButton(second).click();
  await expect(statusMessage).toHaveText(`${second} deleted. You can restore it for 30 days.`);
  await expect(section.getByRole('listitem').nth(1)).toContainText(`${second} deleted.`);
  await expect(button('Restore')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(statusMessage).toHaveText(`${second} is now in the gallery.`);
  await expect(section.getByRole('group', { name: 'Images in the gallery' })).toBeFocused();
  await expect(button('Restore')).toHaveCount(0);
  await expect(button(`Restore ${second}`)).toHaveCount(0);
  expect(names(await list(page))).toEqual(before);
  await expect(rows.nth(1)).toContainText(second);
  const deleted = await page.request.get(`${API.deletedImages}/0`);
  expect(names((await deleted.json()) as DeletedImage[])).not.toContain(second);
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
    const { file, upload, section, deleteButton, row } = await open(page, visit);
    const { openDetails, button } = imageDetails(page, 'Field 1');
    await deleteButton('Field 3').click();
    await expect(deleteButton('Field 3')).toHaveCount(0);
    await section.getByText('Deleted in the last 30 days').click();
    const signedOut = { status: 401, contentType: 'application/problem+json', body: '{"detail":"Sign in."}' };
    await page.route(`**${API.deleteImage}/*`, (route) => route.fulfill(signedOut));
    await deleteButton('Field 2').click();
    await expect(row('Field 2').getByRole('alert')).toBeVisible();
    await openDetails();
    await button('Move Field 1 down').click();
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };
    await file.setInputFiles([
      await aFile('a_rather_long_name_as_cameras_give_them_20261122_0001.jpg'),
      notes,
    ]);
    await upload.click();
    await expect(button('Dismiss notes.txt')).toBeVisible();
    await showOnly(page, ['image-uploading']);
    for (const width of [360, 1280]) {
      // As tall as the list on phones, whose bar covers it otherwise.
      await page.setViewportSize({ width, height: width < 900 ? 4000 : 900 });
      await showOnly(page, ['image-uploading']);
      await expect.poll(() => textOverlaps(page)).toEqual([]);
    }
    await expectResponsive(page, { sections: ['image-uploading'] });
  },
);
