/** Turns the scenes into the pictures of the demo's gallery, as a camera would have left them. */
import type { Browser } from '@playwright/test';

import { GALLERY } from './gallery.ts';
import { sceneSvg } from './paint.ts';

const JPEG_QUALITY = 85;

/** Every scene, or those whose name holds `only`. */
export async function* renderGallery(
  browser: Browser,
  only = '',
): AsyncGenerator<{ file: string; jpeg: Buffer }> {
  for (const [slug, draw] of Object.entries(GALLERY)) {
    if (!slug.includes(only)) continue;
    const scene = draw();
    const page = await browser.newPage({ viewport: { width: scene.width, height: scene.height } });
    // Class names tell small from capital letters only where the page is not in quirks mode.
    await page.setContent(`<!doctype html><style>body{margin:0}svg{display:block}</style>${sceneSvg(scene)}`);
    yield { file: `${slug}.jpg`, jpeg: await page.screenshot({ type: 'jpeg', quality: JPEG_QUALITY }) };
    await page.close();
  }
}

/** What the seed of the demo reads: the pictures in order, each with its caption. */
export function galleryList(): { file: string; name: string }[] {
  return Object.entries(GALLERY).map(([slug, draw]) => ({ file: `${slug}.jpg`, name: draw().name }));
}
