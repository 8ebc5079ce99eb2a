/**
 * Checks the website as a client that knows only the words of its specification: titles, names, calls, and values. It
 * imports none of our code, so a change of the code is no reason to change it.
 */
import type { Page } from '@playwright/test';
import { expect, PASSWORD, test } from './fixtures.ts';
import {
  bodySent,
  boxWith,
  button,
  expectOn,
  openSections,
  paragraphOf,
  press,
  read,
  sectionOf,
  SECTIONS,
  TABLES,
  TEXTS,
  textboxes,
  textOf,
  titleOf,
  valuesOf,
} from './specified.ts';

test.beforeEach(async ({ page, site }) => {
  // As on a new website, with its guided setup.
  await site.with({ settings: { setup: 'automatic' } });
  await page.clock.install();
});

test('signs in, and shows what failed otherwise', async ({ page, site, expectProblem }) => {
  for (const problem of [/status of 401/, /status of 500/, /ERR_FAILED/]) expectProblem(problem);
  await site.addAdmin({ username: 'Dana', password: PASSWORD });
  await page.goto('/admin/dashboard');
  await expect(page).toHaveURL('/admin');
  await expect(page.getByText('Invalid credentials')).toHaveCount(0);
  const login = button(page, 'Login');
  await page.getByPlaceholder('Enter your username', { exact: true }).fill('Dana');
  await login.click();
  await page.getByPlaceholder('Enter your password', { exact: true }).fill('wrong');
  expect(await bodySent(page, 'POST /api/admin/login', () => login.click())).toEqual({
    username: 'Dana',
    password: 'wrong',
  });
  await expect(page.getByText('Invalid credentials', { exact: true })).toBeVisible();
  await page.route('**/api/admin/login', (route) => route.abort(), { times: 1 });
  await login.click();
  await expect(page.getByText('Something went wrong. Please try again.', { exact: true })).toBeVisible();
  await page.getByPlaceholder('Enter your password', { exact: true }).fill(PASSWORD);
  await login.click();
  await expect(page).toHaveURL('/admin/dashboard');
  await openSections(page, 'Home Page');
  await expect(button(sectionOf(page, 'Home Page'), 'Update')).toHaveCount(2);

  await page.route('**/api/admin/verify', (route) => route.fulfill({ status: 500 }));
  await page.reload();
  await expect(page).toHaveURL('/admin');
});

test('changes each text in its section, and shows it to visitors', async ({ page, visit, signIn }) => {
  await signIn();
  await visit('/admin/dashboard');
  await openSections(page, ...SECTIONS);
  // Opening a section closes no other.
  for (const title of SECTIONS) await expect(sectionOf(page, title)).toHaveAttribute('open');
  await expect(sectionOf(page, 'Image Uploading').getByRole('listitem').first()).toBeVisible();
  await expect(button(page, 'Update Items')).toBeVisible();
  const saved = await read<Record<string, string>>(page, '/api/config/all');
  const boxes = textboxes(page.locator('details[open]'));
  const shown = async () => ({ texts: await textsOf(page), values: await valuesOf(boxes) });
  const inWindow = await shown();
  const names = [...SECTIONS, ...[...TEXTS, ...TABLES].map(([, name]) => name), 'Gallery Images'];
  expect(inWindow.texts.filter((text) => names.includes(text)).toSorted()).toEqual(names.toSorted());
  await page.setViewportSize({ width: 1280, height: 10_000 });
  expect(await shown()).toEqual(inWindow);
  await page.setViewportSize({ width: 1280, height: 900 });

  // Each employee has a phone number, too.
  const otherSections = page.locator('details').filter({ hasNot: titleOf(page, 'Employee Section') });
  for (const [title, name, configType, id, pages, maxLength] of TEXTS) {
    await test.step(name, async () => {
      const before = saved[configType] ?? '';
      const box = await boxWith(page, maxLength ? before : textOf(before));
      await expect(otherSections.getByRole('textbox', { name, exact: true })).toHaveCount(1);
      await expect(textboxes(sectionOf(page, title)).and(box)).toHaveAccessibleName(name);
      if (maxLength) await expect(box).toHaveAttribute('maxlength', String(maxLength));
      const words = `Words ${id} are new`;
      await box.fill(words);
      const update = button(sectionOf(page, title).getByRole('group', { name, exact: true }), 'Update');
      const body = await bodySent(page, 'POST /api/config', () => press(update, 'green'));
      const message = maxLength ? words : paragraphOf(words);
      expect(body).toEqual({ configType, message });
      const data = [id];
      expect(await (await page.request.post('/api/config/configs', { data })).json()).toMatchObject([
        { configId: id, content: message },
      ]);
      for (const path of pages) await expectOn(page, path, words);
    });
  }
});

/**
 * Returns the texts of all titles, and of all headings and labels in open sections, as `innerText` has them. Labels of
 * employees repeat.
 */
const textsOf = (page: Page) =>
  page
    .locator('summary h2')
    .or(page.locator('details[open]').locator('h3, label, [id$=label]'))
    .and(page.locator(':not(li *)'))
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).innerText));

const configCalls = (calls: readonly string[]) => calls.filter((call) => call.startsWith('POST'));

test('links to every page, and requests and keeps exactly its specified content', async ({ page, visit }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    calls.push(`${request.method()} ${pathname} ${request.postData() ?? ''}`.trim());
  });
  await visit('/store');
  const links = page.getByRole('navigation', { name: 'Main' }).locator('a');
  expect(
    await links.evaluateAll((all) => all.map((a) => `${a.textContent} ${a.getAttribute('href')}`)),
  ).toEqual([
    'Home /',
    'About Us /about-us',
    'Contact Us /contact-us',
    'Pioneer /pioneer',
    'Products /products',
    'Services /products/#servicesHeader',
    'Fertilizer /products/#fertHeader',
    'Fuel /products/#fuelHeader',
    'Offers /products/#offersHeader',
    'Future Market Overview /future-market-overview',
    'Future Details /future-detail',
    'Market Snapshot /market-snapshot',
    'Market News /news',
    'Weather Overview /weather-overview',
    'Weather Details /weather-detail',
    'Gallery /gallery',
  ]);
  for (const [name, path, ...expected] of [
    ['Products', '/products', ...[1, 2, 3, 4].map((table) => `GET /api/config/table/${table}`)],
    ['Home', '/', 'POST /api/config/configs [0,8,9,10,11,16]'],
    ['About Us', '/about-us', 'POST /api/config/configs [2,1]', 'GET /api/config/employees'],
    ['Contact Us', '/contact-us', 'POST /api/config/configs [3,4,5,6,7,8,9,10,11]'],
    ['Pioneer', '/pioneer', 'GET /api/config/pioneer-items'],
    ['Gallery', '/gallery', 'GET /api/images/0'],
  ] as const) {
    calls.length = 0;
    const menu = page.getByRole('navigation', { name: 'Main' });
    if (name === 'Gallery') await menu.getByText('More', { exact: true }).click();
    await menu.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect.poll(() => calls, name).toEqual(expect.arrayContaining(expected));
    await expect(page.getByRole('main').getByRole('status').getByText('Loading')).toHaveCount(0);
    // The specification has no call for the texts of the products page.
    if (name === 'Products') continue;
    expect(configCalls(calls), name).toEqual(configCalls(expected));
  }
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(
    expect.arrayContaining([
      'about-us-configs',
      'contact-us-configs',
      'product-fert-headers',
      'product-fert-rows',
      'product-fuel-headers',
      'product-fuel-rows',
      'gallery-images',
    ]),
  );
  await expectOn(
    page,
    '/error',
    'Oops! Looks like we ran into an error.  Please click the button below to try again.',
  );
  await expectOn(page, '/no-such-page', "Looks like that page doesn't exist.  Is the URL correct?");
});
