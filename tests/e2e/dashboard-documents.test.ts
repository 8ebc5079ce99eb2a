import type { Page } from '@playwright/test';
import { DOCUMENT_FILE_TYPES, type Documents } from '#contract/documents.ts';
import { API } from '#contract/paths.ts';
import type { StoredDocument } from '#server/domains/documents/document-kind.ts';
import { aCsv, aPdf } from '#tests/support/test-documents.ts';
import { expectResponsive } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(async ({ signIn }) => signIn());

const aDocument = (number: number, title = `Form ${number}`): StoredDocument => ({
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

const aFile = (name: string, buffer = aPdf(name)) => ({ name, mimeType: 'application/octet-stream', buffer });

async function open(page: Page, visit: (path: string) => Promise<void>) {
  await visit('/admin/dashboard#documents');
  const section = page.locator('#documents');
  const list = section.getByRole('group', { name: 'All documents' });
  await expect(list).toBeVisible();
  const uploads = section.getByRole('list', { name: 'Files uploading' }).getByRole('listitem');
  return {
    section,
    list,
    rows: list.getByRole('listitem').and(page.locator(':not([data-removed])')),
    file: section.getByLabel('Document files'),
    upload: (name: string) => uploads.filter({ hasText: name }),
    message: (text: string | RegExp) => section.getByRole('status').filter({ hasText: text }),
    button: (name: string) => section.getByRole('button', { name, exact: true }),
  };
}

const listOf = async (page: Page) => (await (await page.request.get(API.documents)).json()) as Documents;

test('uploads, downloads, replaces, and restores documents', async ({
  page,
  visit,
  context,
  expectProblem,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { section, list, rows, file, upload, message, button } = await open(page, visit);
  const uploads = `**${API.uploads}/**`;

  await test.step('uploads several files, and shows the progress of each or why it failed', async () => {
    expectProblem(/status of 400/);
    await expect(file).toHaveAttribute('accept', DOCUMENT_FILE_TYPES);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(uploads, async (route) => {
      await promise;
      await route.continue().catch(() => undefined);
    });
    await file.setInputFiles([
      aFile('credit_application.pdf'),
      aFile('price list.csv', aCsv()),
      aFile('liar.pdf', aCsv()),
      aFile('setup.exe'),
      aFile('canceled.pdf'),
    ]);
    await expect(upload('credit_application.pdf').getByRole('progressbar')).toBeVisible();
    // Before the others are sent.
    await expect(upload('setup.exe').getByRole('alert')).toContainText("We can't use this file type.");
    await expect(upload('canceled.pdf')).toContainText('Waiting');
    await button('Cancel canceled.pdf').click();
    await expect(upload('canceled.pdf')).toHaveCount(0);
    resolve();
    await expect(rows).toHaveCount(2);
    await expect(upload('liar.pdf').getByRole('alert')).toHaveText(
      /^Not uploaded\. ?This file isn't a PDF, although its name ends in \.pdf\./,
    );
    await expect(button('Try again: setup.exe')).toHaveCount(0);
    await expect(message(/uploaded\. Visitors can open it where a page shows it\./)).toBeVisible();
    await expect(file).toHaveValue('');
    await page.unroute(uploads);
  });

  await test.step('downloads a document, and copies its link', async () => {
    const credit = rows.filter({ hasText: 'Credit application' });
    await expect(credit).toContainText('PDF, 1 KB');
    const download = page.waitForEvent('download');
    await credit.getByRole('link', { name: 'Credit application' }).click();
    expect((await download).suggestedFilename()).toBe('credit-application.pdf');
    await button('Copy link to Credit application').click();
    await expect(message(/^Link copied\. Visitors can open it only while a page shows it\./)).toBeVisible();
    await button('Edit Credit application').click();
    const audience = credit.getByRole('group', { name: 'Who can open it' });
    await audience.getByRole('combobox').selectOption('Anyone with the link');
    await audience.getByRole('button', { name: 'Update' }).click();
    await expect(credit).not.toContainText('Only where a page shows it ·');
    await expect(audience.locator('xpath=self::*[@data-unsaved="false"]')).toBeVisible();
    await button('Edit Credit application').click();
    await button('Copy link to Credit application').click();
    await expect(message('Link copied. Now paste it where you need it.')).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect((await page.request.get(link)).status()).toBe(200);
  });

  await test.step('keeps a file that could not be sent, and uploads it on the next try', async () => {
    expectProblem(/ERR_FAILED/);
    const failure = upload('prices.pdf').getByRole('alert');
    await page.route(uploads, (route) => route.abort());
    await file.setInputFiles(aFile('prices.pdf'));
    await expect(failure).toContainText("We couldn't reach the website.");
    await page.unroute(uploads);
    expectProblem(/status of 401/);
    await page.route(`**${API.saveDocument}`, (route) =>
      route.fulfill({ status: 401, contentType: 'application/problem+json', body: '{"detail":"Sign in."}' }),
    );
    await button('Try again: prices.pdf').click();
    await expect(failure.getByRole('link', { name: 'Sign in again' })).toBeVisible();
    await page.unroute(`**${API.saveDocument}`);
    await page.route(uploads, () => expect('a second upload').toBe('none'));
    await button('Try again: prices.pdf').click();
    await expect(rows).toHaveCount(3);
    await page.unroute(uploads);
    await expect(upload('prices.pdf')).toHaveCount(0);
  });

  const before = (await listOf(page)).find(({ title }) => title === 'Prices');
  await test.step('renames and replaces a document, and says when someone else has done so', async () => {
    await button('Edit Prices').click();
    const details = section.getByRole('group', { name: /^Edit / });
    const title = details.getByRole('textbox', { name: 'Title', exact: true });
    const replacement = details.getByLabel('Replace with another file');
    const replace = details.getByRole('button', { name: 'Replace document' });
    await replacement.setInputFiles(aFile('fall.csv', aCsv()));
    await expect(
      details.getByText(/its link ends in \.pdf\. Replace it with another \.pdf file/),
    ).toBeVisible();
    await expect(replace).toBeDisabled();

    const signed = await page.request.get(`${API.documentUpload}?fileName=theirs.pdf`);
    const { uploadUrl, fileUrl } = (await signed.json()) as { uploadUrl: string; fileUrl: string };
    await page.request.put(uploadUrl, { data: aPdf('Their version') });
    await page.request.post(API.replaceDocument, { data: { id: before?.id, fileUrl } });
    expectProblem(/status of 409/);
    await replacement.setInputFiles(aFile('fall.pdf', aPdf('My version')));
    await replace.click();
    await expect(details.getByRole('alert')).toContainText('Someone else replaced this file');
    await replace.click();
    await expect(details.getByText('Document replaced.')).toBeVisible();
    await expect(details.getByRole('alert')).toHaveCount(0);
    expect(await (await page.request.get(before?.url ?? '')).body()).toEqual(aPdf('My version'));

    await page.request.post(API.nameDocument, { data: { id: before?.id, title: 'Their prices' } });
    await title.fill('My prices');
    await details.getByRole('button', { name: 'Update' }).first().click();
    await expect(details.getByText('Their prices')).toBeVisible();
    await expect(title).toHaveValue('My prices');
  });

  await button('Delete Price list').click();
  await list.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(rows.filter({ hasText: 'Price list' })).toBeVisible();
  await expect(message('Price list restored.')).toBeVisible();
});

test(
  'orders and deletes documents by keyboard, without accessibility violations or overflow',
  { tag: '@thorough' },
  async ({ page, visit, site }) => {
    test.slow();
    await site.with({ documents: [aDocument(1), aDocument(2), aDocument(3, 'Agreement'.repeat(20))] });
    const { section, list, rows, button, message, file, upload } = await open(page, visit);
    await expect(rows.first()).toContainText('PDF, 1.2 MB · November 20, 2026');
    await button('Move Form 1 down').press('Enter');
    await expect(message('Form 1 moved to position 2 of 3.')).toBeAttached();
    await expect(button('Move Form 1 down')).toBeFocused();
    await button('Save order').press('Enter');
    await expect(rows).toHaveText([/Form 2/, /Form 1/, /Agreement/]);
    await expect.poll(async () => (await listOf(page)).map(({ id }) => Number(id))).toEqual([2, 1, 3]);

    await button('Delete Form 1').press('Enter');
    const undo = list
      .getByRole('listitem')
      .filter({ hasText: 'Form 1 removed.' })
      .getByRole('button', { name: 'Undo', exact: true });
    await expect(undo).toBeFocused();
    await expect(message('Form 1 deleted. You can restore it for 30 days.')).toBeVisible();
    // The file of this document is missing.
    await section.getByText('Deleted in the last 30 days').click();
    const deleted = section.getByRole('list', { name: 'Deleted documents you can restore' });
    await expect(deleted).toContainText('Form 1');

    await file.setInputFiles(aFile('setup.exe'));
    await expect(upload('setup.exe').getByRole('alert')).toBeVisible();
    await button('Edit Form 2').click();
    await button('Move Form 2 down').click();
    await expectResponsive(page, { widths: [390, 1280], sections: ['documents'] });
  },
);
