import type { Browser } from '@playwright/test';

import { GALLERY } from './gallery.ts';
import { sceneSvg } from './paint.ts';

const JPEG_QUALITY = 85;

/** Renders every scene, or those whose name contains `only`. */
export async function* renderGallery(
  browser: Browser,
  only = '',
): AsyncGenerator<{ file: string; jpeg: Buffer }> {
  for (const [slug, draw] of Object.entries(GALLERY)) {
    if (!slug.includes(only)) continue;
    const scene = draw();
    const page = await browser.newPage({ viewport: { width: scene.width, height: scene.height } });
    // Class names are case-sensitive only outside quirks mode.
    await page.setContent(`<!doctype html><style>body{margin:0}svg{display:block}</style>${sceneSvg(scene)}`);
    yield { file: `${slug}.jpg`, jpeg: await page.screenshot({ type: 'jpeg', quality: JPEG_QUALITY }) };
    await page.close();
  }
}
