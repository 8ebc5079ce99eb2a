import type { Page, Route } from '@playwright/test';
import { IMAGE_NAME_MAX_LENGTH, UPLOAD_MAX_BYTES, type Images } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { PICTURE_FILES } from '#contract/picture-ending.ts';
import { answerPictures, aPicture, somePictures } from './a-picture.ts';
import { aFile, open, pictures } from './dashboard-images-page.ts';
import { expectFits } from './expect-fits.ts';
import { expect, test } from './fixtures.ts';
import { layoutFaults } from './layout-faults.ts';

const LIST = `${API.images}/0`;

test.beforeEach(async ({ signIn }) => signIn());

/** The section's calls from here on, each as its method and its path. */
function imageCallsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(API.images)) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

const galleryText = async (page: Page) => (await page.request.get('/gallery')).text();

test('The pictures of the gallery stand in a list, each with its square, its name and its button', async ({
  page,
  visit,
  site,
}) => {
  await site.with({ images: [...somePictures(3), aPicture(4, { name: 'A product', type: 1 })] });
  await answerPictures(page);
  const { section, rows, deleteButton, upload } = await open(page, visit);
  await expect(section.getByRole('heading', { level: 3 })).toHaveText('Gallery Images');
  await expect(rows).toHaveCount(3);
  for (const number of [1, 2, 3]) {
    const row = rows.nth(number - 1);
    await expect(row).toContainText(`Field ${number}`);
    await expect(row.locator('img')).toHaveAttribute('src', `/images/field-${number}.jpg.336.webp`);
    await expect(deleteButton(`Field ${number}`)).toBeVisible();
  }
  await expect(upload).toBeDisabled();
  // Whoever looks for a button by one of these words finds the one.
  const buttons = page.getByRole('button');
  await expect(buttons.filter({ hasText: /Upload/ })).toHaveCount(1);
  await expect(section.getByRole('button', { name: /Delete/ })).toHaveCount(3);
  await expect(section.getByRole('button', { name: /Update|Save|Remove|Add New Item/ })).toHaveCount(0);
});

test('A gallery without pictures says so', async ({ page, visit, site }) => {
  await site.with({ images: [] });
  await visit('/admin/dashboard');
  const { section, rows } = pictures(page);
  await expect(section.getByText('There are no pictures in the gallery yet.')).toBeVisible();
  await expect(rows).toHaveCount(0);
});

test('Pictures that did not load say so, and can be asked for again', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/status of 503/);
  await page.route(`**${LIST}`, (route) => route.fulfill({ status: 503 }));
  await visit('/admin/dashboard');
  const { section, rows } = pictures(page);
  await expect(section.getByRole('alert')).toContainText('The pictures could not be loaded.');
  await page.unroute(`**${LIST}`);
  await section.getByRole('button', { name: 'Try again' }).click();
  await expect(rows.first()).toBeVisible();
  await expect(section.getByRole('alert')).toHaveCount(0);
});

test('An uploaded picture is in the list and, at the next request, in the gallery', async ({
  page,
  visit,
  site,
}) => {
  const { file, name, upload, rows, row, news, deleteButton } = await open(page, visit);
  await expect(file).toHaveAttribute('accept', PICTURE_FILES);
  const before = await rows.count();
  const saves: unknown[] = [];
  const asked: URLSearchParams[] = [];
  const types: (string | undefined)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === API.saveImage) saves.push(request.postDataJSON());
    if (pathname === API.presignedUrl) asked.push(searchParams);
    if (request.method() === 'PUT') types.push(request.headers()['content-type']);
  });
  const picture = await aFile();
  await file.setInputFiles(picture);
  await expect(name).toHaveValue('Harvest moon');
  await expect(name).toHaveAttribute('maxlength', String(IMAGE_NAME_MAX_LENGTH));
  await name.fill('Moon over the bins');
  await upload.click();

  await expect(row('Moon over the bins')).toBeVisible();
  await expect(rows).toHaveCount(before + 1);
  await expect(deleteButton('Moon over the bins')).toBeVisible();
  await expect(news).toHaveText('Moon over the bins is in the gallery now.');
  await expect(file).toHaveValue('');
  await expect(name).toHaveValue('');
  await expect(upload).toBeDisabled();
  await expect(file).toBeFocused();

  expect(asked.map((query) => Object.fromEntries(query))).toEqual([
    { fileName: 'harvest_moon.jpg', contentType: 'image/jpeg', size: String(picture.buffer.length) },
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

test('A name that was typed first stays, another file brings its own, and none is made of the file', async ({
  page,
  visit,
}) => {
  const { file, name, upload, row } = await open(page, visit);
  await name.fill('The old elevator');
  await file.setInputFiles(await aFile('IMG_1.jpg'));
  await expect(name).toHaveValue('The old elevator');
  await file.setInputFiles(await aFile('the-scale.jpg'));
  await expect(name).toHaveValue('The scale');
  await file.setInputFiles([]);
  await expect(name).toHaveValue('');
  await expect(upload).toBeDisabled();
  await file.setInputFiles(await aFile('the-scale.jpg'));
  await name.fill('  ');
  await name.press('Enter');
  await expect(row('The scale')).toBeVisible();
});

test('While a picture is on its way a spinner turns, and a second press does nothing', async ({
  page,
  visit,
}) => {
  const { file, name, upload, spinner, row } = await open(page, visit);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${API.uploads}/**`, async (route) => {
    await promise;
    await route.continue();
  });
  const calls = imageCallsOf(page);
  await file.setInputFiles(await aFile('slow.jpg'));
  await upload.click();
  await expect(spinner).toBeVisible();
  await expect(spinner).toHaveText('Uploading');
  await expect(upload).toBeFocused();
  await expect(upload).toHaveAttribute('aria-disabled', 'true');
  await expect(name).toHaveAttribute('readonly');
  await upload.press('Enter');
  resolve();
  await expect(row('Slow')).toBeVisible();
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

for (const [step, path] of Object.entries(STEPS)) {
  for (const [how, said, answer, reason] of [
    ['is refused', /status of 503/, problem(503, 'Too many pictures at once.'), 'Too many pictures at once.'],
    ['answers 401', /status of 401/, problem(401, 'Sign in.'), 'You are signed out.'],
    ['is never answered', /ERR_FAILED/, (route: Route) => route.abort(), 'The server did not answer.'],
  ] as const) {
    test(`An upload of which the ${step} ${how} says so, and can be tried again`, async ({
      page,
      visit,
      expectProblem,
    }) => {
      expectProblem(said);
      const { file, name, upload, failure, row, spinner } = await open(page, visit);
      await page.route(path, answer);
      await file.setInputFiles(await aFile());
      await upload.click();
      await expect(failure.getByText('Failed to Upload Image.', { exact: true })).toBeVisible();
      await expect(failure).toContainText(reason);
      await expect(failure.getByRole('link', { name: 'Sign in again' })).toHaveCount(
        how === 'answers 401' ? 1 : 0,
      );
      await expect(spinner).toHaveCount(0);
      // What failed stays chosen.
      expect(await file.evaluate((input: HTMLInputElement) => input.files?.[0]?.name)).toBe(
        'harvest_moon.jpg',
      );
      await expect(name).toHaveValue('Harvest moon');
      await expect(page).toHaveURL('/admin/dashboard');

      await page.unroute(path);
      const calls = imageCallsOf(page);
      await upload.click();
      await expect(row('Harvest moon')).toBeVisible();
      await expect(failure).toHaveCount(0);
      // A save is repeated with what has arrived.
      const sent = calls.filter((call) => call.startsWith('PUT')).length;
      expect(sent).toBe(step === 'saving' ? 0 : 1);
    });
  }
}

test('A save of which only the answer was lost adds its picture once', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED/);
  const { file, upload, failure, row, rows } = await open(page, visit);
  const before = await rows.count();
  await page.route(`**${API.saveImage}`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await file.setInputFiles(await aFile('twice.jpg'));
  await upload.click();
  await expect(failure).toContainText('The server did not answer.');
  await page.unroute(`**${API.saveImage}`);
  await upload.click();
  await expect(row('Twice')).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveCount(before + 1);
});

test('An upload of which no id can be told from the address has failed', async ({ page, visit }) => {
  const { file, upload, failure } = await open(page, visit);
  await page.route(STEPS.asking, (route) =>
    route.fulfill({ json: { uploadUrl: `${API.uploads}/a.jpg`, fileUrl: 'https://files.example.com/' } }),
  );
  const calls = imageCallsOf(page);
  await file.setInputFiles(await aFile());
  await upload.click();
  await expect(failure).toContainText('Failed to Upload Image. The server named no place for the picture.');
  expect(calls).toEqual([`GET ${API.presignedUrl}`]);
});

test('A file that is no picture is refused by the server, in words', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/status of 400/);
  const { file, upload, failure } = await open(page, visit);
  await file.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await upload.click();
  await expect(failure).toContainText('This is not a picture of a kind that is taken here');
  await file.setInputFiles({ name: 'a.heic', mimeType: 'image/heic', buffer: Buffer.from('no picture') });
  await expect(failure).toHaveCount(0);
  await upload.click();
  await expect(failure).toContainText('This is not a picture of a kind that is taken here');
});

test('A file that is too large is refused without a call', async ({ page, visit }) => {
  const { file, upload, failure } = await open(page, visit);
  const calls = imageCallsOf(page);
  const buffer = Buffer.alloc(UPLOAD_MAX_BYTES + 1);
  await file.setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer });
  await upload.click();
  await expect(failure).toHaveText('Failed to Upload Image. The picture is larger than 25 megabytes.');
  const colour = await failure.evaluate((element) => getComputedStyle(element).color);
  expect(colour).toBe('rgb(152, 25, 15)');
  expect(calls).toEqual([]);
});

test('A deleted picture leaves the list, and the keyboard goes on at the next', async ({
  page,
  visit,
  site,
}) => {
  await site.with({ images: somePictures(3) });
  await answerPictures(page);
  const { rows, row, deleteButton, news, file, section } = await open(page, visit);
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
  await expect(row('Field 3')).toBeFocused();
  await expect(news).toHaveText('Field 2 is no longer in the gallery.');
  const gallery = await galleryText(page);
  expect(gallery).toContain('Field 1');
  expect(gallery).not.toContain('Field 2');
  // The last of the list: back to the one before it; the last of all: to where a new one is chosen.
  for (const name of ['Move Field 3 up', 'Move Field 3 down', 'Details of Field 3', 'Delete Field 3']) {
    await page.keyboard.press('Tab');
    await expect(section.getByRole('button', { name, exact: true })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(row('Field 1')).toBeFocused();
  await deleteButton('Field 1').press('Enter');
  await expect(rows).toHaveCount(0);
  await expect(file).toBeFocused();
  await expect(section.getByText('There are no pictures in the gallery yet.')).toBeVisible();
});

for (const [how, said, answer, reason] of [
  [
    'is refused',
    /status of 503/,
    problem(503, 'The database does not answer.'),
    'The database does not answer.',
  ],
  ['answers 401', /status of 401/, problem(401, 'Sign in.'), 'You are signed out.'],
  ['is never answered', /ERR_FAILED/, (route: Route) => route.abort(), 'The server did not answer.'],
  ['answers something else', undefined, (route: Route) => route.fulfill({ json: false }), 'did not confirm'],
] as const) {
  test(`A deletion that ${how} says so by its row, and can be tried again`, async ({
    page,
    visit,
    expectProblem,
  }) => {
    if (said) expectProblem(said);
    const { section, row, deleteButton } = await open(page, visit);
    await page.route(`**${API.deleteImage}/*`, answer);
    await deleteButton('Harvest at dusk').click();
    const failure = row('Harvest at dusk').getByRole('alert');
    await expect(failure.getByText('Failed to delete image', { exact: true })).toBeVisible();
    await expect(failure).toContainText(reason);
    await expect(failure.getByRole('link', { name: 'Sign in again' })).toHaveCount(
      how === 'answers 401' ? 1 : 0,
    );
    await expect(row('Harvest at dusk').getByRole('status')).toHaveCount(0);
    await expect(section.getByRole('alert')).toHaveCount(1);
    await page.unroute(`**${API.deleteImage}/*`);
    await deleteButton('Harvest at dusk').click();
    await expect(row('Harvest at dusk')).toHaveCount(0);
  });
}

test('A deletion of which only the answer was lost is done at the second try', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED/);
  expectProblem(/status of 404/);
  const { row, deleteButton } = await open(page, visit);
  await page.route(`**${API.deleteImage}/*`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await deleteButton('Harvest at dusk').click();
  await expect(row('Harvest at dusk').getByRole('alert')).toBeVisible();
  await page.unroute(`**${API.deleteImage}/*`);
  await deleteButton('Harvest at dusk').click();
  await expect(row('Harvest at dusk')).toHaveCount(0);
});

test('The section has no barrier, scrolls never sideways, and fits thumbs, also with its failures', async ({
  page,
  visit,
  site,
  expectProblem,
}) => {
  test.slow();
  expectProblem(/status of 401/);
  const long = aPicture(9, { name: 'Harvestatduskwithoutanyspaceinitsname'.repeat(5) });
  await site.with({ images: [...somePictures(2), long] });
  await answerPictures(page);
  await page.route(`**${API.deleteImage}/*`, problem(401, 'Sign in.'));
  await page.route(STEPS.asking, problem(401, 'Sign in.'));
  const { file, upload, failure, deleteButton, row } = await open(page, visit);
  await deleteButton('Field 1').click();
  await expect(row('Field 1').getByRole('alert')).toBeVisible();
  await file.setInputFiles(await aFile());
  await upload.click();
  await expect(failure).toBeVisible();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await layoutFaults(page)).toEqual([]);
  }
  await expectFits(page, { sections: ['image-uploading'] });
});
