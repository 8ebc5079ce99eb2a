import type { Page } from '@playwright/test';
import { aTestImage as createImage } from '#tests/support/test-images.ts';
import { expect } from './fixtures.ts';

export function imageSection(page: Page) {
  const section = page
    .getByRole('group')
    .filter({ has: page.getByRole('heading', { name: 'Image Uploading' }) });
  // Without the lines in the places of deleted images.
  const rows = section.getByRole('listitem').and(page.locator(':not([data-removed])'));
  const form = section.getByRole('form', { name: 'Upload images' });
  return {
    section,
    rows,
    row: (name: string) => rows.filter({ hasText: name }),
    deleteButton: (name: string) => section.getByRole('button', { name: `Delete ${name}`, exact: true }),
    file: form.getByLabel('Image file'),
    name: form.getByLabel('Image name'),
    upload: form.getByRole('button', { name: 'Upload', exact: true }),
    spinner: form.getByRole('status'),
    failure: form.getByRole('alert'),
    statusMessage: section.getByRole('status').filter({ hasText: /in the gallery|restore it/ }),
  };
}

export const aFile = async (name = 'harvest_moon.jpg') => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await createImage().jpeg().toBuffer(),
});

export async function open(
  page: Page,
  visit: (path: string) => Promise<void>,
): Promise<ReturnType<typeof imageSection>> {
  await visit('/admin/dashboard#image-uploading');
  const section = imageSection(page);
  await expect(section.rows.first()).toBeVisible();
  return section;
}
