import type { Locator, Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { FLASH_MS } from '#app/editor/field/field-state.ts';

export const welcome = (page: Page) => fieldRow(page, 'Welcome message');
export const announcement = (page: Page) => fieldRow(page, 'Announcement message');

export type FieldRow = {
  row: Locator;
  text: Locator;
  /** The save button of the row, whatever its current label is. */
  button: Locator;
  failure: Locator;
  theirs: Locator;
};

export function fieldRow(page: Page, name: string): FieldRow {
  const row = page.getByRole('group', { name });
  return {
    row,
    text: row.getByRole('textbox', { name }),
    button: row.getByRole('button', { name: /^(Update|Saving…|Saved|Not saved)$/ }),
    failure: row.getByRole('alert').filter({ hasText: /./ }),
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
