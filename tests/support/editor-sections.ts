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

/** Counts the words of the editor's help, without links and buttons: behind each "?", and in paragraphs that are neither a status nor a value. */
export const helpWords = (page: Page) =>
  page.evaluate(() => {
    const others =
      '[role=status], [role=alert], [aria-live], [aria-hidden=true], [role=textbox], .visually-hidden';
    const help = [
      ...document.querySelectorAll('main details[id] :is([data-help] > div, p:not([data-help] p))'),
    ];
    return help
      .filter((each) => !each.closest(others) && !each.querySelector('[role=status], b'))
      .flatMap((each) => {
        const copy = each.cloneNode(true) as Element;
        for (const control of copy.querySelectorAll('a, button')) control.remove();
        return copy.textContent.match(/\S+/g) ?? [];
      }).length;
  });
