import type { Page } from '@playwright/test';
import { aTestImage as createImage } from '#tests/support/test-images.ts';
import { expect } from './fixtures.ts';

export function imageSection(page: Page) {
  const section = page
    .getByRole('group')
    .filter({ has: page.getByRole('heading', { name: 'Image Uploading' }) });
  // Without the lines in the places of deleted images, and the list of deleted ones.
  const rows = section.getByRole('listitem').and(page.locator('[data-position]'));
  const form = section.getByRole('form', { name: 'Upload images' });
  return {
    section,
    rows,
    row: (name: string) => rows.filter({ hasText: name }),
    deleteButton: (name: string) => section.getByRole('button', { name: `Delete ${name}`, exact: true }),
    button: (name: string) => section.getByRole('button', { name, exact: true }),
    file: form.getByLabel('Image file'),
    name: form.getByLabel('Image name'),
    upload: form.getByRole('button', { name: 'Upload', exact: true }),
    spinner: form.getByRole('status'),
    failure: form.getByRole('alert'),
    queue: section.getByRole('list', { name: 'Files uploading' }).getByRole('listitem'),
    statusMessage: section.getByRole('status').filter({ hasText: /in the gallery|restore it/ }),
  };
}

export const aFile = async (name = 'harvest_moon.jpg') => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await createImage().jpeg().toBuffer(),
});

/** Drops files on the upload form, or pastes them there. */
export async function dispatchFiles(
  page: Page,
  how: 'drop' | 'paste',
  files: Awaited<ReturnType<typeof aFile>>[],
): Promise<void> {
  const data = files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64') }));
  await page.getByRole('form', { name: 'Upload images' }).evaluate(
    (form, [kind, all]) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, base64 } of all) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type: mimeType }));
      }
      const options = { dataTransfer: transfer, clipboardData: transfer, bubbles: true, cancelable: true };
      form.dispatchEvent(
        kind === 'drop' ? new DragEvent('drop', options) : new ClipboardEvent('paste', options),
      );
    },
    [how, data] as const,
  );
}

export async function open(
  page: Page,
  visit: (path: string) => Promise<void>,
): Promise<ReturnType<typeof imageSection>> {
  await visit('/admin/dashboard#image-uploading');
  const section = imageSection(page);
  await expect(section.rows.first()).toBeVisible();
  return section;
}
