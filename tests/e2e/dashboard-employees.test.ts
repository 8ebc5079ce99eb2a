import type { Page } from '@playwright/test';
import type { Employee } from '#contract/employees.ts';
import { API } from '#contract/paths.ts';
import { aTestImage } from '#tests/support/test-images.ts';
import { failureIn, keepFlashesVisible, saveButtonIn } from './dashboard-page.ts';
import { textsOf } from './dashboard-tables-page.ts';
import { expectResponsive, showOnly } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';

const anEmployee = (name: string) => ({
  id: `id-of-${name}`,
  name,
  title: 'Operator',
  phoneNumber: '-',
  email: '-',
});
const CREW = [anEmployee('Ann'), anEmployee('Bob'), anEmployee('Cat')];

function crewOn(page: Page) {
  const group = page.getByRole('group', { name: 'Employees' });
  const cards = group.getByRole('listitem').filter({ has: page.getByLabel('Title') });
  const removed = group.getByRole('listitem').filter({ hasText: ' removed.' });
  return {
    group,
    cards,
    /** Returns a text box or button by the position of its card, from 0. */
    box: (position: number, label: string) => cards.nth(position).getByLabel(label),
    button: (position: number, name: string) => cards.nth(position).getByRole('button', { name }),
    names: () => textsOf(group.getByLabel('Name')),
    status: (text: string | RegExp) => group.getByRole('status').filter({ hasText: text }),
    removed,
    undo: (name: string) => removed.filter({ hasText: `${name} removed.` }).getByRole('button'),
    save: saveButtonIn(group, 'Save'),
    theirs: group.getByRole('group', { name: "Someone else's list" }),
  };
}

const published = async (page: Page) => (await (await page.request.get(API.employees)).json()) as Employee[];
const publishedTitles = async (page: Page) =>
  (await published(page)).map(({ name, title }) => `${name} ${title}`);
const lastPhoto = async (page: Page) => (await published(page)).at(-1)?.photoUrl;

async function open(page: Page) {
  const crew = crewOn(page);
  await page.goto('/admin/dashboard#employee-section');
  await expect(crew.cards.first()).toBeVisible();
  return crew;
}

test.beforeEach(async ({ site, signIn }) => {
  await site.with({ employees: CREW });
  await signIn();
});

test('requires all four fields, and reorders by buttons, keyboard, and dragging', async ({ page }) => {
  const crew = await open(page);
  const reason = (label: string) =>
    crew.box(0, label).evaluate((input: HTMLInputElement) => input.validationMessage);
  await crew.box(0, 'Phone number').fill('');
  await crew.save.click();
  await expect(crew.box(0, 'Phone number')).toBeFocused();
  expect(await reason('Phone number')).toBe('No phone? Type a dash (-).');
  await crew.box(0, 'Phone number').fill('  ');
  await page.keyboard.press('ControlOrMeta+s');
  expect(await reason('Phone number')).toBe('No phone? Type a dash (-).');
  await expect(failureIn(crew.group)).toHaveCount(0);
  expect(await published(page)).toEqual(CREW);
  await crew.group.getByRole('button', { name: 'Undo changes' }).click();
  expect(await reason('Phone number')).toBe('');
  await crew.box(0, 'Email').fill('');
  await crew.button(0, 'No email').click();
  await expect(crew.box(0, 'Email')).toHaveValue('-');

  const up = crew.button(2, 'Move up');
  await up.focus();
  await page.keyboard.press('Enter');
  await expect.poll(crew.names).toEqual(['Ann', 'Cat', 'Bob']);
  await expect(crew.button(1, 'Move up')).toBeFocused();
  await crew.button(0, 'Move down').click();
  await expect.poll(crew.names).toEqual(['Cat', 'Ann', 'Bob']);
  await crew.cards.nth(2).getByTestId('grip').dragTo(crew.cards.nth(0));
  await expect.poll(crew.names).toEqual(['Bob', 'Cat', 'Ann']);

  await crew.group.getByRole('button', { name: 'Add employee' }).click();
  await expect(crew.cards.last().getByLabel('Name')).toBeFocused();
  const markOf = (label: string) =>
    crew.cards
      .last()
      .getByText(label, { exact: true })
      .evaluate((of) => getComputedStyle(of, '::after').content);
  expect(await markOf('Title')).toContain('required');
  expect((await crew.button(3, 'No phone').boundingBox())?.height).toBeGreaterThanOrEqual(44);
  for (const label of ['Name', 'Title', 'Phone number', 'Email'])
    await crew.cards.last().getByLabel(label).fill('Dee');
  await crew.box(3, 'Email').press('Enter');
  await expect(crew.save).toHaveText('Saved');
  await expect(crew.box(3, 'Email')).toBeFocused();
  expect(await publishedTitles(page)).toEqual(['Bob Operator', 'Cat Operator', 'Ann Operator', 'Dee Dee']);

  await test.step('uploads a photo where it shows, and removes it', async () => {
    const photo = crew.cards.nth(3).getByRole('group', { name: 'Photo' });
    const choose = photo.getByRole('button', { name: 'Choose an image' });
    await choose.click();
    const buffer = await aTestImage().png().toBuffer();
    const input = photo.getByLabel('Upload an image');
    await input.setInputFiles({ name: 'dee_at_work.png', mimeType: 'image/png', buffer });
    await expect(photo.getByRole('img', { name: 'The photo' })).toBeVisible();
    await expect(choose).toBeFocused();
    await crew.save.click();
    await expect.poll(() => lastPhoto(page)).toMatch(/^\/images\/dee-at-work-/);
    await photo.getByRole('button', { name: 'Remove image' }).click();
    await expect(choose).toBeFocused();
    await crew.save.click();
    await expect.poll(() => lastPhoto(page)).toBeUndefined();
  });
});

test('removes employees, and restores them with unsaved edits, also after a failure and a reload', async ({
  page,
  context,
  expectProblem,
}) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED/);
  const crew = await open(page);
  await crew.group.getByRole('button', { name: 'Add employee' }).click();
  await crew.button(3, 'Remove').click();
  await expect(crew.cards).toHaveCount(3);
  await expect(crew.box(2, 'Name')).toBeFocused();
  await crew.box(1, 'Email').fill('');
  await crew.button(1, 'Remove').click();
  await expect(crew.cards).toHaveCount(2);
  expect(await published(page)).toEqual(CREW);
  await crew.group.getByRole('button', { name: 'Undo changes' }).click();

  await crew.box(0, 'Title').fill('Manager');
  await crew.box(1, 'Title').fill('Driver');
  await crew.button(1, 'Remove').press('Enter');
  await expect(crew.undo('Bob')).toBeFocused();
  await expect(crew.status('Bob removed.')).toHaveCount(1);
  const slow = Promise.withResolvers<void>();
  await page.route(`**${API.saveEmployees}/*`, async (route) => {
    await slow.promise;
    await route.continue();
  });
  await crew.button(0, 'Remove').click();
  await crew.box(1, 'Title').focus();
  slow.resolve();
  await expect(crew.removed).toHaveText([/^Ann removed\./, /^Bob removed\./]);
  await expect(crew.box(0, 'Title')).toBeFocused();
  expect(await publishedTitles(page)).toEqual(['Cat Operator']);

  await context.setOffline(true);
  await crew.undo('Bob').press('Enter');
  await expect(failureIn(crew.removed.nth(1))).toContainText("We couldn't reach the website.");
  await context.setOffline(false);
  await crew.undo('Bob').press('Enter');
  await expect(crew.box(0, 'Name')).toBeFocused();
  await expect(crew.status('Bob restored.')).toHaveCount(1);
  await expect(crew.box(0, 'Title')).toHaveValue('Driver');
  await expect(crew.group.locator('p', { hasText: 'Not saved yet' })).toHaveText(/^Not saved yet ?Bob/);

  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(crew.box(0, 'Title')).toHaveValue('Driver');
  await crew.undo('Ann').click();
  await expect(crew.removed).toHaveCount(0);
  await expect(crew.box(0, 'Title')).toHaveValue('Manager');
  expect(await published(page)).toEqual(CREW);
  await crew.save.click();
  await expect(crew.status('by you')).toBeVisible();
  expect(await publishedTitles(page)).toEqual(['Ann Manager', 'Bob Driver', 'Cat Operator']);
});

test(
  'merges changes of two people, and has no accessibility violations, overflow, or small targets',
  { tag: '@thorough' },
  async ({ page, browser, site, signIn, expectProblem }) => {
    test.slow();
    await site.with({ employees: [...CREW, { ...anEmployee('A'.repeat(200)), id: 'long' }] });
    await using lee = await browser.newContext({ baseURL: site.url });
    await signIn('Lee', lee);
    await keepFlashesVisible(page);
    const crew = await open(page);
    const saveByLee = async (data: unknown) =>
      expect((await lee.request.post(API.saveEmployees, { data })).status()).toBe(200);

    await test.step('merges different changes, and asks where both changed the same', async () => {
      expectProblem(/status of 409/);
      await saveByLee([CREW[0], { ...CREW[1], title: 'Theirs' }, CREW[2]]);
      await crew.box(0, 'Title').fill('Mine');
      await crew.save.click();
      await expect(crew.group.getByText(/^Saved\. Lee's changes of .+ are included\.$/)).toBeVisible();
      expect(await publishedTitles(page)).toEqual(['Ann Mine', 'Bob Theirs', 'Cat Operator']);

      await saveByLee([{ ...CREW[0], title: 'Theirs' }, CREW[2]]);
      await crew.box(0, 'Title').fill('Mine again');
      await crew.box(1, 'Title').fill('Driver');
      await crew.save.click();
      await expect(crew.theirs).toContainText(/^Lee changed this at .* Choose which to keep:/);
      const title = crew.theirs.getByRole('group', { name: 'Ann, Title' });
      await expect(title.getByRole('radio', { name: 'Yours: Mine again' })).toBeChecked();
      await title.getByRole('radio', { name: /^Lee, .+: Theirs$/ }).check();
      await expect(crew.theirs.getByRole('group', { name: 'Bob' })).toContainText('Removed');
      await crew.theirs.getByRole('button', { name: 'Use these' }).click();
      await expect(crew.theirs).toHaveCount(0);
      await expect(crew.box(0, 'Title')).toHaveValue('Theirs');
      await crew.save.click();
      await expect.poll(() => publishedTitles(page)).toEqual(['Ann Theirs', 'Bob Driver', 'Cat Operator']);
    });

    await crew.button(2, 'Remove').click();
    await expect(crew.removed).toHaveCount(1);
    expectProblem(/status of 503/);
    await page.route(`**${API.saveEmployees}/*`, (route) => route.fulfill({ status: 503 }));
    await crew.box(0, 'Name').fill('a'.repeat(200));
    await crew.button(1, 'Remove').click();
    await expect(failureIn(crew.cards.nth(1))).toContainText('(error 503)');
    await expect(crew.button(1, 'Not removed')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await showOnly(page, ['employee-section']);
    await crew.group.getByRole('button', { name: /^Employee 1 / }).click();
    await crew.box(0, 'Email').focus();
    for (const button of [crew.group.getByRole('button', { name: 'Add employee' }), crew.save])
      await expect(button).toBeInViewport({ ratio: 1 });
    await expectResponsive(page, { sections: ['employee-section'] });
  },
);
