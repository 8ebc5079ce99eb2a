import type { Page } from '@playwright/test';
import type { OwnPage, PageBlock } from '#contract/own-pages.ts';
import { API } from '#contract/paths.ts';
import type { StoredDocument } from '#server/domains/documents/document-kind.ts';
import { aTestImage } from '#tests/support/test-images.ts';
import { aPdf } from '#tests/support/test-documents.ts';
import { accessibilityViolations, smallTargets, violationsInLightAndDark } from './accessibility.ts';
import { paste } from './dashboard-tables-page.ts';
import { expect, test } from './fixtures.ts';
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
  audience: 'link',
});

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const saveButton = (page: Page) => page.getByRole('button', { name: /^(Save|Saving…|Saved|Not saved)$/ });
const blockNames = (page: Page) =>
  page.getByRole('list', { name: 'Blocks' }).locator('legend').allTextContents();

async function addBlock(page: Page, kind: string) {
  await page.getByRole('combobox', { name: 'Kind of block' }).selectOption({ label: kind });
  await page.getByRole('button', { name: 'Add block' }).click();
}

test('builds a page from blocks, and shows it to visitors', async ({
  page,
  visit,
  signIn,
  site,
  browser,
}) => {
  await signIn();
  await site.with({ documents: [aForm(1), aForm(2), aForm(3)] });
  await visit('/admin/pages');
  await page.getByRole('button', { name: 'Use this title Annual Meeting' }).click();
  await expect(box(page, 'Title')).toBeFocused();
  await expect(box(page, 'Address')).toHaveValue('annual-meeting');
  await page.getByRole('button', { name: 'Add page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Annual Meeting' }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/pages\/\w+$/);
  await expect(page).toHaveTitle(/^Pages · /);
  const preview = page.getByRole('region', { name: 'Preview' });

  await test.step('adds blocks, and types into each', async () => {
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
    await paste(box(page, 'Row 1, Time'), '6:00 pm\tDoors\r\n7:00 pm\t#N/A\r\n');
    await expect(page.getByText('Pasted 4 cells.')).toBeVisible();
    await expect(page.getByText('#N/A is an error from the spreadsheet.')).toBeVisible();
    await box(page, 'Row 2, column 2').fill('Dinner');
    await expect(preview.getByText('Where we meet')).toBeVisible();
    await expect(preview.locator('a[href="tel:6605550100"]')).toHaveText('Call the office');
  });

  await test.step('lists documents in the chosen order, and names deleted ones', async () => {
    await addBlock(page, 'Documents');
    await page.getByRole('button', { name: 'Choose documents' }).click();
    for (const name of ['Form 1', 'Form 3', 'Form 2']) await page.getByRole('checkbox', { name }).check();
    const chosen = page.getByRole('list', { name: 'Chosen documents' }).getByRole('listitem');
    await page.getByRole('button', { name: 'Move Form 1 down' }).press('Enter');
    await expect(chosen).toHaveText([/Form 3/, /Form 1/, /Form 2/]);
    await expect(page.getByRole('button', { name: 'Move Form 1 down' })).toBeFocused();
    await expect(page.getByText('Form 1 moved to position 2 of 3.')).toBeAttached();
    await page.getByRole('button', { name: 'Remove Form 2' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Close documents' })).toBeFocused();
    await expect(chosen).toHaveCount(2);
    await expect(preview.getByText('PDF, 1.2 MB · November 20, 2026')).toHaveCount(2);
  });

  await test.step('shows what is uploaded in a block, and the image only on the page', async () => {
    const upload = (label: string, name: string, buffer: Buffer) =>
      page.getByLabel(label).setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    await upload('Upload documents', 'lease_form.pdf', aPdf('Lease'));
    await expect(page.getByRole('list', { name: 'Chosen documents' })).toContainText('Lease form');
    await expect(preview.getByText('Lease form')).toBeAttached();
    await addBlock(page, 'Image');
    await upload('Upload an image', 'hall.jpg', await aTestImage().jpeg().toBuffer());
    await expect(
      page.getByRole('list', { name: 'Chosen images' }).getByRole('img', { name: 'Hall' }),
    ).toBeVisible();
    expect(await (await page.request.get(`${API.images}/0`)).text()).not.toContain('Hall');
  });

  await test.step('moves and removes blocks with the keyboard, and undoes a removal', async () => {
    const down = page.getByRole('button', { name: 'Move block 1 down' });
    await down.press('Enter');
    await expect.poll(async () => (await blockNames(page))[1]).toBe('2. Heading “Where we meet”');
    await expect(page.getByRole('button', { name: 'Move block 2 down' })).toBeFocused();
    await page.getByRole('button', { name: 'Remove block 2' }).press('Enter');
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await expect(undo).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(undo).toHaveCount(0);
    await expect.poll(() => blockNames(page)).toHaveLength(6);
  });

  await page.getByRole('checkbox', { name: 'On your website' }).check();
  await page.getByRole('checkbox', { name: 'In the menu' }).check();
  await saveButton(page).click();
  await expect(page.getByText(/^Last saved today at/)).toBeVisible();
  await visit('/annual-meeting');
  const shown = page.getByRole('heading', { level: 2, name: 'Where we meet' });
  await expect(shown).toBeVisible();
  await expect(page.locator('main a[href="tel:6605550100"]')).toHaveText('Call the office');
  await expect(page.locator('main a[download]')).toHaveText(['Form 3', 'Form 1', 'Lease form']);
  await using visitor = await browser.newContext();
  const source = await page.locator('main figure img').first().getAttribute('src');
  expect((await visitor.request.get(new URL(source!, site.url).href)).status()).toBe(200);
  await page.getByRole('link', { name: 'Products', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();
  await page.goBack();
  await expect(shown).toBeVisible();
});

test('keeps and merges what was typed, and orders, shows, and deletes pages', async ({
  page,
  visit,
  signIn,
  site,
  expectProblem,
}) => {
  await signIn();
  await site.with({
    ownPages: [aPage(), aPage({ id: 'feed', address: 'feed', title: 'Feed', hidden: true })],
  });
  await visit('/admin/pages/careers');
  const first = box(page, 'Heading').first();
  await expect(first).toHaveValue('Open jobs');

  await test.step('merges a save with that of someone else, and asks about what both have changed', async () => {
    expectProblem(/status of 409/);
    const saveByOther = async (data: OwnPage) =>
      expect((await page.request.put(`${API.ownPages}/careers`, { data })).status()).toBe(200);
    const blocks = [heading('a', 'Jobs at the elevator'), heading('b', 'How to apply')];
    await saveByOther(aPage({ title: 'Jobs', blocks }));
    await box(page, 'Heading').nth(1).fill('Apply here');
    await saveButton(page).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Jobs' }).first()).toBeVisible();
    await expect(first).toHaveValue('Jobs at the elevator');
    await saveByOther(aPage({ title: 'Jobs', blocks: [heading('a', 'Theirs'), heading('b', 'Apply here')] }));
    await first.fill('Mine');
    await saveButton(page).click();
    const theirs = page.getByRole('group', { name: 'Newer list' });
    await expect(theirs).toContainText('Heading “Mine”');
    await theirs.getByRole('radio', { name: /Theirs/ }).check();
    await theirs.getByRole('button', { name: 'Use these' }).click();
    await expect(first).toHaveValue('Theirs');
  });

  await test.step('keeps what was typed when a save fails, and after a reload', async () => {
    expectProblem(/status of 401/);
    expectProblem(/ERR_INTERNET_DISCONNECTED/);
    await first.fill('Mine');
    await page.context().setOffline(true);
    await saveButton(page).click();
    const failure = page.getByRole('alert').filter({ hasText: /[a-z]/ });
    await expect(failure).toContainText("We couldn't reach the website.");
    await page.context().setOffline(false);
    await page.context().clearCookies();
    await expect(saveButton(page)).toHaveText('Save');
    await saveButton(page).click();
    await expect(failure).toContainText("You're signed out.");
    await expect(failure.getByRole('link', { name: 'Sign in again' })).toBeVisible();
    await signIn();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(first).toHaveValue('Mine');
    await expect(page.getByText('Not saved yet')).toBeVisible();
    await page.getByRole('link', { name: 'All pages' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
  });

  await test.step('orders, shows, and deletes pages in the list, and restores one', async () => {
    const titles = () =>
      page
        .getByRole('listitem')
        .getByRole('link', { name: /^[A-Z]/ })
        .allTextContents();
    const statusOf = async () => (await page.request.get('/feed')).status();
    await page.getByRole('button', { name: 'Move Feed up' }).press('Enter');
    await expect.poll(titles).toEqual(['Feed', 'Jobs']);
    const feed = page.getByRole('group', { name: 'Feed' });
    await feed.getByRole('checkbox', { name: 'On your website' }).check();
    await expect(page.getByRole('status').filter({ hasText: 'Feed is on your website' })).toHaveCount(1);
    expect(await statusOf()).toBe(200);
    await feed.getByRole('button', { name: 'Delete' }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeFocused();
    expect(await statusOf()).toBe(404);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Feed', exact: true })).toBeFocused();
    expect(await statusOf()).toBe(200);
    expect(await titles()).toEqual(['Feed', 'Jobs']);
  });
});

test(
  'is accessible at every width, also with 100 blocks',
  { tag: '@thorough' },
  async ({ page, visit, signIn, site, workerFakeVendors }) => {
    test.slow();
    await signIn();
    const employees = (await (await page.request.get(API.employees)).json()) as { id: string }[];
    const images = (await (await page.request.get(`${API.images}/0`)).json()) as { imageId: string }[];
    const few: PageBlock[] = [
      heading('0', 'Part 0'),
      {
        id: '1',
        kind: 'text',
        html: '<h3>Pay</h3><p>See <a href="/products">our <strong>products</strong></a>.</p><table><tbody><tr><th>Job</th><th>Pay</th></tr><tr><td>Driver</td><td>$25 an hour</td></tr></tbody></table>',
      },
      { id: '2', kind: 'picture', imageId: images[0]?.imageId ?? '', caption: 'At the elevator' },
      { id: '3', kind: 'gallery', imageIds: images.slice(0, 5).map(({ imageId }) => imageId) },
      {
        id: '4',
        kind: 'table',
        caption: 'Meetings',
        headers: ['Day', 'Time', 'Place', 'Speaker'],
        rows: [
          ['Monday', '6:00 pm', 'Community hall', 'Ann'],
          ['', '7:00 pm', 'Office', ''],
        ],
      },
      { id: '5', kind: 'people', employeeIds: employees.slice(0, 2).map((each) => each.id) },
      { id: '6', kind: 'documents', documentIds: [aForm(1).id, aForm(2).id] },
      { id: '7', kind: 'phone', message: 'Questions? Call us.', phoneNumber: '660-555-0100' },
      {
        id: '8',
        kind: 'frame',
        title: 'Way to the elevator',
        address: `${workerFakeVendors.url}/weather-map?lat=1&lon=2`,
        height: 300,
      },
    ];
    await site.with({
      documents: [aForm(1), aForm(2, 'Agreement'.repeat(20))],
      ownPages: [aPage({ blocks: few })],
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await visit('/admin/pages/careers');

    await test.step('shows all columns of a table on phones, and keeps the bar low', async () => {
      const table = page.getByRole('group', { name: 'Table', exact: true });
      await expect(box(page, 'Row 1, Place')).toHaveValue('Community hall');
      expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      for (const input of await table.getByRole('textbox').all())
        expect((await input.boundingBox())?.width).toBeGreaterThan(160);
      await box(page, 'Row 1, Time').fill('7:00 pm');
      await expect(page.getByText('Not saved yet')).toBeVisible();
      expect((await page.locator('[data-edge="bottom"]').boundingBox())?.height).toBeLessThan(120);
      await page.getByRole('button', { name: 'Undo changes' }).click();
    });

    const check = async (name: string) => {
      expect(await horizontalOverflow(page, widths()), name).toEqual([]);
      expect(await violationsInLightAndDark(page, widths()), name).toEqual([]);
      await expect.poll(() => smallTargets(page), name).toEqual([]);
    };
    await check('a page in the editor');
    await page.getByRole('link', { name: 'All pages' }).click();
    await expect(page.getByRole('button', { name: 'Add page' })).toBeVisible();
    await check('all pages');
    await visit('/careers');
    await check('a page');

    if (!isThorough()) return;
    const blocks = Array.from({ length: 100 }, (_, at) => ({ ...few[at % few.length]!, id: String(at) }));
    await site.with({ ownPages: [aPage({ blocks })] });
    await visit('/careers');
    for (const width of widths()) {
      expect(await horizontalOverflow(page, [width])).toEqual([]);
      expect(await accessibilityViolations(page), `${width} px`).toEqual([]);
    }
  },
);
