import type { Page } from '@playwright/test';
import type { Locations } from '#contract/locations.ts';
import type { CashBids } from '#contract/cash-bids.ts';
import { IMAGE_TYPE } from '#contract/images.ts';
import { API } from '#contract/paths.ts';
import { aBid } from '#tests/support/a-bid.ts';
import { failureIn, fieldRow, saveButtonIn } from './dashboard-page.ts';
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

const published = async (page: Page) => (await (await page.request.get(API.locations)).json()) as Locations;
const publishedNames = async (page: Page) => (await published(page)).map(({ name }) => name);

async function open(page: Page) {
  const group = page.getByRole('group', { name: 'Locations', exact: true });
  const card = (name: string) => group.getByRole('group', { name, exact: true });
  const row = (name: string | RegExp) => group.getByRole('button', { name });
  await page.goto('/admin/dashboard#locations');
  await expect(row(/^Location 1 North Elevator/)).toBeVisible();
  await expect(page.getByText('Bids at “Cedar Fork” belong to no location in your list.')).toBeVisible();
  return {
    group,
    card,
    row,
    box: (name: string, label: string) => card(name).getByRole('textbox', { name: label }),
    remove: (name: string) => card(name).getByRole('button', { name: 'Remove', exact: true }),
    save: saveButtonIn(group, 'Save'),
  };
}

test.beforeEach(async ({ site, signIn }) => {
  test.slow();
  const images = [aTestImage(1), aTestImage(2, { name: 'West scale house', type: IMAGE_TYPE.product })];
  await site.with({
    locations: [NORTH, SOUTH],
    cashBids: [aBid({ location: 'North Elevator', locationId: 'north' }), aBid({ location: 'Cedar Fork' })],
    images,
  });
  await signIn();
});

test('adds a location with special days and an image, and removes and restores one', async ({ page }) => {
  await serveTestImages(page);
  const { group, card, row, box, save, remove } = await open(page);
  await page.clock.setFixedTime('2026-11-20T15:05:00Z');

  await test.step('adds a location', async () => {
    await group.getByRole('button', { name: 'Add location' }).click();
    const name = box('Location', 'Name');
    await expect(name).toBeFocused();
    await save.click();
    await expect(name).toBeFocused();
    expect(await name.evaluate((input: HTMLInputElement) => input.validationMessage)).toBe(
      'Type a name, such as North Elevator.',
    );
    await name.fill('West');
    await box('West', 'Normal Mon-Fri').fill('call first');
    await expect(card('West').getByText("We can't read this, so we won't say if you're open.")).toBeVisible();
    await box('West', 'Normal Mon-Fri').fill('8-5');
    await expect(card('West').getByText('We read this as Mon–Fri 8:00 am – 5:00 pm')).toBeVisible();
    const days = box('West', 'Special days');
    await days.fill('on Thursday');
    await save.click();
    await expect(days).toBeFocused();
    await days.fill('Dec 24, 2026: 8:00 am - noon\nNov 26, 2026: closed');
    const choose = card('West').getByRole('button', { name: 'Choose an image' });
    await choose.click();
    const choices = card('West').getByRole('list', { name: 'Images to choose from' }).getByRole('button');
    await expect(choices).toHaveText(['West scale house', 'Field 1']);
    await choices.first().click();
    await expect(choose).toBeFocused();
    await save.click();
    await expect(save).toHaveText('Saved');
    await expect(days).toHaveValue('Nov 26, 2026: closed\nDec 24, 2026: 8:00 am - noon');
    expect((await published(page)).at(-1)).toMatchObject({
      name: 'West',
      normalMonFri: '8-5',
      image: { imageName: 'West scale house' },
    });
  });

  await test.step('answers what the website will say at a minute, by the saved hours', async () => {
    const hours = page.locator('#operating-hours');
    await hours.getByRole('heading').click();
    const harvest = fieldRow(page, 'Harvest Mon-Fri');
    await harvest.text.fill('6 am - 9 pm');
    await expect(harvest.text).toHaveAccessibleDescription(/^We read this as Mon–Fri 6:00 am – 9:00 pm/);
    await hours.getByText('What will the website say?').click();
    const at = hours.getByLabel('Date and time');
    await expect(at).toHaveValue('2026-11-20T09:05');
    await at.fill('2026-11-26T18:00');
    const answers = hours.getByRole('definition');
    await expect(answers.first()).toHaveText(
      "Thu, Nov 26, 6:00 pm: Nothing, because you haven't chosen the season.",
    );
    await expect(answers.last()).toHaveText('Thu, Nov 26, 6:00 pm: Closed. Opens Friday 8:00 am');
    await harvest.text.fill('7:30 am - 5:00 pm');
    await harvest.button.click();
    await expect(answers.first()).toHaveText('Thu, Nov 26, 6:00 pm: Closed. Opens Friday 7:30 am');
  });

  await test.step('removes a location, restores it in its place, and moves it', async () => {
    await row(/^Location 2/).click();
    await box('South', 'Fax number').fill('typed');
    await remove('South').click();
    const undo = group.getByRole('listitem').filter({ hasText: 'South removed.' });
    await expect(undo.getByRole('button', { name: 'Undo' })).toBeFocused();
    expect(await publishedNames(page)).toEqual(['North Elevator', 'West']);
    await undo.getByRole('button', { name: 'Undo' }).click();
    await expect(row(/^Location 2 South/)).toBeFocused();
    await expect.poll(() => publishedNames(page)).toEqual(['North Elevator', 'South', 'West']);
    await row(/^Location 2/).click();
    await expect(box('South', 'Fax number')).toHaveValue('typed');
    await card('South').getByRole('button', { name: 'Move down' }).click();
    await expect(group.getByRole('status').filter({ hasText: 'South moved to position 3.' })).toBeAttached();
    await save.click();
    await expect.poll(() => publishedNames(page)).toEqual(['North Elevator', 'West', 'South']);
  });

  await test.step('shows the scale house of some locations only their hours and special days', async () => {
    await page.route(`**${API.verify}`, async (route) => {
      const response = await route.fetch();
      const json = { ...(await response.json()), role: 'scale-house', locations: ['north'] };
      await route.fulfill({ response, json });
    });
    await page.reload();
    await row(/^Location 1 North Elevator/).click();
    await expect(group.getByRole('listitem')).toHaveCount(1);
    await expect(group.getByRole('button', { name: 'Add location' })).toHaveCount(0);
    const north = card('North Elevator');
    await expect(north.getByRole('button', { name: /^(?!Close on )/ })).toHaveCount(0);
    const labels = north.locator('label').filter({ visible: true });
    await expect(labels).toHaveText([
      'Normal Mon-Fri',
      'Normal Sat & Sun',
      'Harvest Mon-Fri',
      'Harvest Sat & Sun',
      'Special days',
      'Season',
    ]);
  });
});

test(
  'shows conflicts and questions, without horizontal overflow',
  { tag: '@thorough' },
  async ({ page, context, expectProblem }) => {
    const { group, row, box, save, remove } = await open(page);
    await row(/^Location 1/).click();
    const phone = box('North Elevator', 'Phone number');

    await test.step('asks about a phone number that someone else has changed', async () => {
      expectProblem(/status of 409/);
      await phone.fill('mine');
      const [north, ...others] = await published(page);
      const data = [{ ...north, phoneNumber: 'theirs' }, ...others];
      expect((await page.request.post(API.locations, { data })).status()).toBe(200);
      await save.click();
      await expect(group.getByText('North Elevator, Phone number')).toBeVisible();
      await group.getByRole('button', { name: 'Use these' }).click();
      await save.click();
      await expect.poll(async () => (await published(page))[0]?.phoneNumber).toBe('mine');
    });

    await test.step('renames the cash bids of a location with it, and asks before its removal', async () => {
      await box('North Elevator', 'Name').fill('Old Mill');
      const check = group.getByRole('checkbox', { name: /^Use the new name in the cash bids/ });
      await expect(check).toBeChecked();
      await save.click();
      await expect(check).toHaveCount(0);
      const { bids } = (await (await page.request.get(API.cashBids)).json()) as CashBids;
      expect(bids.map(({ location }) => location)).toEqual(['Old Mill', 'Cedar Fork']);
      await remove('Old Mill').click();
      const dialog = page.getByRole('dialog', { name: 'Remove Old Mill?' });
      await expect(dialog).toContainText('1 cash bid is at Old Mill: Corn, Spot. It stays on your website');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(remove('Old Mill')).toBeFocused();
    });

    expectProblem(/status of 401/);
    await box('Old Mill', 'Name').fill('N'.repeat(60));
    await context.clearCookies();
    await save.click();
    await expect(failureIn(group)).toContainText("You're signed out.");
    await expectResponsive(page, { widths: [390, 1280], sections: ['locations'] });
  },
);
