import type { Locator, Page } from '@playwright/test';

export type TableOnPage = {
  group: Locator;
  header: (column: number) => Locator;
  /** A cell by the number of its row and the name of its column. */
  cell: (row: number, column: string) => Locator;
  /** All cells of a row. */
  row: (row: number) => Locator;
  /** Its one save button, whatever it says of itself at the moment. */
  save: Locator;
  button: (name: string) => Locator;
  failure: Locator;
};

/** A table of the dashboard, with its controls. */
export function tableOn(page: Page, name: string): TableOnPage {
  const group = page.getByRole('group', { name, exact: true });
  const textbox = (label: string | RegExp) => group.getByRole('textbox', { name: label, exact: true });
  return {
    group,
    header: (column) => textbox(`${name}, header ${column}`),
    cell: (row, column) => textbox(`${name}, row ${row}, ${column}`),
    row: (row) => textbox(new RegExp(`^${name}, row ${row}, `)),
    save: group.getByRole('button', { name: /^(Save|Saving…|Saved|Not saved)$/ }),
    button: (label) => group.getByRole('button', { name: label, exact: true }),
    failure: group.getByRole('alert').filter({ hasText: /./ }),
  };
}

export const nitrogen = (page: Page) => tableOn(page, 'Nitrogen');
export const fuel = (page: Page) => tableOn(page, 'Fuel Types and Prices');

/** What all texts of a row, or of several, say. */
export const textsOf = (cells: Locator) =>
  cells.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

/** Pastes a text as the keyboard would; what no script takes up is left out, because nothing was really copied. */
export async function paste(cell: Locator, text: string): Promise<void> {
  await cell.focus();
  await cell.evaluate((input, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
