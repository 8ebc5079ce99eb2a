import { API, DASHBOARD_REQUESTS } from '#contract/paths.ts';
import { accessibilityViolations } from './accessibility.ts';
import { aFile, imageSection } from './dashboard-images-page.ts';
import { announcement, expectSaved, openSectionIds, sectionOf, title, welcome } from './dashboard-page.ts';
import { tableOn } from './dashboard-tables-page.ts';
import { expect, test } from './fixtures.ts';
import { requestsOf } from './requests.ts';

/** The number of sections of the specification, which are the first ones. Their content is requested before a click. */
const SPECIFIED = 9;

/** What is requested once, in the background, and shown at the click on a title. */
const CONTENT = [
  ...[1, 2, 3, 4].map((type) => `${API.priceTable}/${type}`),
  `${API.images}/0`,
  API.employees,
  API.bidList,
];

test('opens sections at a click, keeps what is in them, and opens those that were left open', async ({
  page,
  signIn,
}) => {
  test.slow();
  await signIn();
  const calls = requestsOf(page);
  const { text } = welcome(page);
  const spinner = page.getByRole('status').filter({ hasText: 'Loading' });
  const list = page.getByRole('navigation', { name: 'Sections' });
  const images = imageSection(page);
  let ids: string[] = [];

  await test.step('shows a spinner until the session is verified, and sends requests before its scripts run', async () => {
    const scripts = Promise.withResolvers<void>();
    const session = Promise.withResolvers<void>();
    await page.route('**/assets/site-*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.route(`**${API.verify}`, async (route) => {
      await session.promise;
      await route.continue();
    });
    const requests = DASHBOARD_REQUESTS.map((url) => page.waitForRequest(`**${url}`));
    const visited = page.goto('/admin/dashboard');
    await Promise.all(requests);
    scripts.resolve();
    await visited;
    await expect(spinner).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    session.resolve();
    await expect(spinner).toHaveCount(0);
    const requested = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
    for (const url of DASHBOARD_REQUESTS) expect(requested.filter((each) => each === url)).toEqual([url]);
    expect(requested.filter((url) => /\/(?:site|dashboard)-[^/]*\.css$/.test(url))).toEqual([]);
  });

  await test.step('shows closed sections, which open at a click without another request', async () => {
    await expect(page).toHaveTitle(/^Editor · /);
    const headings = page.getByRole('heading', { level: 2 });
    await expect(headings).toHaveCount(21);
    const texts = await headings.allTextContents();
    await expect(list.getByRole('link')).toHaveText([
      'Today',
      'Cash Bids',
      'Fuel Prices',
      'Fertilizer Prices',
      ...texts.filter((each) => each !== 'Cash Bids'),
      'History',
      'Custom pages',
    ]);
    expect(await openSectionIds(page)).toEqual([]);
    const all = await page
      .locator('main details[id]')
      .evaluateAll((sections) => sections.map(({ id }) => id));
    ids = all.slice(0, SPECIFIED);
    for (const id of ids) {
      await page.locator(`#${id} > summary`).click();
      // The first box of the images is that of a new one.
      if (id === 'image-uploading') continue;
      const first = page.locator(`#${id}`).getByRole('textbox').first();
      await expect
        .poll(() => first.evaluate((box: HTMLInputElement) => box.value ?? box.innerText))
        .not.toBe('');
    }
    await expect(images.rows.first()).toBeVisible();
    expect(await openSectionIds(page)).toEqual(ids);
    const count = (wanted: string) => calls.filter(({ path }) => path === wanted).length;
    expect(CONTENT.filter((path) => count(path) !== 1)).toEqual([]);
    expect(calls.filter(({ path }) => path.startsWith(API.pioneerItems))).toHaveLength(1);
  });

  await test.step('keeps typed text and a chosen file in closed sections, and counts them', async () => {
    await text.fill('Corn is dry.');
    await images.file.setInputFiles(await aFile());
    for (const heading of ['Home Page', 'Image Uploading']) {
      await title(page, heading).click();
      await expect(title(page, heading)).toContainText('1 unsaved');
    }
    await expect(text).toBeHidden();
    await expect(images.file).toBeHidden();
    await list.getByRole('link', { name: 'Home Page' }).click();
    await expect(text).toHaveValue('Corn is dry.');
    await expect(title(page, 'Home Page')).toBeFocused();
    await title(page, 'Image Uploading').click();
    await expect(images.file).toHaveValue(/harvest_moon\.jpg$/);
  });

  await test.step('opens what was left open, sections with drafts, and the one in the URL', async () => {
    for (const id of ids.filter((each) => !/image|employee/.test(each))) {
      await page.locator(`#${id} > summary`).click();
      await expect(page.locator(`#${id}`)).not.toHaveAttribute('open');
    }
    await page.evaluate(() => history.replaceState(history.state, '', '#pioneer-items'));
    page.once('dialog', (dialog) => void dialog.accept());
    await page.unrouteAll();
    await page.reload();
    const open = ['home-page', 'image-uploading', 'employee-section', 'pioneer-items'];
    await expect.poll(() => openSectionIds(page)).toEqual(open);
    await expect(text).toHaveValue('Corn is dry.');
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  await test.step('keeps the section in the URL in view while content loads, until the user scrolls', async () => {
    const section = page.locator('#pioneer-items');
    const top = () => section.evaluate((element) => element.getBoundingClientRect().top);
    await expect(images.rows.first()).toBeAttached();
    await expect(section.getByRole('textbox', { name: 'Item 1' })).toBeVisible();
    await expect.poll(top).toBeGreaterThanOrEqual(0);
    await expect.poll(top).toBeLessThan(200);
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, -1500);
    await expect.poll(top).toBeGreaterThan(1000);
    await page.setViewportSize({ width: 1100, height: 900 });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(await top()).toBeGreaterThan(1000);
  });
});

test('shows what failed to load, and loads it again in place, while the first texts can be saved', async ({
  page,
  visit,
  signIn,
  expectProblem,
}) => {
  expectProblem(/status of 503/);
  expectProblem(/ERR_FAILED/);
  await signIn();
  const code = '**/later-sections-*.js';
  const contents = [
    ['Fertilizer', `**${API.priceTable}/3`, 'the Nitrogen table'],
    ['Employee Section', `**${API.employees}`, 'the employees'],
  ] as const;
  const texts = `**${API.allSiteTexts}`;
  await page.route(code, (route) => route.abort());
  for (const path of [texts, ...contents.map((each) => each[1])])
    await page.route(path, (route) => route.fulfill({ status: 503 }));
  await visit('/admin/dashboard');
  await expect(page.getByRole('alert')).toContainText("We couldn't load the website text.");
  await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.unroute(texts);
  await page.getByRole('button', { name: 'Try again' }).click();
  await title(page, 'Home Page').click();
  await welcome(page).text.fill('Still here');
  await welcome(page).button.click();
  await expectSaved(welcome(page));

  const employees = page.locator('#employee-section');
  await title(page, 'Employee Section').click();
  await expect(employees.getByRole('alert')).toContainText("We couldn't load the employees.");
  await page.unroute(code);
  await employees.getByRole('button', { name: 'Try again' }).click();
  for (const [heading, path, words] of contents) {
    const section = sectionOf(page, heading);
    if (heading !== 'Employee Section') await title(page, heading).click();
    const alert = section.getByRole('alert').filter({ hasText: `We couldn't load ${words}.` });
    await expect(alert).toContainText(
      "The website isn't responding right now (error 503). Try again in a minute.",
    );
    if (heading === 'Fertilizer') await expect(tableOn(page, 'Potassium').save).toBeVisible();
    else await expect(section.getByRole('button', { name: 'Save' })).toHaveCount(0);
    await page.unroute(path);
    await section.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toHaveCount(0);
  }
  await expect(tableOn(page, 'Nitrogen').cell(1, 'Product')).toBeVisible();
  await expect(employees.getByRole('button', { name: 'Save' })).toBeVisible();
  await expect(welcome(page).text).toHaveValue('Still here');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('edits and saves texts by keyboard only, with visible focus, at 360 px', async ({
  page,
  visit,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn();
  await visit('/admin/dashboard');
  const { button } = welcome(page);
  await expect(title(page, 'Home Page')).toBeVisible();
  const focused = page.locator(':focus');
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      const [label, outline] = await focused.evaluate((element: HTMLElement) => {
        const { labels } = element as HTMLInputElement;
        const parts = [element.getAttribute('aria-label'), element.innerText, ...(labels ?? [])];
        const words = parts.map((part) => (part instanceof HTMLElement ? part.innerText : (part ?? '')));
        return [words.join(' '), getComputedStyle(element).outlineStyle] as const;
      });
      expect(outline, `focus on ${label}`).not.toBe('none');
      if (name.test(label)) return;
    }
    throw new Error(`No focusable element has the name ${name}.`);
  };
  await tabTo(/^ ?Sections/);
  await page.keyboard.press('Enter');
  await tabTo(/Home Page/);
  await page.keyboard.press('Enter');
  await tabTo(/Welcome message/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Corn is dry.');
  await tabTo(/Update/);
  await page.keyboard.press('Space');
  await expectSaved(welcome(page));
  await expect(button).toBeFocused();
  await tabTo(/Announcement message/);
  await page.keyboard.type('Rain. ');
  await page.keyboard.press('Escape');
  await tabTo(/Update/);
  await expect(announcement(page).button).toBeFocused();
  await page.keyboard.press('Enter');
  await expectSaved(announcement(page));

  await page.setViewportSize({ width: 1366, height: 650 });
  const list = page.getByRole('navigation', { name: 'Sections' });
  const search = list.getByRole('searchbox');
  for (const [words, found, field] of [
    ['diesel', '#2 Dyed Diesel Fuel', 'Fuel Types and Prices, row 1, Price'],
    ['DIESEL clear', '#2 Clear Diesel Fuel', /^Fuel Types and Prices, row \d, Price$/],
    ['fax', 'Fax number Contact Us Information', 'Fax number'],
    ['market alerts', 'Links: market alerts Website Settings', 'Market alerts'],
    ['stroud', 'Becky Stroud Employee Section', 'Name'],
    ['soybeans hickory', /^Hickory Bend, Soybeans.* Cash Bids$/, /^Bids, row \d+, Basis/],
  ] as const) {
    await search.fill(words);
    await expect(list.getByRole('link').first()).toHaveText(found);
    await search.press('Enter');
    await expect(focused).toHaveAccessibleName(field);
    await expect(focused).toBeInViewport();
    await expect(search).toHaveValue('');
  }
  await search.fill('no such field');
  await expect(list.getByRole('status')).toHaveText('0 results');
  await search.press('Escape');
  await expect(list.getByRole('status')).toHaveText('');
  for (const name of ['Your Account', 'Today']) {
    await list.getByRole('link', { name }).focus();
    await expect(focused).toBeInViewport({ ratio: 1 });
  }
  await page.locator('#your-account > summary').click();
  await expect(list.locator('[aria-current]')).toHaveText('Your Account');
  await expect(list.locator('[aria-current]')).toBeInViewport({ ratio: 1 });
});
