/** Checks the lists of the dashboard, as `specification.test.ts` does its texts: knowing only the specification. */
import { expect, test } from './fixtures.ts';
import {
  anyNewId,
  bodySent,
  boxWith,
  button,
  expectOn,
  fail,
  openSections,
  paragraphOf,
  press,
  read,
  sectionOf,
  TABLES,
  textboxes,
  textOf,
} from './specified.ts';

test.beforeEach(async ({ page, site }) => {
  // As on a new website, with its guided setup.
  await site.with({ settings: { setup: 'automatic' } });
  await page.clock.install();
});

test('saves tables with the keys of their cells, and shows a failure in red', async ({
  page,
  visit,
  signIn,
  expectProblem,
}) => {
  expectProblem(/status of 500/);
  await signIn();
  await visit('/admin/dashboard');
  await openSections(page, 'Fertilizer', 'Fuel');
  for (const [title, name, type, prefix] of TABLES) {
    await test.step(name, async () => {
      const table = await read<Table>(page, `/api/config/table/${type}`);
      const headers = Object.values(table.columnHeaders);
      const rows = table.allRows.map((row) => Object.values(row));
      const group = sectionOf(page, title).getByRole('group', { name, exact: true });
      await expect(button(group, 'Add Column')).toHaveCount(prefix === 'fuel' ? 1 : 0);
      const price = `17${type}.25`;
      const [[product = '', oldPrice = ''] = []] = rows;
      await (await boxWith(group, product)).fill(`Product ${type}`);
      await (await boxWith(group, oldPrice)).fill(price);
      rows[0]?.splice(0, 2, `Product ${type}`, price);
      const save = button(group, 'Save');
      await fail(page, '**/api/config/table');
      await press(save, 'red');
      await page.unroute('**/api/config/table');
      expect(await bodySent(page, 'POST /api/config/table', () => press(save, 'green'))).toEqual({
        TableType: type,
        ColumnHeaders: Object.fromEntries(headers.map((header, n) => [`${prefix}_header_${n}`, header])),
        AllRows: rows.map((row, r) =>
          Object.fromEntries(
            row.map((cell, c) => [`${prefix}_row_${r}_header_${c}`, cell]).filter(([, cell]) => cell !== ''),
          ),
        ),
      });
      expect((await read<Table>(page, `/api/config/table/${type}`)).allRows).toEqual(
        rows.map((row, r) =>
          Object.fromEntries(row.map((cell, c) => [`${prefix}_row_${r}_header_${c}`, cell])),
        ),
      );
      for (const text of [`Product ${type}`, price]) await expectOn(page, '/products', text);
    });
  }
});

type Table = { columnHeaders: Record<string, string>; allRows: Record<string, string>[] };

test('changes employees, Pioneer items, and images by exactly the specified calls', async ({
  page,
  visit,
  signIn,
  expectProblem,
}) => {
  expectProblem(/status of 500/);
  await signIn();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') calls.push(new URL(request.url()).pathname);
  });
  await visit('/admin/dashboard');

  await test.step('Employee Section', async () => {
    await openSections(page, 'Employee Section');
    const section = sectionOf(page, 'Employee Section');
    const crew = await read<Employee[]>(page, '/api/config/employees');
    const [ray, marlene] = crew as [Employee, Employee];
    for (const value of [ray.name, ray.title, ray.phoneNumber, ray.email]) await boxWith(section, value);
    await (await boxWith(section, ray.title)).fill('Head of the Scale');
    const cards = section.getByRole('listitem');
    const addAndFill = async (name: string) => {
      await button(section, 'Add employee').click();
      const card = cards.last();
      await expect(textboxes(card)).toHaveCount(4);
      const values = { Name: name, Title: 'Driver', 'Phone number': '555-0190', Email: 'dee@example.com' };
      for (const [label, value] of Object.entries(values)) {
        await card.getByLabel(label, { exact: true }).fill(value);
      }
      return card;
    };
    await button(await addAndFill('Not for long'), 'Remove').click();
    await expect(cards.getByLabel('Name', { exact: true })).toHaveCount(crew.length);
    expect(calls).toEqual([]);
    await addAndFill('Dee Harlan');
    const save = button(section, 'Save');
    await fail(page, '**/api/config/employee');
    await press(save, 'red');
    await page.unroute('**/api/config/employee');
    const dee = { name: 'Dee Harlan', title: 'Driver', phoneNumber: '555-0190', email: 'dee@example.com' };
    expect(await bodySent(page, 'POST /api/config/employee', () => press(save, 'green'))).toEqual([
      { ...ray, title: 'Head of the Scale' },
      ...crew.slice(1),
      { id: anyNewId, ...dee },
    ]);
    for (const text of ['Head of the Scale', 'Dee Harlan']) await expectOn(page, '/about-us', text);

    const card = cards.filter({ has: page.getByRole('button') }).nth(1);
    await bodySent(page, `DELETE /api/config/employee/${marlene.id}`, () => button(card, 'Remove').click());
    const names = async () => (await read<Employee[]>(page, '/api/config/employees')).map(({ name }) => name);
    await expect.poll(names).not.toContain(marlene.name);
    expect(await names()).toContain('Dee Harlan');
  });

  await test.step('Pioneer Items', async () => {
    await openSections(page, 'Pioneer Items');
    const section = sectionOf(page, 'Pioneer Items');
    const wheat = () => read<PioneerItem[]>(page, '/api/config/pioneer-items/3');
    const before = await wheat();
    const [first] = before as [PioneerItem];
    await section.getByRole('combobox', { name: 'Category', exact: true }).selectOption('Wheat');
    const description = await boxWith(section, first.categoryDescription);
    await expect(description).toHaveAttribute('maxlength', '1000');
    await description.fill('Fine wheat.');
    for (const item of before) await boxWith(section, textOf(item.description));
    await (await boxWith(section, textOf(first.description))).fill('Changed');
    const add = async (words: string) => {
      await button(section, 'Add New Item').click();
      await textboxes(section).last().fill(words);
    };
    await add('Not for long');
    calls.length = 0;
    await button(section, 'Remove').last().click();
    await expect(button(section, 'Remove')).toHaveCount(before.length);
    await add('Brand new');
    expect(calls).toEqual([]);
    const save = button(section, 'Update Items');
    const update = bodySent(page, 'POST /api/config/pioneer-item-update', async () => {});
    const added = await bodySent(page, 'POST /api/config/pioneer-item', () => press(save, 'green'));
    expect(await update).toEqual([
      { ...first, description: paragraphOf('Changed'), categoryDescription: 'Fine wheat.' },
    ]);
    const isNew = { pioneerCategory: 3, description: '<p>Brand new</p>', categoryDescription: 'Fine wheat.' };
    expect(added).toEqual([{ id: anyNewId, ...isNew }]);
    expect((await wheat()).at(-1)).toMatchObject(isNew);
    for (const text of ['Fine wheat.', 'Changed', 'Brand new']) {
      await expectOn(page, '/pioneer?category=wheat-product', text);
    }
    const path = `DELETE /api/config/pioneer-item/${first.id}`;
    await bodySent(page, path, () => button(section, 'Remove').first().click());
    await expect.poll(async () => (await wheat()).map(({ id }) => id)).not.toContain(first.id);
  });

  await test.step('Image Uploading', async () => {
    await openSections(page, 'Image Uploading');
    const section = sectionOf(page, 'Image Uploading');
    const images = () => read<Image[]>(page, '/api/images/0');
    const before = await images();
    const upload = button(section, 'Upload');
    await expect(upload).toBeDisabled();
    const buffer = await (await page.request.get(before[0]?.imageUrl ?? '')).body();
    const file = section.locator('input[type=file]');
    await file.setInputFiles({ name: 'scale.jpg', mimeType: 'image/jpeg', buffer });
    await fail(page, '**/api/images/presigned-url?*');
    await upload.click();
    await expect(section.getByText('Failed to Upload Image.', { exact: true })).toBeVisible();
    await page.unroute('**/api/images/presigned-url?*');

    const asked = page.waitForResponse(/\/api\/images\/presigned-url\?.*fileName=scale\.jpg/);
    const put = page.waitForRequest((request) => request.method() === 'PUT');
    const saved = (await bodySent(page, 'POST /api/images/save', () => upload.click())) as Image;
    const { uploadUrl, fileUrl } = (await (await asked).json()) as Record<string, string>;
    expect([(await put).url(), (await put).headers()['content-type']]).toEqual([
      new URL(uploadUrl ?? '', page.url()).href,
      'image/jpeg',
    ]);
    const id = (fileUrl ?? '').replace(/.*\/|\.\w+$/g, '');
    expect(saved).toEqual({ imageId: id, imageUrl: fileUrl, imageName: saved.imageName, imageType: 0 });
    await expect(section.getByRole('listitem')).toHaveCount(before.length + 1);
    await expect(file).toHaveValue('');
    expect((await images()).at(-1)).toMatchObject({ imageId: id, imageName: saved.imageName });
    await expectOn(page, '/gallery', id);

    const row = section.getByRole('listitem').last();
    const remove = row.getByRole('button', { name: /^Delete/ });
    await fail(page, '**/api/images/delete/*');
    await remove.click();
    await expect(row.getByText('Failed to delete image', { exact: true })).toBeVisible();
    await page.unroute('**/api/images/delete/*');
    await bodySent(page, `DELETE /api/images/delete/${id}`, () => remove.click());
    await expect(row.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
    expect(await images()).toEqual(before);
    expect(await (await page.request.get('/gallery')).text()).not.toContain(id);
  });
});

type Employee = { id: string; name: string; title: string; phoneNumber: string; email: string };
type PioneerItem = { id: string; pioneerCategory: number; description: string; categoryDescription: string };
type Image = { imageId: string; imageUrl: string; imageName: string; imageType: number };
