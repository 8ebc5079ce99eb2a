import type { Page } from '@playwright/test';
import type { Locations } from '#contract/locations.ts';
import type { CashBids } from '#contract/cash-bids.ts';
import { IMAGE_TYPE } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { aBid } from '#tests/support/a-bid.ts';
import { failureIn, saveButtonIn } from './dashboard-page.ts';
import { expectResponsive } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';
import { aTestImage, serveTestImages } from './test-images.ts';

const NORTH = {
  id: 'north',
  name: 'North Elevator',
  phoneNumber: '660-555-0170',
  normalMonFri: '8:00 am - 4:00 pm',
};
const SOUTH = { id: 'south', name: 'South' };

function locationsOn(page: Page) {
  const group = page.getByRole('group', { name: 'Locations', exact: true });
  const card = (name: string) => group.getByRole('group', { name, exact: true });
  return {
    group,
    card,
    row: (name: string | RegExp) => group.getByRole('button', { name }),
    box: (name: string, label: string) => card(name).getByRole('textbox', { name: label }),
    save: saveButtonIn(group, 'Save'),
    failure: failureIn(group),
    names: () => group.locator('[data-row-toggle]').allInnerTexts(),
  };
}

const published = async (page: Page) => (await (await page.request.get(API.locations)).json()) as Locations;

async function open(page: Page) {
  const locations = locationsOn(page);
  await page.goto('/admin/dashboard#locations');
  await expect(locations.row(/^Location 1 North Elevator/)).toBeVisible();
  return locations;
}

test.beforeEach(async ({ site, signIn }) => {
  test.slow();
  await site.with({ locations: [NORTH, SOUTH] });
  await signIn();
});

test('adds a location with special days and an image, and shows it on the contact page, but not in the gallery', async ({
  page,
  site,
}) => {
  const images = [aTestImage(1), aTestImage(2, { name: 'West scale house', type: IMAGE_TYPE.product })];
  await site.with({ locations: [NORTH, SOUTH], images });
  await serveTestImages(page);
  const locations = await open(page);
  await page.clock.setFixedTime('2026-11-20T15:05:00Z');
  await locations.group.getByRole('button', { name: 'Add location' }).click();
  const name = locations.box('Location', 'Name');
  await expect(name).toBeFocused();
  await locations.save.click();
  await expect(name).toBeFocused();
  expect(await name.evaluate((input: HTMLInputElement) => input.validationMessage)).toBe(
    'Type a name, such as North Elevator.',
  );
  await name.fill('West');
  const card = locations.card('West');
  await locations.box('West', 'Normal Mon-Fri').fill('call first');
  await expect(card.getByText(/^We can't tell from this/)).toBeVisible();
  await locations.box('West', 'Normal Mon-Fri').fill('8-5');
  await expect(card.getByText(/^We can't tell from this/)).toHaveCount(0);
  const days = locations.box('West', 'Special days');
  await days.fill('on Thursday');
  await locations.save.click();
  await expect(days).toBeFocused();
  await days.fill('Dec 24, 2026: 8:00 am - noon\nNov 26, 2026: closed');
  await card.getByRole('button', { name: 'Choose an image' }).click();
  const choices = card.getByRole('list', { name: 'Images to choose from' }).getByRole('button');
  await expect(choices).toHaveText(['West scale house', 'Field 1']);
  await choices.first().click();
  await expect(card.getByRole('button', { name: 'Choose an image' })).toBeFocused();
  await expect(card.getByRole('figure')).toContainText('West scale house');
  await locations.save.click();
  await expect(locations.save).toHaveText('Saved');
  await expect(days).toHaveValue('Nov 26, 2026: closed\nDec 24, 2026: 8:00 am - noon');

  const west = (await published(page)).at(-1);
  expect([west?.name, west?.normalMonFri, west?.image?.imageName]).toEqual([
    'West',
    '8-5',
    'West scale house',
  ]);
  expect(west?.exceptions).toEqual([
    { date: '2026-11-26', hours: 'closed' },
    { date: '2026-12-24', hours: '8:00 am - noon' },
  ]);
  await page.goto('/contact-us');
  await expect(page.getByRole('heading', { level: 2, name: 'West' })).toBeVisible();
  await expect(page.locator(`main img[src*="field-2"]`)).toBeVisible();
  await page.goto('/gallery');
  await expect(page.locator('main img')).toHaveCount(1);
});

test('reorders locations, removes one immediately, and restores it in its place', async ({ page }) => {
  const locations = await open(page);
  await locations.row(/^Location 1/).click();
  await locations.box('North Elevator', 'Fax number').fill('typed');
  await locations.card('North Elevator').getByRole('button', { name: 'Remove', exact: true }).click();
  const undo = locations.group.getByRole('listitem').filter({ hasText: 'North Elevator removed.' });
  await expect(undo.getByRole('button', { name: 'Undo' })).toBeFocused();
  await expect.poll(async () => (await published(page)).map(({ name }) => name)).toEqual(['South']);
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(locations.row(/^Location 1 North Elevator/)).toBeFocused();
  await expect
    .poll(async () => (await published(page)).map(({ name }) => name))
    .toEqual(['North Elevator', 'South']);

  await locations.row(/^Location 1/).click();
  await expect(locations.box('North Elevator', 'Fax number')).toHaveValue('typed');
  await locations.card('North Elevator').getByRole('button', { name: 'Move down' }).click();
  await expect(
    locations.group.getByRole('status').filter({ hasText: 'North Elevator moved to position 2.' }),
  ).toBeAttached();
  await locations.save.click();
  await expect
    .poll(async () => (await published(page)).map(({ name, fax }) => [name, fax]))
    .toEqual([
      ['South', ''],
      ['North Elevator', 'typed'],
    ]);
});

test("keeps what was typed when someone else's change conflicts or the session is lost, and shows the history", async ({
  page,
  context,
  expectProblem,
}) => {
  expectProblem(/status of 409/);
  expectProblem(/status of 401/);
  const locations = await open(page);
  await locations.row(/^Location 1/).click();
  const phone = locations.box('North Elevator', 'Phone number');
  await phone.fill('mine');
  const others = (await published(page)).map((each) =>
    each.id === 'north' ? { ...each, phoneNumber: 'theirs' } : each,
  );
  const saved = await page.request.post(API.locations, { data: others });
  expect(saved.status()).toBe(200);
  await locations.save.click();
  await expect(locations.group.getByText('North Elevator, Phone number')).toBeVisible();
  await expect(phone).toHaveValue('mine');
  await locations.group.getByRole('button', { name: 'Use these' }).click();
  await locations.save.click();
  await expect.poll(async () => (await published(page))[0]?.phoneNumber).toBe('mine');

  await locations.group.getByRole('button', { name: 'History', exact: true }).click();
  const newest = locations.group
    .getByRole('group', { name: 'History: Locations' })
    .getByRole('listitem')
    .first();
  await expect(newest).toContainText('North Elevator');
  await expect(newest).toContainText('Phone number');

  await phone.fill('typed later');
  await context.clearCookies();
  await locations.save.click();
  await expect(locations.failure).toContainText("You're signed out.");
  await expect(phone).toHaveValue('typed later');
});

test('asks before it removes a location with cash bids, and renames its bids with it', async ({
  page,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 409/);
  await site.with({
    cashBids: [aBid({ location: 'North Elevator', locationId: 'north' })],
    locations: [NORTH, SOUTH],
  });
  const bids = async () =>
    ((await (await page.request.get(API.cashBids)).json()) as CashBids).bids.map(({ location }) => location);
  const locations = await open(page);
  await locations.row(/^Location 1/).click();
  await locations.box('North Elevator', 'Name').fill('Old Mill');
  const check = locations.group.getByRole('checkbox', { name: /^Use the new name in the cash bids/ });
  await expect(check).toBeChecked();
  await locations.save.click();
  await expect(check).toHaveCount(0);
  await expect.poll(bids).toEqual(['Old Mill']);

  const remove = locations.card('Old Mill').getByRole('button', { name: 'Remove', exact: true });
  await remove.click();
  const dialog = page.getByRole('dialog', { name: 'Remove Old Mill?' });
  await expect(dialog).toContainText('1 cash bid is at Old Mill: Corn, Spot. It stays on your website');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(remove).toBeFocused();
  expect((await published(page)).map(({ name }) => name)).toEqual(['Old Mill', 'South']);
  await remove.click();
  await dialog.getByRole('button', { name: 'Remove Old Mill' }).click();
  await expect(locations.group.getByText('Old Mill removed.').first()).toBeVisible();
  expect((await published(page)).map(({ name }) => name)).toEqual(['South']);
  expect(await bids()).toEqual(['Old Mill']);
});

test(
  'has no horizontal overflow on phones and desktops when a location is open',
  { tag: '@thorough' },
  async ({ page, site }) => {
    await site.with({
      locations: [{ ...NORTH, name: 'N'.repeat(60), phoneNumber: '6'.repeat(100) }, SOUTH],
    });
    const locations = locationsOn(page);
    await page.goto('/admin/dashboard#locations');
    await locations.row(/^Location 1/).click();
    await expectResponsive(page, { widths: [390, 1280], sections: ['locations'] });
  },
);
