/**
 * `npm run screenshots [-- /path …]`: writes screenshots of every public page to screenshots/, at five widths, in light
 * and dark, with demo content, without content, and with the largest content. `--pictures` writes the pictures in
 * docs/pictures/ instead. With `--before=DIR`, those are pictures of another checkout, whose build must be current.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import sharp from 'sharp';
import { API } from '#contract/paths.ts';
import { siteWithFakeVendors, startFakeVendors } from '#tests/fake-vendors/fake-vendors.ts';
import { emptyContent, extremeContent } from '#tests/support/extremes.ts';
import { openAllSections } from '#tests/support/editor-sections.ts';
import { PUBLIC_PAGES } from '#tests/support/public-pages.ts';
import type * as Sites from '#tests/support/site-process.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { PLAYWRIGHT_ARGUMENTS, findChromium } from '#script/chromium.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = [...PUBLIC_PAGES, '/admin', '/error'];
const WIDTHS = [320, 390, 768, 1280, 1920];
/** Maximum height in pixels; longer pages are cropped. */
const MAX_HEIGHT_PX = 6000;
const SCHEMES = ['light', 'dark'] as const;
const ADMIN = { username: 'dana', password: 'the scale reads true' };

/** The pages in docs/pictures/, at the sizes of a phone and of a desktop computer. */
const PICTURES = { home: '/', products: '/products', contact: '/contact-us', editor: '/admin/dashboard' };
const PICTURE_HEIGHTS_PX = { 390: 3000, 1280: 2400 };
/** The first screens that the README shows. */
const README_PICTURES = [
  ['home', '/', 1280, 900],
  ['editor', '/admin/dashboard#cash-bids', 1280, 800],
  ['products', '/products', 390, 844],
] as const;

type Shot = {
  path: string;
  width: number;
  scheme?: (typeof SCHEMES)[number];
  file: string;
  maxHeight?: number;
  /** Captures only the visible part of the page. */
  height?: number;
};

async function shoot(browser: Browser, origin: string, shot: Shot): Promise<void> {
  const { path, width, scheme = 'light', file, maxHeight = MAX_HEIGHT_PX, height } = shot;
  const page = await browser.newPage({
    viewport: { width, height: height ?? 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    timezoneId: 'America/Chicago',
  });
  const isEditor = path.startsWith('/admin/dashboard');
  if (isEditor) await page.request.post(origin + API.signIn, { data: ADMIN });
  await page.goto(origin + path, { waitUntil: isEditor ? 'networkidle' : 'load' });
  if (isEditor) await openAllSections(page);
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.allSettled([...document.images].map((image) => image.decode()));
  });
  const end = await page.evaluate(() => document.documentElement.scrollHeight);
  const clip = { x: 0, y: 0, width, height: Math.min(end, maxHeight) };
  const png = await page.screenshot(height === undefined ? { fullPage: true, clip } : {});
  const picture = sharp(png);
  await (file.endsWith('.webp') ? picture.webp({ quality: 70, effort: 6 }) : picture).toFile(file);
  await page.close();
}

const { values: options, positionals } = parseArgs({
  options: { pictures: { type: 'boolean', default: false }, before: { type: 'string' } },
  allowPositionals: true,
});
// This import starts the site of the other checkout, not of this folder.
const checkout = resolve(options.before ?? ROOT);
const { startSiteProcess } = (await import(
  pathToFileURL(join(checkout, 'tests/support/site-process.ts')).href
)) as typeof Sites;
await using fakeVendors = await startFakeVendors();
const browser = await chromium.launch({ executablePath: findChromium(), args: PLAYWRIGHT_ARGUMENTS });
await using site = await startSiteProcess(siteWithFakeVendors(demoSite(), fakeVendors.url));

if (options.pictures) {
  await site.addAdmin(ADMIN);
  const folder = join(ROOT, 'docs/pictures');
  mkdirSync(folder, { recursive: true });
  for (const [name, path] of Object.entries(PICTURES)) {
    for (const [width, maxHeight] of Object.entries(PICTURE_HEIGHTS_PX)) {
      const file = join(folder, `${name}-${width}-${options.before === undefined ? 'after' : 'before'}.webp`);
      await shoot(browser, site.url, { path, width: Number(width), maxHeight, file });
    }
  }
  for (const [name, path, width, height] of options.before === undefined ? README_PICTURES : []) {
    await shoot(browser, site.url, { path, width, height, file: join(folder, `${name}.webp`) });
  }
} else {
  const states = { demo: undefined, nothing: emptyContent(), 'too-much': extremeContent() };
  for (const [state, change] of Object.entries(states)) {
    if (change) await site.with(change);
    const folder = join(ROOT, 'screenshots', state);
    mkdirSync(folder, { recursive: true });
    for (const path of positionals.length > 0 ? positionals : PAGES) {
      const name = path.replaceAll(/[^a-z-]+/g, '_').replace(/^_$/, '_home');
      for (const width of WIDTHS) {
        for (const scheme of SCHEMES) {
          const file = join(folder, `${name.slice(1)}-${width}-${scheme}.png`);
          await shoot(browser, site.url, { path, width, scheme, file });
        }
      }
    }
    console.log(folder);
  }
}
await browser.close();
