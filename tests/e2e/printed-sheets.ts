import type { Page } from '@playwright/test';

/** Returns the number of sheets that the page prints on. */
export async function printedSheets(page: Page, format: 'Letter' | 'A4' = 'Letter'): Promise<number> {
  const pdf = await page.pdf({ format });
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}
