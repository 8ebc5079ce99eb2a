import type { Page } from '@playwright/test';

/** Opens all sections of the editor, and waits for their contents. */
export async function openAllSections(page: Page): Promise<void> {
  await page.locator('#your-account').waitFor();
  await page.evaluate(() => {
    for (const section of document.querySelectorAll<HTMLDetailsElement>('main details[id]'))
      section.open = true;
  });
  await page.locator('#your-account').getByText('Signed in as').waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main [role=status]')].every(
      (status) => !status.textContent.startsWith('Loading'),
    ),
  );
}
