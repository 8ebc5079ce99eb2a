import type { Locator, Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { FLASH_MS } from '#app/editor/field/field-state.ts';
import { PASSWORD, untilHydrated } from './fixtures.ts';

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
  const row = page.getByRole('group', { name });
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

/** Opens the editor by signing in, so that `leave` works. */
export async function openFromSignIn(page: Page, username = 'Dana'): Promise<void> {
  await page.goto('/admin');
  await untilHydrated(page);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('/admin/dashboard');
}

/** Leaves the editor within the app, for the page before it. */
export const leave = (page: Page) => page.evaluate(() => history.back());
