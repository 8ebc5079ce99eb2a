import type { Locator, Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { FLASH_MS } from '#app/editor/field/field-state.ts';
import { expect, PASSWORD, untilHydrated } from './fixtures.ts';

export const welcome = (page: Page) => fieldRow(page, 'Welcome message');
export const announcement = (page: Page) => fieldRow(page, 'Announcement message');

/** Returns the save button of a field, whatever its current label is. */
export const saveButtonIn = (field: Locator, label: string) =>
  field.getByRole('button', { name: new RegExp(`^(${label}|Saving…|Saved|Not saved)$`) });

export const failureIn = (container: Locator) => container.getByRole('alert').filter({ hasText: /./ });

export type FieldRow = {
  row: Locator;
  text: Locator;
  button: Locator;
  failure: Locator;
  theirs: Locator;
};

export function fieldRow(page: Page, name: string): FieldRow {
  const row = page.getByRole('group', { name, exact: true });
  return {
    row,
    text: row.getByRole('textbox', { name }),
    button: saveButtonIn(row, 'Update'),
    failure: failureIn(row),
    theirs: row.getByRole('group', { name: "Someone else's version" }),
  };
}

export async function holdSaves(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${API.saveSiteText}`, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

export function savesOf(page: Page): unknown[] {
  const saves: unknown[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === API.saveSiteText) saves.push(request.postDataJSON());
  });
  return saves;
}

/** Keeps the flash after each save visible, because axe takes longer than a flash lasts. */
export const keepFlashesVisible = (page: Page) =>
  page.addInitScript((flashMs) => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (handler: () => void, ms?: number) => (ms === flashMs ? 0 : setTimeout(handler, ms)),
    });
  }, FLASH_MS);

/** Signs in on the sign-in page, which opens the editor without loading a page. */
export async function signInByForm(page: Page, username = 'Dana', password = PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Opens the editor by signing in, so that `leave` works. */
export async function openFromSignIn(page: Page): Promise<void> {
  await page.goto('/admin');
  await untilHydrated(page);
  await signInByForm(page);
  await page.waitForURL('/admin/dashboard');
}

/** Leaves the editor within the app, for the page before it. */
export const leave = (page: Page) => page.evaluate(() => history.back());

/** Opens a page of the app without loading it, as Back and Forward do. */
export const openInApp = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

export const sectionOf = (page: Page, heading: string) =>
  page
    .locator('main details[id]')
    .filter({ has: page.getByRole('heading', { name: heading, exact: true, includeHidden: true }) });

/** The title of a section, which opens and closes it. */
export const title = (page: Page, heading: string) => sectionOf(page, heading).locator('> summary');

export const openSectionIds = (page: Page) =>
  page.locator('main details[open][id]').evaluateAll((sections) => sections.map(({ id }) => id));

/** Waits until a field shows that it was saved, which stays, unlike the flash of its button. */
export const expectSaved = ({ row }: Pick<FieldRow, 'row'>) =>
  expect(row.getByRole('status').first()).toHaveText(/^(Restored\. )?Last saved /);
