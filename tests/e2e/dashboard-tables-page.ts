import type { Locator, Page } from '@playwright/test';
import { failureIn, saveButtonIn } from './dashboard-page.ts';

export type TableOnPage = {
  group: Locator;
  header: (column: number) => Locator;
  /** Returns a cell by row number (from 1) and column name. */
  cell: (row: number, column: string) => Locator;
  row: (row: number) => Locator;
  save: Locator;
  button: (name: string) => Locator;
  failure: Locator;
};

export function tableOn(page: Page, name: string): TableOnPage {
  const group = page.getByRole('group', { name, exact: true });
  const textbox = (label: string | RegExp) => group.getByRole('textbox', { name: label, exact: true });
  return {
    group,
    header: (column) => textbox(`${name}, header ${column}`),
    cell: (row, column) => group.getByLabel(`${name}, row ${row}, ${column}`, { exact: true }),
    row: (row) => textbox(new RegExp(`^${name}, row ${row}, `)),
    save: saveButtonIn(group, 'Save'),
    button: (label) => group.getByRole('button', { name: label, exact: true }),
    failure: failureIn(group),
  };
}

export const nitrogen = (page: Page) => tableOn(page, 'Nitrogen');
export const fuel = (page: Page) => tableOn(page, 'Fuel Types and Prices');

export const textsOf = (cells: Locator) =>
  cells.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

/** Dispatches a paste event. Text that no event handler inserts is lost, because the clipboard is not involved. */
export async function paste(cell: Locator, text: string, html = ''): Promise<void> {
  await cell.focus();
  await cell.evaluate(
    (input, [copied, asHtml]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', copied!);
      if (asHtml) clipboardData.setData('text/html', asHtml);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [text, html],
  );
}
