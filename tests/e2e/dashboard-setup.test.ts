import type { Locator, Page } from '@playwright/test';
import { SETUP_STEPS } from '#contract/demo-content.ts';
import { API } from '#contract/paths.ts';
import { STEPS } from '#app/editor/setup/steps.ts';
import { expectSaved, fieldRow, openSectionIds } from './dashboard-page.ts';
import { showOnly } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(async ({ site, signIn }) => {
  await site.with({ settings: { setup: 'automatic' } });
  await signIn();
});

const setup = (page: Page) =>
  page.locator('details').filter({ has: page.locator('summary', { hasText: /^Setup: / }) });
const links = (page: Page) => setup(page).getByRole('link');
const LINKS = SETUP_STEPS.flatMap((step) => STEPS[step]);

const textsIn = async (elements: Locator) => {
  const texts = await elements.evaluateAll((all) =>
    all.map((each) => (each as HTMLInputElement).value ?? each.textContent),
  );
  return texts.map((text) => text.trim().toLowerCase()).filter((text) => text !== '');
};

test('leads from each link to its field, and repeats no label or value', async ({ page, visit }) => {
  test.slow();
  await visit('/admin/dashboard');
  await expect(setup(page)).not.toHaveAttribute('open');
  await setup(page).locator('summary').click();
  await expect(links(page)).toHaveText(LINKS.map(({ text }) => text));
  for (const [width, isOpen] of [
    [1280, false],
    [390, false],
    [390, true],
  ] as const) {
    await test.step(`at ${width} px, with ${isOpen ? 'open' : 'closed'} sections`, async () => {
      await page.setViewportSize({ width, height: 844 });
      for (const { text, section, field } of LINKS) {
        if (!isOpen) await showOnly(page, []);
        await setup(page).getByRole('link', { name: text, exact: true }).click();
        const place = page.locator(field ? `#${section} [data-field="${field}"]` : `#${section}`);
        await expect(place.locator(':focus'), text).toBeInViewport();
        if (field) expect(await openSectionIds(page), text).toContain(section);
      }
    });
  }
  const all = await textsIn(page.locator('main details[id] :is(h2, label, legend, input, textarea)'));
  const labels = await textsIn(page.locator(':is(#contact-us-information, #operating-hours) label'));
  expect(all.length).toBeGreaterThan(50);
  expect(labels).toContain('phone number');
  const inSetup = await textsIn(setup(page).locator(':is(summary, a)'));
  const repeated = inSetup.filter(
    (text) => all.includes(text) || labels.some((label) => text.includes(label)),
  );
  expect(repeated).toEqual([]);
});

test('is unfolded on an empty site without taking the focus, and checks off a step whose fields are saved', async ({
  page,
  visit,
}) => {
  const empty = { isStanding: false, isSetupShown: true, stepsDone: ['web-address', 'demo-content'] };
  await page.route(`**${API.demoContent}`, (route) => route.fulfill({ json: empty }));
  await visit('/admin/dashboard');
  await expect(setup(page)).toHaveAttribute('open');
  await expect(setup(page).locator('summary')).toHaveText('Setup: 2 of 9 done');
  await expect(page.locator('body')).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.unroute(`**${API.demoContent}`);

  const hours = setup(page).getByRole('link', { name: 'Enter your hours' });
  await hours.click();
  for (const name of ['Normal Mon-Fri', 'Normal Sat & Sun', 'Harvest Mon-Fri', 'Harvest Sat & Sun']) {
    await fieldRow(page, name).text.fill('8:00 am – 4:00 pm');
    await fieldRow(page, name).button.click();
    await expectSaved(fieldRow(page, name));
  }
  await expect(setup(page).locator('summary')).toHaveText('Setup: 1 of 9 done');
  await expect(hours).toHaveAccessibleName('Enter your hours (done)');
  await expect(setup(page)).toHaveAttribute('open');
});
