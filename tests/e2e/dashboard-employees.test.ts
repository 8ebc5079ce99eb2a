import type { Locator, Page } from '@playwright/test';
import type { Employee } from '#contract/employees.ts';
import { NEW_ID_SUFFIX } from '#contract/item-id.ts';
import { API } from '#contract/paths.ts';
import { expectFits } from './expect-fits.ts';
import { expect, PASSWORD, test } from './fixtures.ts';

const anEmployee = (name: string, more: Partial<Employee> = {}) => ({
  id: `id-of-${name}`,
  name,
  title: 'Operator',
  phoneNumber: '-',
  email: '-',
  ...more,
});
const CREW = [anEmployee('Ann'), anEmployee('Bob'), anEmployee('Cat')];

const crew = (page: Page) => page.getByRole('group', { name: 'Employees' });
const cards = (page: Page) =>
  crew(page)
    .getByRole('listitem')
    .filter({ has: page.getByLabel('Title') });
const names = (page: Page) =>
  crew(page)
    .getByLabel('Name')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
const saveButton = (page: Page) =>
  crew(page).getByRole('button', { name: /^(Save|Saving…|Saved|Not saved)$/ });
const failure = (place: Locator) => place.getByRole('alert').filter({ hasText: /./ });
const published = async (page: Page) => (await (await page.request.get(API.employees)).json()) as Employee[];
const publishedNames = async (page: Page) => (await published(page)).map(({ name }) => name);

/** The changes of the crew that a page asks for from here on, such as "DELETE id-of-Ann". */
function changesOf(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith(API.saveEmployees) || request.method() === 'GET') return;
    changes.push(`${request.method()} ${pathname.slice(API.saveEmployees.length + 1)}`.trim());
  });
  return changes;
}

async function fill(card: Locator, employee: Omit<Employee, 'id'>): Promise<void> {
  await card.getByLabel('Name').fill(employee.name);
  await card.getByLabel('Title').fill(employee.title);
  await card.getByLabel('Phone number').fill(employee.phoneNumber);
  await card.getByLabel('E-mail').fill(employee.email);
}

const open = async (page: Page) => {
  await page.goto('/admin/dashboard');
  await expect(cards(page).first()).toBeVisible();
};

test.beforeEach(async ({ site, signIn }) => {
  await site.with({ employees: CREW });
  await signIn();
});

test('Somebody new is saved with the whole crew, has the id of the server, and is public at once', async ({
  page,
}) => {
  await open(page);
  await crew(page).getByRole('button', { name: 'Add employee' }).click();
  await expect(cards(page).last().getByLabel('Name')).toBeFocused();
  await fill(cards(page).last(), { name: 'Dee', title: 'Driver', phoneNumber: '555', email: '-' });
  await expect(crew(page).getByRole('status').filter({ hasText: 'Not saved yet' })).toBeVisible();
  const request = page.waitForRequest(`**${API.saveEmployees}`);
  await saveButton(page).click();
  const sent = (await request).postDataJSON() as Employee[];
  expect(sent.slice(0, 3)).toEqual(CREW);
  expect(sent[3]?.id).toMatch(/^[0-9a-f-]{36}_new$/);
  await expect(saveButton(page)).toHaveText('Saved');
  const stored = await published(page);
  expect(stored.map(({ name }) => name)).toEqual(['Ann', 'Bob', 'Cat', 'Dee']);
  expect(stored[3]?.id.endsWith(NEW_ID_SUFFIX)).toBe(false);
  expect(await (await page.request.get('/about-us')).text()).toContain('Dee');

  // The next save knows them by that id.
  await cards(page).last().getByLabel('Title').fill('Agronomist');
  const again = page.waitForRequest(`**${API.saveEmployees}`);
  await saveButton(page).click();
  expect((await again).postDataJSON()).toEqual([...CREW, { ...stored[3], title: 'Agronomist' }]);
});

test('What is typed during a save stays, and keeps the id that the save gives', async ({ page }) => {
  await open(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${API.saveEmployees}`, async (route) => {
    await promise;
    await route.continue();
  });
  await crew(page).getByRole('button', { name: 'Add employee' }).click();
  await fill(cards(page).last(), { name: 'Dee', title: 'Driver', phoneNumber: '555', email: '-' });
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveText('Saving…');
  await cards(page).last().getByLabel('Title').fill('Agronomist');
  // Pressed during a save: it is that text's turn afterwards.
  await saveButton(page).click();
  resolve();
  await expect.poll(async () => (await published(page)).at(-1)?.title).toBe('Agronomist');
  await expect(crew(page).getByText(/^Saved .*ticket/)).toBeVisible();
  await expect(cards(page)).toHaveCount(4);
  expect(await publishedNames(page)).toEqual(['Ann', 'Bob', 'Cat', 'Dee']);
});

test('The order is changed by buttons, by the keyboard and by dragging', async ({ page }) => {
  await open(page);
  const up = cards(page).nth(2).getByRole('button', { name: 'Move up' });
  await up.focus();
  await page.keyboard.press('Enter');
  expect(await names(page)).toEqual(['Ann', 'Cat', 'Bob']);
  await page.keyboard.press('Enter');
  expect(await names(page)).toEqual(['Cat', 'Ann', 'Bob']);
  await expect(cards(page).nth(0).getByRole('button', { name: 'Move up' })).toBeFocused();
  await page.keyboard.press('Enter');
  await cards(page).nth(0).getByRole('button', { name: 'Move down' }).click();
  expect(await names(page)).toEqual(['Ann', 'Cat', 'Bob']);
  await cards(page).nth(2).getByTestId('grip').dragTo(cards(page).nth(0));
  await expect.poll(() => names(page)).toEqual(['Bob', 'Ann', 'Cat']);
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveText('Saved');
  expect(await publishedNames(page)).toEqual(['Bob', 'Ann', 'Cat']);
});

test('A saved employee is removed by a call, an incomplete one without', async ({ page }) => {
  await open(page);
  const changes = changesOf(page);
  await crew(page).getByRole('button', { name: 'Add employee' }).click();
  await cards(page).last().getByLabel('Name').fill('Dee');
  await cards(page).last().getByRole('button', { name: 'Remove' }).click();
  await expect(cards(page)).toHaveCount(3);
  expect(changes).toEqual([]);
  await expect(crew(page).getByText('Not saved yet')).toHaveCount(0);

  await cards(page).nth(1).getByLabel('E-mail').fill('');
  await cards(page).nth(1).getByRole('button', { name: 'Remove' }).click();
  await expect(cards(page)).toHaveCount(2);
  expect(changes).toEqual([]);
  expect(await publishedNames(page)).toEqual(['Ann', 'Bob', 'Cat']);
  await crew(page).getByRole('button', { name: 'Put back' }).click();
  await expect(cards(page)).toHaveCount(3);

  // What else is typed stays over the removal, and the next save meets no conflict.
  await cards(page).nth(2).getByLabel('Title').fill('Manager');
  await cards(page).nth(0).getByRole('button', { name: 'Remove' }).focus();
  await page.keyboard.press('Enter');
  await expect(cards(page)).toHaveCount(2);
  expect(changes).toEqual(['DELETE id-of-Ann']);
  expect(await publishedNames(page)).toEqual(['Bob', 'Cat']);
  await expect(cards(page).nth(0).getByLabel('Name')).toBeFocused();
  await expect(crew(page).getByText('Not saved yet')).toBeVisible();
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveText('Saved');
  expect((await published(page)).map(({ name, title }) => `${name} ${title}`)).toEqual([
    'Bob Operator',
    'Cat Manager',
  ]);
});

test('Whoever lacks one of the four is not saved, by the check of the browser alone', async ({ page }) => {
  await open(page);
  const changes = changesOf(page);
  await cards(page).nth(0).getByLabel('Phone number').fill('');
  await saveButton(page).click();
  await expect(cards(page).nth(0).getByLabel('Phone number')).toBeFocused();
  await expect(failure(crew(page))).toHaveCount(0);
  await cards(page).nth(0).getByLabel('Phone number').fill('  ');
  await page.keyboard.press('ControlOrMeta+s');
  expect(changes).toEqual([]);
  await cards(page).nth(0).getByLabel('Phone number').fill('-');
  await cards(page).nth(0).getByLabel('Title').fill('Manager');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(saveButton(page)).toHaveText('Saved');
  expect(changes).toEqual(['POST']);
  await expect(cards(page).nth(0).getByLabel('Name')).toHaveAttribute('maxlength', '200');
});

/** Saves and removals, and not the list that they are made in. */
const CHANGES = new RegExp(`${API.saveEmployees}(/.*)?$`);

const FAILURES = [
  ['503', 503, /status of 503/, /^The server answered 503\./],
  ['no network', 'gone', /ERR_CONNECTION_RESET/, /^The server did not answer\./],
] as const;

for (const [name, answer, problem, reason] of FAILURES) {
  test(`A save and a removal that fail are red, say why, and lose nothing: ${name}`, async ({
    page,
    expectProblem,
  }) => {
    expectProblem(problem);
    await page.route(CHANGES, (route) =>
      answer === 'gone' ? route.abort('connectionreset') : route.fulfill({ status: answer }),
    );
    await open(page);
    await cards(page).nth(0).getByLabel('Title').fill('Manager');
    await saveButton(page).click();
    await expect(saveButton(page)).toHaveText('Not saved');
    await expect(failure(crew(page))).toHaveText(reason);
    await expect(failure(crew(page))).toContainText('Your text is kept on this device.');
    await expect(saveButton(page)).toHaveText('Save');
    const card = cards(page).nth(1);
    await card.getByRole('button', { name: 'Remove' }).click();
    await expect(card.getByRole('button', { name: 'Not removed' })).toBeVisible();
    await expect(failure(card)).toHaveText(reason);
    await expect(card.getByRole('button', { name: 'Remove' })).toBeVisible();
    await expect(cards(page)).toHaveCount(3);

    await page.unroute(CHANGES);
    await card.getByRole('button', { name: 'Remove' }).click();
    await expect(cards(page)).toHaveCount(2);
    await saveButton(page).click();
    await expect(saveButton(page)).toHaveText('Saved');
    expect((await published(page)).map(({ title }) => title)).toEqual(['Manager', 'Operator']);
  });
}

test('A save or a removal after the end of the session fails here, and leads to signing in', async ({
  page,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 401/);
  await open(page);
  await cards(page).nth(0).getByLabel('Title').fill('Manager');
  await site.endSessions();
  await cards(page).nth(1).getByRole('button', { name: 'Remove' }).click();
  await expect(failure(cards(page).nth(1))).toContainText('You are signed out.');
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveText('Not saved');
  await expect(page).toHaveURL('/admin/dashboard');
  const reason = failure(crew(page)).filter({ hasText: 'kept on this device' });
  await expect(reason).toContainText('You are signed out.');
  await reason.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByLabel('Username').fill('Dana');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(cards(page).nth(0).getByLabel('Title')).toHaveValue('Manager');
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveText('Saved');
});

test('What was typed comes back after a reload, and Put back takes it out again', async ({ page }) => {
  await open(page);
  await cards(page).nth(1).getByRole('button', { name: 'Move up' }).click();
  await crew(page).getByRole('button', { name: 'Add employee' }).click();
  await cards(page).last().getByLabel('Name').fill('Dee');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(cards(page)).toHaveCount(4);
  expect(await names(page)).toEqual(['Bob', 'Ann', 'Cat', 'Dee']);
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect(sections.getByRole('link', { name: 'Employee Section 1 unsaved' })).toBeVisible();
  await crew(page).getByRole('button', { name: 'Put back' }).click();
  expect(await names(page)).toEqual(['Ann', 'Bob', 'Cat']);
});

test('What this device has kept and cannot be read is saved over nobody', async ({ page }) => {
  await open(page);
  await cards(page).nth(0).getByLabel('Name').fill('x');
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (!key.endsWith(':employees')) continue;
      const kept = JSON.parse(value as string) as object;
      localStorage.setItem(key, JSON.stringify({ ...kept, text: '[{"name":1}]' }));
    }
  });
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(cards(page)).toHaveCount(3);
  await saveButton(page).click();
  await expect(failure(crew(page))).toContainText('cannot be read');
  await crew(page).getByRole('button', { name: 'Put back' }).click();
  expect(await publishedNames(page)).toEqual(['Ann', 'Bob', 'Cat']);
});

for (const choice of ['Keep mine', 'Take theirs'] as const) {
  test(`The second of two who change the crew sees both lists and decides: ${choice}`, async ({
    page,
    browser,
    site,
    signIn,
    expectProblem,
  }) => {
    expectProblem(/status of 409/);
    await open(page);
    await using context = await browser.newContext({ baseURL: site.url });
    await signIn('Lee', context);
    const other = await context.newPage();
    await open(other);
    await cards(other).nth(2).getByRole('button', { name: 'Remove' }).click();
    await expect(cards(other)).toHaveCount(2);
    await cards(other).nth(1).getByLabel('Title').fill('Theirs');
    await saveButton(other).click();
    await expect(saveButton(other)).toHaveText('Saved');

    await cards(page).nth(0).getByLabel('Title').fill('Mine');
    // Neither a removal nor a save goes over what was not seen.
    await cards(page).nth(0).getByRole('button', { name: 'Remove' }).click();
    const theirs = crew(page).getByRole('group', { name: "Somebody else's list" });
    await expect(theirs).toContainText('Lee has changed this meanwhile to:');
    await saveButton(page).click();
    await expect(saveButton(page)).toHaveText('Not saved');
    await expect(theirs.getByRole('listitem')).toHaveText([
      /^Ann, Operator, -, - \(differs from yours\)$/,
      /^Bob, Theirs, -, - \(differs from yours\)$/,
    ]);
    expect(await names(page)).toEqual(['Ann', 'Bob', 'Cat']);
    await theirs.getByRole('button', { name: choice }).click();
    await expect(theirs).toHaveCount(0);
    if (choice === 'Keep mine') {
      await saveButton(page).click();
      await expect(saveButton(page)).toHaveText('Saved');
      expect((await published(page)).map(({ name, title }) => `${name} ${title}`)).toEqual([
        'Ann Mine',
        'Bob Operator',
        'Cat Operator',
      ]);
    } else {
      expect(await names(page)).toEqual(['Ann', 'Bob']);
      await expect(crew(page).getByText('Not saved yet')).toHaveCount(0);
      // From here on it is one's own list again.
      await cards(page).nth(0).getByRole('button', { name: 'Remove' }).click();
      await expect(cards(page)).toHaveCount(1);
      expect(await publishedNames(page)).toEqual(['Bob']);
    }
  });
}

test('A removal whose answer was lost is done when it is tried again', async ({ page, expectProblem }) => {
  expectProblem(/ERR_FAILED|status of 404/);
  await open(page);
  await page.route(
    `**${API.saveEmployees}/*`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await cards(page).nth(1).getByRole('button', { name: 'Remove' }).click();
  await expect(failure(cards(page).nth(1))).toContainText('The server did not answer.');
  await cards(page).nth(1).getByRole('button', { name: 'Remove' }).click();
  await expect(cards(page)).toHaveCount(2);
  await cards(page).nth(0).getByLabel('Title').fill('Manager');
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveText('Saved');
  expect(await publishedNames(page)).toEqual(['Ann', 'Cat']);
});

test('A crew that did not load says so, offers another try, and cannot be saved', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/status of 503/);
  await page.route(`**${API.employees}`, (route) => route.fulfill({ status: 503 }));
  await visit('/admin/dashboard');
  await expect(page.getByText('The employees could not be loaded. The server answered 503.')).toBeVisible();
  const section = page.locator('#employee-section');
  await expect(section.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await page.unroute(`**${API.employees}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cards(page)).toHaveCount(3);
});

test('Two hundred employees are edited and saved whole', async ({ page, site }) => {
  const many = Array.from({ length: 200 }, (_, index) => anEmployee(`Employee-${index}`));
  await site.with({ employees: many });
  await open(page);
  await expect(cards(page)).toHaveCount(200);
  await cards(page).nth(199).getByLabel('Title').fill('Last');
  await cards(page).nth(0).getByLabel('Title').fill('First');
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveText('Saved');
  const stored = await published(page);
  expect(stored).toHaveLength(200);
  expect([stored[0]?.title, stored[1]?.title, stored[199]?.title]).toEqual(['First', 'Operator', 'Last']);
  expect(await (await page.request.get('/about-us')).text()).toContain('Last');
});

test('The crew has no barrier, scrolls never sideways, and fits thumbs', async ({ page, expectProblem }) => {
  // Four looks at the whole editor.
  test.setTimeout(90_000);
  expectProblem(/status of 503/);
  await page.route(`**${API.saveEmployees}/*`, (route) => route.fulfill({ status: 503 }));
  await open(page);
  await cards(page).nth(0).getByLabel('Name').fill('a'.repeat(200));
  await cards(page).nth(1).getByRole('button', { name: 'Remove' }).click();
  await expect(failure(cards(page).nth(1))).toBeVisible();
  await expect(cards(page).nth(1).getByRole('button', { name: 'Remove' })).toBeVisible();
  await expectFits(page, { sections: ['employee-section'] });
});
