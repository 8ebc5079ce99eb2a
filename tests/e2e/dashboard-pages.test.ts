import type { Page } from '@playwright/test';
import type { OwnPage, PageBlock } from '#contract/own-pages.ts';
import type { Image } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import type { StoredDocument } from '#server/domains/documents/document-store.ts';
import { accessibilityViolations, smallTargets, violationsInLightAndDark } from './accessibility.ts';
import { expect, test, untilHydrated } from './fixtures.ts';
import { horizontalOverflow } from './horizontal-overflow.ts';
import { isThorough } from './thorough.ts';

const widths = () => (isThorough() ? [320, 390, 768, 1280] : [390, 1280]);

const heading = (id: string, text: string): PageBlock => ({ id, kind: 'heading', level: 2, text });
const aPage = (more: Partial<OwnPage> = {}): OwnPage => ({
  id: 'careers',
  address: 'careers',
  title: 'Careers',
  description: '',
  inMenu: true,
  hidden: false,
  blocks: [heading('a', 'Open jobs'), heading('b', 'How to apply')],
  ...more,
});

const aForm = (number: number, title = `Form ${number}`): StoredDocument => ({
  id: String(number).padStart(16, '0'),
  name: `form-${number}.pdf`,
  title,
  revision: String(number).padStart(16, '0'),
  size: 1_258_291,
  hash: '0'.repeat(64),
  changedAt: '2026-11-20T18:00:00.000Z',
  deletedAt: null,
});

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const saveButton = (page: Page) => page.getByRole('button', { name: /^(Save|Saving…|Saved|Not saved)$/ });
const blockNames = (page: Page) =>
  page.getByRole('list', { name: 'Blocks' }).locator('legend').allTextContents();

async function addBlock(page: Page, kind: string) {
  await page.getByRole('combobox', { name: 'Kind of block' }).selectOption({ label: kind });
  await page.getByRole('button', { name: 'Add block' }).click();
}

test('builds a page from blocks, and shows it to visitors', async ({ page, visit, signIn }) => {
  await signIn();
  await visit('/admin/pages');
  await page.getByRole('button', { name: 'Use this title Annual Meeting' }).click();
  await expect(box(page, 'Title')).toBeFocused();
  await expect(box(page, 'Address')).toHaveValue('annual-meeting');
  await page.getByRole('button', { name: 'Add page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Annual Meeting' }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/pages\/\w+$/);
  await expect(page).toHaveTitle(/^Pages · /);

  await addBlock(page, 'Heading');
  await page.keyboard.type('Where we meet');
  await addBlock(page, 'Text');
  await page.keyboard.type('Call the office');
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await page.keyboard.type('660-555-0100');
  await page.keyboard.press('Enter');
  await addBlock(page, 'Phone call-out');
  await page.keyboard.type('Questions?');
  await box(page, 'Phone number').fill('660-555-0199');
  await addBlock(page, 'Table');
  await box(page, 'Header 1').fill('Time');
  await box(page, 'Row 1, Time').fill('6:00 pm');
  await addBlock(page, 'People');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('Where we meet')).toBeVisible();
  await expect(preview.locator('a[href="tel:660-555-0100"]')).toHaveText('Call the office');
  await page.getByRole('checkbox', { name: 'On your website' }).check();
  await page.getByRole('checkbox', { name: 'In the menu' }).check();
  await saveButton(page).click();
  await expect(page.getByText(/^Last saved today at/)).toBeVisible();

  await visit('/annual-meeting');
  await expect(page.getByRole('heading', { level: 2, name: 'Where we meet' })).toBeVisible();
  await expect(page.locator('main a[href="tel:660-555-0100"]')).toHaveText('Call the office');
  await expect(page.getByRole('cell').or(page.getByRole('rowheader')).first()).toHaveText('6:00 pm');
  await page.getByRole('link', { name: 'Products', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2, name: 'Where we meet' })).toBeVisible();
});

test('moves and removes blocks with the keyboard, and undoes a removal', async ({
  page,
  visit,
  signIn,
  site,
}) => {
  await signIn();
  await site.with({ ownPages: [aPage()] });
  await visit('/admin/pages/careers');
  const down = page.getByRole('button', { name: 'Move block 1 down' });
  await down.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => blockNames(page)).toEqual(['1. Heading “How to apply”', '2. Heading “Open jobs”']);
  await expect(page.getByRole('button', { name: 'Move block 2 down' })).toBeFocused();
  await page.getByRole('button', { name: 'Remove block 2' }).press('Enter');
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(undo).toHaveCount(0);
  await expect.poll(() => blockNames(page)).toHaveLength(2);

  // A draft survives a reload.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await untilHydrated(page);
  await expect.poll(() => blockNames(page)).toEqual(['1. Heading “How to apply”', '2. Heading “Open jobs”']);
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo changes' }).click();
  await expect.poll(() => blockNames(page)).toEqual(['1. Heading “Open jobs”', '2. Heading “How to apply”']);
});

test('shows all columns of a table without scrolling sideways on phones, and keeps the bar low', async ({
  page,
  visit,
  signIn,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  const table: PageBlock = {
    id: 't',
    kind: 'table',
    caption: '',
    headers: ['Day', 'Time', 'Place', 'A speaker whose title is far too long'],
    rows: [['Monday', '6:00 pm', 'Community hall', 'Ann']],
  };
  await site.with({ ownPages: [aPage({ blocks: [table] })] });
  await visit('/admin/pages/careers');
  await expect(box(page, 'Row 1, Place')).toHaveValue('Community hall');
  const group = page.getByRole('group', { name: 'Table', exact: true });
  expect(await group.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  for (const input of await group.getByRole('textbox').all())
    expect((await input.boundingBox())?.width).toBeGreaterThan(160);
  await box(page, 'Row 1, Time').fill('7:00 pm');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  const bar = page.locator('[data-edge="bottom"]');
  expect((await bar.boundingBox())?.height).toBeLessThan(120);
  await addBlock(page, 'Heading');
  await expect(page.getByRole('group', { name: '2. Heading' }).getByRole('textbox')).toBeFocused();
});

test('lists documents in the chosen order, and names deleted ones', async ({ page, visit, signIn, site }) => {
  await signIn();
  await site.with({ documents: [aForm(1), aForm(2), aForm(3)], ownPages: [aPage({ blocks: [] })] });
  await visit('/admin/pages/careers');
  await addBlock(page, 'Documents');
  await page.getByRole('button', { name: 'Choose documents' }).click();
  for (const name of ['Form 1', 'Form 3', 'Form 2']) await page.getByRole('checkbox', { name }).check();
  const chosen = page.getByRole('list', { name: 'Chosen documents' }).getByRole('listitem');
  await expect(chosen).toHaveText([/Form 1/, /Form 3/, /Form 2/]);
  await page.getByRole('button', { name: 'Move Form 1 down' }).press('Enter');
  await expect(chosen).toHaveText([/Form 3/, /Form 1/, /Form 2/]);
  await expect(page.getByRole('button', { name: 'Move Form 1 down' })).toBeFocused();
  await expect(page.getByText('Form 1 moved to position 2 of 3.')).toBeAttached();
  await page.getByRole('button', { name: 'Remove Form 2' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Close documents' })).toBeFocused();
  await expect(chosen).toHaveCount(2);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('PDF, 1.2 MB · November 20, 2026')).toHaveCount(2);
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveText('Saved');

  await page.request.delete(`${API.deleteDocument}/${aForm(1).id}`);
  await visit('/admin/pages/careers');
  await expect(chosen).toHaveText([/^Form 3/, /^Form 1.*Deleted, so it won't show\./]);
  await expect(preview.getByText('PDF, 1.2 MB')).toHaveCount(1);
  await visit('/careers');
  await expect(page.locator('main a[download]')).toHaveText(['Form 3']);
});

test('merges a save with that of someone else, and asks about what both have changed', async ({
  page,
  visit,
  signIn,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 409/);
  await signIn();
  await site.with({ ownPages: [aPage()] });
  await visit('/admin/pages/careers');
  await expect(box(page, 'Heading').first()).toHaveValue('Open jobs');
  const blocks = [heading('a', 'Jobs at the elevator'), heading('b', 'How to apply')];
  await page.request.put(`${API.ownPages}/careers`, { data: aPage({ title: 'Jobs', blocks }) });
  await box(page, 'Heading').nth(1).fill('Apply here');
  await saveButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' }).first()).toBeVisible();
  await expect(box(page, 'Heading').first()).toHaveValue('Jobs at the elevator');
  await page.request.put(`${API.ownPages}/careers`, {
    data: aPage({ title: 'Jobs', blocks: [heading('a', 'Theirs'), heading('b', 'Apply here')] }),
  });
  await box(page, 'Heading').first().fill('Mine');
  await saveButton(page).click();
  const theirs = page.getByRole('group', { name: "Someone else's list" });
  await expect(theirs).toContainText('Heading “Mine”');
  await theirs.getByRole('radio', { name: /Theirs/ }).check();
  await theirs.getByRole('button', { name: 'Use these' }).click();
  await expect(box(page, 'Heading').first()).toHaveValue('Theirs');
});

test('keeps what was typed when the session has ended or the website does not respond', async ({
  page,
  visit,
  signIn,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 401/);
  expectProblem(/ERR_INTERNET_DISCONNECTED/);
  await signIn();
  await site.with({ ownPages: [aPage()] });
  await visit('/admin/pages/careers');
  await box(page, 'Heading').first().fill('Mine');
  await page.context().setOffline(true);
  await saveButton(page).click();
  const failure = page.getByRole('alert').filter({ hasText: /What you typed is still here/ });
  await expect(failure).toContainText("We couldn't reach the website.");
  await page.context().setOffline(false);
  await page.context().clearCookies();
  await expect(saveButton(page)).toHaveText('Save');
  await saveButton(page).click();
  await expect(failure).toContainText("You're signed out.");
  await failure.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await signIn();
  await visit('/admin/pages/careers');
  await expect(box(page, 'Heading').first()).toHaveValue('Mine');
  await page.getByRole('link', { name: 'All pages' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await box(page, 'Title').fill('Feed');
  await visit('/admin/pages');
  await expect(box(page, 'Title')).toHaveValue('Feed');
  await expect(box(page, 'Address')).toHaveValue('feed');
});

test('orders, shows, and deletes pages in the list, and restores one', async ({
  page,
  visit,
  signIn,
  site,
}) => {
  await signIn();
  await site.with({
    ownPages: [aPage(), aPage({ id: 'feed', address: 'feed', title: 'Feed', hidden: true })],
  });
  await visit('/admin/pages');
  const titles = () =>
    page
      .getByRole('listitem')
      .getByRole('link', { name: /^[A-Z]/ })
      .allTextContents();
  await page.getByRole('button', { name: 'Move Feed up' }).press('Enter');
  await expect.poll(titles).toEqual(['Feed', 'Careers']);
  const feed = page.getByRole('group', { name: 'Feed' });
  await feed.getByRole('checkbox', { name: 'On your website' }).check();
  await expect(page.getByRole('status').filter({ hasText: 'Feed is on your website' })).toHaveCount(1);
  expect((await page.request.get('/feed')).status()).toBe(200);
  await feed.getByRole('button', { name: 'Delete' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  expect((await page.request.get('/feed')).status()).toBe(404);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Feed', exact: true })).toBeFocused();
  expect((await page.request.get('/feed')).status()).toBe(200);
  expect(await titles()).toEqual(['Feed', 'Careers']);
});

test(
  'is accessible at every width, also with 100 blocks',
  { tag: '@thorough' },
  async ({ page, visit, signIn, site, workerFakeVendors }) => {
    test.slow();
    await signIn();
    const employees = (await (await page.request.get(API.employees)).json()) as { id: string }[];
    const images = (await (await page.request.get(`${API.images}/0`)).json()) as { imageId: string }[];
    const kinds: ((id: string) => PageBlock)[] = [
      (id) => heading(id, `Part ${id}`),
      (id) => ({
        id,
        kind: 'text',
        html: '<h3>Pay</h3><p>See <a href="/products">our <strong>products</strong></a>.</p><table><tbody><tr><th>Job</th><th>Pay</th></tr><tr><td>Driver</td><td>$25 an hour</td></tr></tbody></table>',
      }),
      (id) => ({ id, kind: 'picture', imageId: images[0]?.imageId ?? '', caption: 'At the elevator' }),
      (id) => ({ id, kind: 'gallery', imageIds: images.slice(0, 5).map(({ imageId }) => imageId) }),
      (id) => ({
        id,
        kind: 'table',
        caption: 'Meetings',
        headers: ['Day', 'Time', 'Place', 'Speaker'],
        rows: [
          ['Monday', '6:00 pm', 'Community hall', 'Ann'],
          ['', '7:00 pm', 'Office', ''],
        ],
      }),
      (id) => ({ id, kind: 'people', employeeIds: employees.slice(0, 2).map((each) => each.id) }),
      (id) => ({ id, kind: 'documents', documentIds: [aForm(1).id, aForm(2).id] }),
      (id) => ({ id, kind: 'phone', message: 'Questions? Call us.', phoneNumber: '660-555-0100' }),
      (id) => ({
        id,
        kind: 'frame',
        title: 'Way to the elevator',
        address: `${workerFakeVendors.url}/weather-map?lat=1&lon=2`,
        height: 300,
      }),
    ];
    const blocks = Array.from({ length: 100 }, (_, at) => kinds[at % kinds.length]!(String(at)));
    await site.with({
      documents: [aForm(1), aForm(2, 'Agreement'.repeat(20))],
      ownPages: [
        aPage({ blocks }),
        aPage({ id: 'few', address: 'few', title: 'Few', blocks: blocks.slice(0, kinds.length) }),
      ],
    });
    await visit('/careers');
    for (const width of widths()) {
      expect(await horizontalOverflow(page, [width])).toEqual([]);
      expect(await accessibilityViolations(page), `${width} px`).toEqual([]);
    }
    for (const path of ['/few', '/admin/pages', '/admin/pages/few']) {
      await visit(path);
      if (path !== '/few')
        await expect(page.getByRole('button', { name: /^(Add page|Save)$/ })).toBeVisible();
      expect(await horizontalOverflow(page, widths()), path).toEqual([]);
      expect(await violationsInLightAndDark(page, widths()), path).toEqual([]);
      await expect.poll(() => smallTargets(page), path).toEqual([]);
    }
  },
);

const urlOf = (img: HTMLImageElement) => img.currentSrc;

test('loads the first image early, and on phones a small file of it', async ({ page, site }) => {
  const images = (await (await page.request.get(`${API.images}/0`)).json()) as Image[];
  const [near, far] = images.map(({ imageId }): PageBlock => {
    return { id: imageId, kind: 'picture', imageId, caption: '' };
  });
  const between = Array.from({ length: 30 }, (_, at) => heading(`b${at}`, `Part ${at}`));
  await site.with({ ownPages: [aPage({ blocks: [heading('a', 'Jobs'), near!, ...between, far!] })] });
  const shown = page.locator('figure img');
  for (const [width, nearUrl, farUrl] of [
    [1280, images[0]?.screenUrl, images[1]?.screenUrl],
    [390, images[0]?.phoneUrl, images[1]?.phoneUrl],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/careers');
    await expect(shown.first()).toHaveAttribute('fetchpriority', 'high');
    await expect.poll(() => shown.first().evaluate(urlOf)).toContain(nearUrl);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => shown.last().evaluate(urlOf)).toContain(farUrl);
    await expect
      .poll(() => shown.last().evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
  }
});

test('requests the scripts and the other images of a page after its first image', async ({ page, site }) => {
  const images = (await (await page.request.get(`${API.images}/0`)).json()) as Image[];
  const blocks = images.slice(0, 2).map(({ imageId }): PageBlock => {
    return { id: imageId, kind: 'picture', imageId, caption: '' };
  });
  await site.with({ ownPages: [aPage({ blocks })] });
  await page.setViewportSize({ width: 390, height: 844 });
  const released = Promise.withResolvers<void>();
  await page.route(`**${images[0]?.phoneUrl}`, async (route) => {
    await released.promise;
    await route.continue();
  });
  const later: string[] = [];
  page.on('request', (request) => {
    const isOther = request.resourceType() === 'script' || request.url().includes(images[1]?.phoneUrl ?? '?');
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
  await expect
    .poll(() =>
      page
        .locator('figure img')
        .last()
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('shows a page and its place in the menu', async ({ page, site }) => {
    await site.with({ ownPages: [aPage()] });
    await page.goto('/careers');
    await expect(page.getByRole('heading', { level: 2, name: 'Open jobs' })).toBeVisible();
    await expect(page.locator('nav a[href="/careers"]')).toHaveAttribute('aria-current', 'page');
  });
});
