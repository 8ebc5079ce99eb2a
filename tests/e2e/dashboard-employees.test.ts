import type { Locator, Page } from '@playwright/test';
import type { Employee } from '#contract/employees.ts';
import { NEW_ID_SUFFIX } from '#contract/item-id.ts';
import { API } from '#contract/paths.ts';
import { failureIn, keepFlashesVisible, saveButtonIn } from './dashboard-page.ts';
import { textsOf } from './dashboard-tables-page.ts';
import { expectResponsive, showOnly } from './expect-responsive.ts';
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

function crewOn(page: Page) {
  const group = page.getByRole('group', { name: 'Employees' });
  const cards = group.getByRole('listitem').filter({ has: page.getByLabel('Title') });
  return {
    group,
    cards,
    /** Returns a text box or button by the position of its card, from 0. */
    box: (position: number, label: string) => cards.nth(position).getByLabel(label),
    button: (position: number, name: string) => cards.nth(position).getByRole('button', { name }),
    names: () => textsOf(group.getByLabel('Name')),
    removed: group.getByRole('listitem').filter({ hasText: ' removed.' }),
    undo: (name: string) =>
      group
        .getByRole('listitem')
        .filter({ hasText: `${name} removed.` })
        .getByRole('button'),
    save: saveButtonIn(group, 'Save'),
    failure: failureIn(group),
    theirs: group.getByRole('group', { name: "Someone else's list" }),
  };
}

const published = async (page: Page) => (await (await page.request.get(API.employees)).json()) as Employee[];
const publishedNames = async (page: Page) => (await published(page)).map(({ name }) => name);
const publishedTitles = async (page: Page) =>
  (await published(page)).map(({ name, title }) => `${name} ${title}`);

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

async function open(page: Page) {
  const crew = crewOn(page);
  await page.goto('/admin/dashboard');
  await expect(crew.cards.first()).toBeVisible();
  return crew;
}

test.beforeEach(async ({ site, signIn }) => {
  await site.with({ employees: CREW });
  await signIn();
});

test("saves a new employee under the server's id, and saves text typed during the save afterwards", async ({
  page,
}) => {
  const crew = await open(page);
  const sent: Employee[][] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${API.saveEmployees}`, async (route) => {
    sent.push(route.request().postDataJSON() as Employee[]);
    await promise;
    await route.continue();
  });
  await crew.group.getByRole('button', { name: 'Add employee' }).click();
  await expect(crew.cards.last().getByLabel('Name')).toBeFocused();
  await fill(crew.cards.last(), { name: 'Dee', title: 'Driver', phoneNumber: '555', email: '-' });
  await expect(crew.group.getByRole('status').filter({ hasText: 'Not saved yet' })).toBeVisible();
  await crew.save.click();
  await expect(crew.save).toHaveText('Saving…');
  await crew.cards.last().getByLabel('Title').fill('Agronomist');
  // Pressed during a save, so it saves the new text afterwards.
  await crew.save.click();
  resolve();
  await expect.poll(async () => (await published(page)).at(-1)?.title).toBe('Agronomist');
  await expect(crew.group.getByText(/^Last saved today at /)).toBeVisible();
  await expect(crew.cards).toHaveCount(4);

  const stored = await published(page);
  expect(stored.map(({ name }) => name)).toEqual(['Ann', 'Bob', 'Cat', 'Dee']);
  expect(stored[3]?.id.endsWith(NEW_ID_SUFFIX)).toBe(false);
  const [first, second] = sent;
  expect(first?.slice(0, 3)).toEqual(CREW);
  expect(first?.[3]?.id).toMatch(/^[0-9a-f]{32}_new$/);
  expect(second).toEqual(stored);
  expect(await (await page.request.get('/about-us')).text()).toContain('Dee');
});

test('requires all four fields before a request, and reorders by buttons, keyboard and dragging', async ({
  page,
}) => {
  const crew = await open(page);
  const changes = changesOf(page);
  await crew.box(0, 'Phone number').fill('');
  await crew.save.click();
  await expect(crew.box(0, 'Phone number')).toBeFocused();
  await expect(crew.failure).toHaveCount(0);
  const reason = (label: string) =>
    crew.box(0, label).evaluate((input: HTMLInputElement) => input.validationMessage);
  expect(await reason('Phone number')).toBe('No phone? Type a dash (-).');
  await crew.box(0, 'Phone number').fill('  ');
  await page.keyboard.press('ControlOrMeta+s');
  expect(await reason('Phone number')).toBe('No phone? Type a dash (-).');
  expect(changes).toEqual([]);
  await crew.box(0, 'Email').fill('');
  await crew.group.getByRole('button', { name: 'Undo changes' }).click();
  for (const label of ['Phone number', 'Email']) expect(await reason(label)).toBe('');
  await crew.box(0, 'Title').fill('Manager');
  await crew.box(0, 'Title').press('Enter');
  await expect(crew.save).toHaveText('Saved');
  expect(changes).toEqual(['POST']);
  await expect(crew.box(0, 'Name')).toHaveAttribute('maxlength', '200');

  const up = crew.button(2, 'Move up');
  await up.focus();
  await page.keyboard.press('Enter');
  expect(await crew.names()).toEqual(['Ann', 'Cat', 'Bob']);
  await page.keyboard.press('Enter');
  expect(await crew.names()).toEqual(['Cat', 'Ann', 'Bob']);
  await expect(crew.button(0, 'Move up')).toBeFocused();
  await page.keyboard.press('Enter');
  await crew.button(0, 'Move down').click();
  expect(await crew.names()).toEqual(['Ann', 'Cat', 'Bob']);
  await crew.cards.nth(2).getByTestId('grip').dragTo(crew.cards.nth(0));
  await expect.poll(crew.names).toEqual(['Bob', 'Ann', 'Cat']);
  const ordered = page.waitForResponse(`**${API.saveEmployees}`);
  await crew.save.click();
  expect((await ordered).status()).toBe(200);
  expect(await publishedNames(page)).toEqual(['Bob', 'Ann', 'Cat']);
});

test('removes a saved employee with a request, and an incomplete one without', async ({ page }) => {
  const crew = await open(page);
  const changes = changesOf(page);
  await crew.group.getByRole('button', { name: 'Add employee' }).click();
  await crew.cards.last().getByLabel('Name').fill('Dee');
  await crew.cards.last().getByRole('button', { name: 'Remove' }).click();
  await expect(crew.cards).toHaveCount(3);
  expect(changes).toEqual([]);
  await expect(crew.group.getByText('Not saved yet')).toHaveCount(0);

  await crew.box(1, 'Email').fill('');
  await crew.button(1, 'Remove').click();
  await expect(crew.cards).toHaveCount(2);
  expect(changes).toEqual([]);
  expect(await publishedNames(page)).toEqual(['Ann', 'Bob', 'Cat']);
  await crew.group.getByRole('button', { name: 'Undo changes' }).click();
  await expect(crew.cards).toHaveCount(3);

  await crew.box(2, 'Title').fill('Manager');
  await crew.button(0, 'Remove').focus();
  await page.keyboard.press('Enter');
  await expect(crew.cards).toHaveCount(2);
  expect(changes).toEqual(['DELETE id-of-Ann']);
  expect(await publishedNames(page)).toEqual(['Bob', 'Cat']);
  await expect(crew.undo('Ann')).toBeFocused();
  await expect(crew.group.getByText('Not saved yet')).toBeVisible();
  await crew.save.click();
  await expect(crew.save).toHaveText('Saved');
  expect(await publishedTitles(page)).toEqual(['Bob Operator', 'Cat Manager']);
});

test('restores removed employees in their places with unsaved edits, also after a failure and a reload', async ({
  page,
  context,
  browser,
  site,
  signIn,
  expectProblem,
}) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED/);
  expectProblem(/status of 401/);
  const crew = await open(page);
  const announced = (text: string) => crew.group.getByRole('status').filter({ hasText: text });
  await crew.box(0, 'Title').fill('Manager');
  await crew.box(1, 'Title').fill('Driver');
  await crew.button(1, 'Remove').click();
  await expect(crew.undo('Bob')).toBeVisible();
  await expect(announced('Bob removed.')).toHaveCount(1);
  await crew.button(0, 'Remove').click();
  await expect(crew.removed).toHaveText([/^Ann removed\./, /^Bob removed\./]);
  expect(await publishedNames(page)).toEqual(['Cat']);
  await expect(crew.group.getByText(/^Last saved today at .* by you$/)).toBeVisible();

  await context.setOffline(true);
  await crew.undo('Bob').press('Enter');
  await expect(failureIn(crew.removed.nth(1))).toContainText("We couldn't reach the website.");
  await context.setOffline(false);
  await site.endSessions();
  await crew.undo('Bob').press('Enter');
  await expect(failureIn(crew.removed.nth(1))).toContainText("You're signed out.");
  await signIn();

  // The list is changed elsewhere; both changes are kept.
  await using lee = await browser.newContext({ baseURL: site.url });
  await signIn('Lee', lee);
  const cat = { ...CREW[2], title: 'Theirs' };
  expect((await lee.request.post(API.saveEmployees, { data: [cat] })).status()).toBe(200);
  await crew.undo('Bob').press('Enter');
  await expect(crew.box(0, 'Name')).toBeFocused();
  await expect(announced('Bob restored.')).toHaveCount(1);
  expect(await published(page)).toEqual([CREW[1], cat]);
  await expect(crew.box(0, 'Title')).toHaveValue('Driver');
  await expect(crew.box(1, 'Title')).toHaveValue('Theirs');
  await expect(crew.group.getByText('Not saved yet')).toBeVisible();

  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(crew.box(0, 'Title')).toHaveValue('Driver');
  await crew.undo('Ann').click();
  await expect(crew.removed).toHaveCount(0);
  expect(await crew.names()).toEqual(['Ann', 'Bob', 'Cat']);
  expect(await published(page)).toEqual([CREW[0], CREW[1], cat]);
  await expect(crew.box(0, 'Title')).toHaveValue('Manager');

  await crew.save.click();
  await expect(crew.group.getByRole('status').filter({ hasText: 'by you' })).toBeVisible();
  expect(await publishedTitles(page)).toEqual(['Ann Manager', 'Bob Driver', 'Cat Theirs']);
  expect((await lee.request.post(API.saveEmployees, { data: CREW })).status()).toBe(200);
  await page.reload();
  await expect(crew.group.getByText(/^Last saved today at .* by Lee$/)).toBeVisible();
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
  const crew = await open(page);
  await crew.box(0, 'Title').fill('Manager');
  await crew.save.click();
  await expect(crew.save).toHaveText('Not saved');
  await expect(crew.failure).toHaveText(
    /^The website isn't responding right now \(error 503\)\. Try again in a minute\./,
  );
  await expect(crew.failure).toContainText('What you typed is still here, on this device.');
  const card = crew.cards.nth(1);
  await card.getByRole('button', { name: 'Remove' }).click();
  await expect(card.getByRole('button', { name: 'Not removed' })).toBeVisible();
  await expect(failureIn(card)).toHaveText(
    /^The website isn't responding right now \(error 503\)\. Try again in a minute\./,
  );
  await expect(crew.cards).toHaveCount(3);
  await page.unroute(CHANGES);

  await site.endSessions();
  await card.getByRole('button', { name: /Remove|Not removed/ }).click();
  await expect(failureIn(card)).toContainText("You're signed out.");
  await crew.save.click();
  const reason = crew.failure.filter({ hasText: 'still here, on this device' });
  await expect(reason).toContainText("You're signed out.");
  await expect(crew.save).toHaveText('Not saved');
  await expect(page).toHaveURL('/admin/dashboard');
  await crew.button(1, 'Move up').click();
  await crew.group.getByRole('button', { name: 'Add employee' }).click();
  await reason.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByLabel('Username').fill('Dana');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();

  await expect(crew.cards).toHaveCount(4);
  expect(await crew.names()).toEqual(['Bob', 'Ann', 'Cat', '']);
  await expect(crew.box(1, 'Title')).toHaveValue('Manager');
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect(sections.getByRole('link', { name: 'Employee Section 1 unsaved' })).toBeVisible();
  await crew.cards.last().getByRole('button', { name: 'Remove' }).click();
  await crew.button(0, 'Remove').click();
  await expect(crew.cards).toHaveCount(2);
  await crew.save.click();
  await expect(crew.save).toHaveText('Saved');
  expect(await publishedTitles(page)).toEqual(['Ann Manager', 'Cat Operator']);
});

test('merges changes of two administrators, and lets one choose where both changed the same', async ({
  page,
  browser,
  site,
  signIn,
  expectProblem,
}) => {
  expectProblem(/status of 409/);
  const crew = await open(page);
  await using lee = await browser.newContext({ baseURL: site.url });
  await signIn('Lee', lee);
  const saveByLee = async (data: unknown) =>
    expect((await lee.request.post(API.saveEmployees, { data })).status()).toBe(200);
  await saveByLee([CREW[0], { ...CREW[1], title: 'Theirs' }]);
  await crew.box(0, 'Title').fill('Mine');
  await crew.save.click();
  await expect(crew.group.getByText(/^Saved\. Lee's changes of .+ are included\.$/)).toBeVisible();
  expect(await publishedTitles(page)).toEqual(['Ann Mine', 'Bob Theirs']);
  expect(await crew.names()).toEqual(['Ann', 'Bob']);

  await saveByLee([{ ...CREW[0], title: 'Theirs', email: 'ann@example.com' }]);
  await crew.box(0, 'Title').fill('Mine again');
  await crew.box(0, 'Phone').fill('555-0100');
  await crew.box(1, 'Title').fill('Driver');
  await crew.save.click();
  await expect(crew.save).toHaveText('Not saved');
  await expect(crew.theirs).toContainText('Lee changed this while you were editing. Choose which to keep:');
  const title = crew.theirs.getByRole('group', { name: 'Ann, Title' });
  await expect(title.getByRole('radio', { name: 'Yours: Mine again' })).toBeChecked();
  await title.getByRole('radio', { name: /^Lee, .+: Theirs$/ }).check();
  await expect(crew.theirs.getByRole('group', { name: 'Bob' })).toContainText('Removed');
  await crew.theirs.getByRole('button', { name: 'Use these' }).click();
  await expect(crew.theirs).toHaveCount(0);
  await expect(crew.box(0, 'Title')).toHaveValue('Theirs');
  await crew.save.click();
  await expect(crew.save).toHaveText('Saved');
  expect(await publishedTitles(page)).toEqual(['Ann Theirs', 'Bob Driver']);
  const [ann] = await published(page);
  expect([ann?.phoneNumber, ann?.email]).toEqual(['555-0100', 'ann@example.com']);

  await crew.button(0, 'Remove').click();
  await expect(crew.cards).toHaveCount(1);
  expect(await publishedNames(page)).toEqual(['Bob']);

  await crew.box(0, 'Name').fill('x');
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (!key.endsWith(':employees')) continue;
      const draft = JSON.parse(value as string) as object;
      localStorage.setItem(key, JSON.stringify({ ...draft, text: '[{"name":1}]' }));
    }
  });
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(crew.cards).toHaveCount(1);
  await crew.save.click();
  await expect(crew.failure).toContainText("We can't read the changes");
  await crew.group.getByRole('button', { name: 'Undo changes' }).click();
  expect(await publishedNames(page)).toEqual(['Bob']);
});

test('edits and saves 200 employees', { tag: '@long' }, async ({ page, site }) => {
  const many = Array.from({ length: 200 }, (_, index) => anEmployee(`Employee-${index}`));
  await site.with({ employees: many });
  const crew = await open(page);
  await expect(crew.cards).toHaveCount(200);
  await crew.box(199, 'Title').fill('Last');
  await crew.box(0, 'Title').fill('First');
  await crew.save.click();
  await expect(crew.save).toHaveText('Saved');
  const stored = await published(page);
  expect(stored).toHaveLength(200);
  expect([stored[0]?.title, stored[1]?.title, stored[199]?.title]).toEqual(['First', 'Operator', 'Last']);
  expect(await (await page.request.get('/about-us')).text()).toContain('Last');
});

test(
  'has no accessibility violations, overflow or small targets, also after removals',
  { tag: '@thorough' },
  async ({ page, site, expectProblem }) => {
    test.slow();
    expectProblem(/status of 503/);
    await keepFlashesVisible(page);
    await site.with({ employees: [...CREW, anEmployee('A'.repeat(200), { id: 'long' })] });
    const crew = await open(page);
    await crew.button(3, 'Remove').click();
    await expect(crew.removed).toHaveCount(1);
    await page.route(`**${API.saveEmployees}/*`, (route) => route.fulfill({ status: 503 }));
    await crew.box(0, 'Name').fill('a'.repeat(200));
    await crew.button(1, 'Remove').click();
    await expect(failureIn(crew.cards.nth(1))).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await showOnly(page, ['employee-section']);
    await crew.group.getByRole('button', { name: /^Employee 1 / }).click();
    await crew.box(0, 'Email').focus();
    for (const button of [crew.group.getByRole('button', { name: 'Add employee' }), crew.save])
      await expect(button).toBeInViewport({ ratio: 1 });
    await expectResponsive(page, { sections: ['employee-section'] });
  },
);
