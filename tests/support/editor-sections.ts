import type { Page } from '@playwright/test';

/** Loads the contents of all sections of the editor, as the first use of the page does. */
export async function loadAllSections(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Update' }).first().dispatchEvent('pointerdown');
  await page.locator('#your-account').getByText('Signed in as').waitFor({ state: 'attached' });
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main [role=status]')].every(
      (status) => !status.textContent.startsWith('Loading'),
    ),
  );
}
