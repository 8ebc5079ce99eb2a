import type { Page } from '@playwright/test';
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

const setup = (page: Page) => page.getByRole('region', { name: 'Set up your website' });
const links = (page: Page) => setup(page).getByRole('link');
const LINKS = SETUP_STEPS.flatMap((step) => STEPS[step]);

test('leads from each link to its field, and repeats no label or value', async ({ page, visit }) => {
  test.slow();
  await visit('/admin/dashboard');
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
  const textsIn = async (selector: string) => {
    const texts = await page
      .locator(selector)
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value ?? each.textContent));
    return texts.map((text) => text.trim().toLowerCase()).filter((text) => text !== '');
  };
  const all = await textsIn('main details[id] :is(h2, label, legend, input, textarea)');
  const labels = await textsIn(':is(#contact-us-information, #operating-hours) label');
  expect(all.length).toBeGreaterThan(50);
  expect(labels).toContain('phone number');
  const inSetup = await textsIn('#setup :is(h2, p, a, button)');
  const repeated = inSetup.filter(
    (text) => all.includes(text) || labels.some((label) => text.includes(label)),
  );
  expect(repeated).toEqual([]);
});

test('drops a step that is done, and closes and opens again for everyone', async ({
  page,
  visit,
  site,
  expectProblem,
}) => {
  expectProblem(/status of 500/);
  await visit('/admin/dashboard');
  const isShown = async () => {
    const response = await page.request.get(API.demoContent);
    return ((await response.json()) as { isSetupShown: boolean }).isSetupShown;
  };
  const failSettings = () =>
    page.route(`**${API.siteSettings}`, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.fallback(),
    );
  const failure = (container = setup(page)) => container.getByRole('alert').filter({ hasText: 'error 500' });

  await test.step('drops a step when all of its fields are saved', async () => {
    await setup(page).getByRole('link', { name: 'Enter your hours' }).click();
    for (const name of ['Normal Mon-Fri', 'Normal Sat & Sun', 'Harvest Mon-Fri', 'Harvest Sat & Sun']) {
      await fieldRow(page, name).text.fill('8:00 am – 4:00 pm');
      await fieldRow(page, name).button.click();
      await expectSaved(fieldRow(page, name));
    }
    await expect(setup(page).getByRole('status')).toHaveText('1 of 8 steps done');
    await expect(links(page)).toHaveCount(LINKS.length - 1);
    await expect(setup(page).getByRole('link', { name: 'Enter your hours' })).toHaveCount(0);
  });

  await test.step('is dismissed for everyone, unless that fails', async () => {
    const dismiss = setup(page).getByRole('button', { name: /^(Dismiss setup|Not closed)$/ });
    await failSettings();
    await dismiss.click();
    await expect(failure()).toBeVisible();
    expect(await isShown()).toBe(true);
    await page.unroute(`**${API.siteSettings}`);
    await dismiss.click();
    await expect(page.getByText('Setup closed. You can open it again under Website Settings.')).toBeVisible();
    await expect(setup(page)).toHaveCount(0);
    await expect(page.locator('#main')).toBeFocused();
    expect(await isShown()).toBe(false);
    expect((await site.changes()).at(-1)?.subject).toBe('setting:setup');
  });

  await test.step('opens again, and is finished when all steps are done', async () => {
    const settings = page.locator('#website-settings');
    await page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('link', { name: 'Website Settings' })
      .click();
    const open = settings.getByRole('button', { name: /^(Open setup|Not opened)$/ });
    await failSettings();
    await open.click();
    await expect(failure(settings)).toBeVisible();
    expect(await isShown()).toBe(false);
    await page.unroute(`**${API.siteSettings}`);
    await page.route(`**${API.demoContent}`, (route) =>
      route.fulfill({ json: { isStanding: true, isSetupShown: true, stepsDone: SETUP_STEPS } }),
    );
    await open.click();
    await expect(setup(page).getByRole('heading')).toBeFocused();
    expect(await isShown()).toBe(true);
    await expect(setup(page).getByRole('status')).toHaveText('8 of 8 steps done');
    await expect(links(page)).toHaveCount(0);
    await page.unroute(`**${API.demoContent}`);
    await setup(page).getByRole('button', { name: 'Finish setup' }).click();
    await expect(setup(page)).toHaveCount(0);
    expect(await isShown()).toBe(false);
  });
});
