import { API } from '#contract/paths.ts';
import { accessibilityViolations } from './accessibility.ts';
import { fieldRow, keepFlashesVisible, leave, openFromSignIn, welcome } from './dashboard-page.ts';
import { expectResponsive } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';

const SHOWN = [
  'home-page',
  'about-us-page',
  'contact-us-information',
  'operating-hours',
  'products-page',
  'website-settings',
  'seed-brands',
  'your-account',
];
test.use({ openSections: SHOWN });

test(
  'has no accessibility violations, overflow or small targets in any state of a field, the setup, and the demo notice',
  { tag: '@thorough' },
  async ({ page, site, signIn, expectProblem }) => {
    test.slow();
    for (const status of [401, 409, 503]) expectProblem(new RegExp(`status of ${status}`));
    await keepFlashesVisible(page);
    const current = { content: 'Theirs', version: 9, at: '2026-01-01T00:00:00Z', author: 'Lee' };
    const detail = 'This changed while you were editing. Choose which version to keep.';
    const responses: Record<string, { status: number; body?: string } | 'never'> = {
      WelcomeMessage: { status: 409, body: JSON.stringify({ detail, current }) },
      ContactUsAddress: { status: 503 },
      ContactUsPhoneNumber: 'never',
    };
    await page.route(`**${API.saveSiteText}`, async (route) => {
      const { configType } = route.request().postDataJSON() as { configType: string };
      const response = responses[configType];
      if (!response) await route.continue();
      else if (response !== 'never') await route.fulfill(response);
    });
    await page.route(`**${API.demoContentRemoval}`, (route) => route.fulfill({ status: 401 }));
    await site.with({ settings: { setup: 'automatic' } });
    await signIn();
    await openFromSignIn(page);
    for (const [name, words] of [
      ['Welcome message', 'Not saved'],
      ['Address', 'Not saved'],
      ['Phone number', 'Saving…'],
      ['Fax number', 'Saved'],
    ] as const) {
      const { text, button } = fieldRow(page, name);
      await text.fill('corn@example.com');
      await button.click();
      await expect(button).toHaveText(words);
    }
    await expect(welcome(page).theirs).toBeVisible();
    const unsaved = fieldRow(page, 'Emergency number');
    await unsaved.text.fill('5'.repeat(90));
    await expect(unsaved.row.getByText('10 characters left')).toBeVisible();

    const row = (name: string) => page.getByRole('group', { name, exact: true });
    await row('Light mode').getByLabel('Gold').fill('#17492c');
    await expect(row('Colors').getByText('Use #')).toBeVisible();
    await row('Offers')
      .getByRole('button', { name: /^Remove Refined/ })
      .click();
    await page.getByRole('button', { name: 'Add brand' }).click();
    const folds = row('Pioneer page').locator('summary');
    for (const list of ['Services (4)', 'Programs (1)', 'Crops (8)'])
      await folds.filter({ hasText: list }).click();
    await folds
      .filter({ hasText: /^Use an image of your own/ })
      .first()
      .click();

    await page.getByRole('button', { name: 'Remove demo content' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove demo content' }).click();
    await expect(page.getByRole('region', { name: 'Demo content' }).getByRole('alert')).toBeVisible();
    await page.getByText('Setup: 0 of 9 done').click();
    await expect(page.getByRole('link', { name: 'Enter your website (yourcoop.com)' })).toBeVisible();
    await expectResponsive(page, { sections: SHOWN });

    await page.setViewportSize({ width: 390, height: 844 });
    const { height } = (await page.locator('#seed-brands').boundingBox())!;
    expect(height, 'height of the longest section on a phone').toBeLessThan(8500);
    await leave(page);
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await accessibilityViolations(page)).toEqual([]);
  },
);
