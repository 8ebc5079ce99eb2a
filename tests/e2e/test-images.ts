import type { Page } from '@playwright/test';
import type { StoredImage } from '#server/domains/images/image-files.ts';
import { aStoredImage } from '#tests/support/a-stored-image.ts';

/** Returns a stored gallery image. Requests for its files only succeed after `serveTestImages`. */
export function aTestImage(number: number, image: Partial<StoredImage> = {}): StoredImage {
  const colors = '#7fa7c9 #8a7a3c';
  return aStoredImage(`field-${number}`, { name: `Field ${number}`, colors, ...image });
}

export const someTestImages = (count: number): StoredImage[] =>
  Array.from({ length: count }, (_, index) => aTestImage(index + 1));

/** Responds to each image request with a drawing of the right size. Returns the names of the requested files. */
export async function serveTestImages(page: Page): Promise<string[]> {
  const requested: string[] = [];
  await page.route('/images/**', async (route) => {
    const file = new URL(route.request().url()).pathname.replace('/images/', '');
    requested.push(file);
    const [width, height] = file.includes('.screen.') ? [1600, 1200] : [336, 336];
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#17492c"/></svg>`;
    await route.fulfill({ contentType: 'image/svg+xml', body: svg });
  });
  return requested;
}
