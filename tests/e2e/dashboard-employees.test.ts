import type { Locator, Page } from '@playwright/test';
import type { Employee } from '#contract/employees.ts';
import { NEW_ID_SUFFIX } from '#contract/item-id.ts';
import { API } from '#contract/paths.ts';
import { keepFlashesVisible } from './dashboard-page.ts';
import { expectResponsive } from './expect-responsive.ts';
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
const failure = (container: Locator) => container.getByRole('alert').filter({ hasText: /./ });
const published = async (page: Page) => (await (await page.request.get(API.employees)).json()) as Employee[];
const publishedNames = async (page: Page) => (await published(page)).map(({ name }) => name);

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
  await card.getByLabel('Email').fill(employee.email);
}

const open = async (page: Page) => {
  await page.goto('/admin/dashboard');
  await expect(cards(page).first()).toBeVisible();
};

test.beforeEach(async ({ site, signIn }) => {
  await site.with({ employees: CREW });
  await signIn();
});

test("saves a new employee under the server's id, and saves text typed during the save afterwards", async ({
  page,
}) => {
  await open(page);
  const sent: Employee[][] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${API.saveEmployees}`, async (route) => {
    sent.push(route.request().postDataJSON() as Employee[]);
    await promise;
    await route.continue();
  });
  await crew(page).getByRole('button', { name: 'Add employee' }).click();
  await expect(cards(page).last().getByLabel('Name')).toBeFocused();
  await fill(cards(page).last(), { name: 'Dee', title: 'Driver', phoneNumber: '555', email: '-' });
  await expect(crew(page).getByRole('status').filter({ hasText: 'Not saved yet' })).toBeVisible();
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveText('Saving…');
  await cards(page).last().getByLabel('Title').fill('Agronomist');
  // Pressed during a save, so it saves the new text afterwards.
  await saveButton(page).click();
  resolve();
  await expect.poll(async () => (await published(page)).at(-1)?.title).toBe('Agronomist');
  await expect(crew(page).getByText(/^Saved at /)).toBeVisible();
  await expect(cards(page)).toHaveCount(4);

  const stored = await published(page);
  expect(stored.map(({ name }) => name)).toEqual(['Ann', 'Bob', 'Cat', 'Dee']);
  expect(stored[3]?.id.endsWith(NEW_ID_SUFFIX)).toBe(false);
  const [first, second] = sent;
  expect(first?.slice(0, 3)).toEqual(CREW);
  expect(first?.[3]?.id).toMatch(/^[0-9a-f-]{36}_new$/);
  expect(second).toEqual(stored);
  expect(await (await page.request.get('/about-us')).text()).toContain('Dee');
});

test('requires all four fields before a request, and reorders by buttons, keyboard and dragging', async ({
  page,
}) => {
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
  const ordered = page.waitForResponse(`**${API.saveEmployees}`);
  await saveButton(page).click();
  expect((await ordered).status()).toBe(200);
  expect(await publishedNames(page)).toEqual(['Bob', 'Ann', 'Cat']);
});

test('removes a saved employee with a request, and an incomplete one without', async ({ page }) => {
  await open(page);
  const changes = changesOf(page);
  await crew(page).getByRole('button', { name: 'Add employee' }).click();
  await cards(page).last().getByLabel('Name').fill('Dee');
  await cards(page).last().getByRole('button', { name: 'Remove' }).click();
  await expect(cards(page)).toHaveCount(3);
  expect(changes).toEqual([]);
  await expect(crew(page).getByText('Not saved yet')).toHaveCount(0);

  await cards(page).nth(1).getByLabel('Email').fill('');
  await cards(page).nth(1).getByRole('button', { name: 'Remove' }).click();
  await expect(cards(page)).toHaveCount(2);
  expect(changes).toEqual([]);
  expect(await publishedNames(page)).toEqual(['Ann', 'Bob', 'Cat']);
  await crew(page).getByRole('button', { name: 'Undo changes' }).click();
  await expect(cards(page)).toHaveCount(3);

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

/** Matches saves and removals, but not the request for the list. */
const CHANGES = new RegExp(`${API.saveEmployees}(/.*)?$`);

test('keeps the draft when saving or removing fails, or the session ends, also after signing in again', async ({
  page,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 503/);
  expectProblem(/status of 401/);
  await page.route(CHANGES, (route) => route.fulfill({ status: 503 }));
  await open(page);
  await cards(page).nth(0).getByLabel('Title').fill('Manager');
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveText('Not saved');
  await expect(failure(crew(page))).toHaveText(
    /^The website isn't responding right now \(error 503\)\. Try again in a minute\./,
  );
  await expect(failure(crew(page))).toContainText('What you typed is still here, on this device.');
  const card = cards(page).nth(1);
  await card.getByRole('button', { name: 'Remove' }).click();
  await expect(card.getByRole('button', { name: 'Not removed' })).toBeVisible();
  await expect(failure(card)).toHaveText(
    /^The website isn't responding right now \(error 503\)\. Try again in a minute\./,
  );
  await expect(cards(page)).toHaveCount(3);
  await page.unroute(CHANGES);

  await site.endSessions();
  await card.getByRole('button', { name: /Remove|Not removed/ }).click();
  await expect(failure(card)).toContainText("You're signed out.");
  await saveButton(page).click();
  const reason = failure(crew(page)).filter({ hasText: 'still here, on this device' });
  await expect(reason).toContainText("You're signed out.");
  await expect(saveButton(page)).toHaveText('Not saved');
  await expect(page).toHaveURL('/admin/dashboard');
  await cards(page).nth(1).getByRole('button', { name: 'Move up' }).click();
  await crew(page).getByRole('button', { name: 'Add employee' }).click();
  await reason.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByLabel('Username').fill('Dana');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();

  await expect(cards(page)).toHaveCount(4);
  expect(await names(page)).toEqual(['Bob', 'Ann', 'Cat', '']);
  await expect(cards(page).nth(1).getByLabel('Title')).toHaveValue('Manager');
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect(sections.getByRole('link', { name: 'Employee Section 1 unsaved' })).toBeVisible();
  await cards(page).last().getByRole('button', { name: 'Remove' }).click();
  await cards(page).nth(0).getByRole('button', { name: 'Remove' }).click();
  await expect(cards(page)).toHaveCount(2);
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveText('Saved');
  expect((await published(page)).map(({ name, title }) => `${name} ${title}`)).toEqual([
    'Ann Manager',
    'Cat Operator',
  ]);
});

test('shows both lists on a conflict between administrators, and keeps or discards the draft', async ({
  page,
  browser,
  site,
  signIn,
  expectProblem,
}) => {
  expectProblem(/status of 409/);
  await open(page);
  await using lee = await browser.newContext({ baseURL: site.url });
  await signIn('Lee', lee);
  const saveByLee = async () => {
    const data = [CREW[0], { ...CREW[1], title: 'Theirs' }];
    expect((await lee.request.delete(`${API.saveEmployees}/${CREW[2]?.id}`)).status()).toBe(200);
    expect((await lee.request.post(API.saveEmployees, { data })).status()).toBe(200);
  };
  const theirs = crew(page).getByRole('group', { name: "Someone else's list" });
  await saveByLee();
  await cards(page).nth(0).getByLabel('Title').fill('Mine');
  await cards(page).nth(0).getByRole('button', { name: 'Remove' }).click();
  await expect(theirs).toContainText('Lee changed this while you were editing. Their version:');
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveText('Not saved');
  await expect(theirs.getByRole('listitem')).toHaveText([
    /^Ann, Operator, -, - \(different from yours\)$/,
    /^Bob, Theirs, -, - \(different from yours\)$/,
  ]);
  expect(await names(page)).toEqual(['Ann', 'Bob', 'Cat']);
  await theirs.getByRole('button', { name: 'Keep mine' }).click();
  await expect(theirs).toHaveCount(0);
  await saveButton(page).click();
  await expect(saveButton(page)).toHaveText('Saved');
  expect((await published(page)).map(({ name, title }) => `${name} ${title}`)).toEqual([
    'Ann Mine',
    'Bob Operator',
    'Cat Operator',
  ]);

  const [, , cat] = await published(page);
  expect((await lee.request.delete(`${API.saveEmployees}/${cat?.id}`)).status()).toBe(200);
  await cards(page).nth(0).getByLabel('Title').fill('Mine again');
  await saveButton(page).click();
  await theirs.getByRole('button', { name: 'Use theirs' }).click();
  await expect(theirs).toHaveCount(0);
  expect(await names(page)).toEqual(['Ann', 'Bob']);
  await expect(crew(page).getByText('Not saved yet')).toHaveCount(0);
  await cards(page).nth(0).getByRole('button', { name: 'Remove' }).click();
  await expect(cards(page)).toHaveCount(1);
  expect(await publishedNames(page)).toEqual(['Bob']);

  await cards(page).nth(0).getByLabel('Name').fill('x');
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (!key.endsWith(':employees')) continue;
      const draft = JSON.parse(value as string) as object;
      localStorage.setItem(key, JSON.stringify({ ...draft, text: '[{"name":1}]' }));
    }
  });
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await saveButton(page).click();
  await expect(failure(crew(page))).toContainText("We can't read the changes");
  await crew(page).getByRole('button', { name: 'Undo changes' }).click();
  expect(await publishedNames(page)).toEqual(['Bob']);
});

test('edits and saves 200 employees', { tag: '@long' }, async ({ page, site }) => {
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

test('has no accessibility violations, overflow or small targets, also after a failed removal', async ({
  page,
  expectProblem,
}) => {
  test.slow();
  expectProblem(/status of 503/);
  await keepFlashesVisible(page);
  await page.route(`**${API.saveEmployees}/*`, (route) => route.fulfill({ status: 503 }));
  await open(page);
  await cards(page).nth(0).getByLabel('Name').fill('a'.repeat(200));
  await cards(page).nth(1).getByRole('button', { name: 'Remove' }).click();
  await expect(failure(cards(page).nth(1))).toBeVisible();
  await expectResponsive(page, { sections: ['employee-section'] });
});
