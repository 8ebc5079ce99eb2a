/**
 * `npm run screenshots [-- /path …]`: writes screenshots of every public page to screenshots/, at five widths, in light
 * and dark, with demo content, without content, and with the largest content. `--pictures` writes the pictures in
 * docs/pictures/ instead.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import sharp from 'sharp';
import { CASH_BIDS_PAGE, PRICE_SHEET_PAGE } from '#contract/cash-bids.ts';
import { API } from '#contract/paths.ts';
import { siteWithFakeVendors, startFakeVendors } from '#tests/fake-vendors/fake-vendors.ts';
import { emptyContent, extremeContent } from '#tests/support/extremes.ts';
import { openAllSections } from '#tests/support/editor-sections.ts';
import { PUBLIC_PAGES } from '#tests/support/public-pages.ts';
import { startSiteProcess } from '#tests/support/site-process.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { PLAYWRIGHT_ARGUMENTS, findChromium } from '#script/chromium.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = [...PUBLIC_PAGES, '/admin', '/error'];
const WIDTHS = [320, 390, 768, 1280, 1920];
/** Maximum height in pixels; longer pages are cropped. */
const MAX_HEIGHT_PX = 6000;
const SCHEMES = ['light', 'dark'] as const;
const ADMIN = { username: 'dana', password: 'the scale reads true' };

type Shot = {
  path: string;
  width: number;
  scheme?: (typeof SCHEMES)[number];
  file: string;
  /** Captures only the first screen, of this height. */
  height?: number;
  isPrinted?: boolean;
};

/** The pictures that the README and docs/design.md show. */
const PICTURES: readonly Shot[] = [
  { file: 'home-1280', path: '/', width: 1280, height: 900 },
  { file: 'home-390', path: '/', width: 390, height: 844 },
  { file: 'home-390-dark', path: '/', width: 390, height: 844, scheme: 'dark' },
  { file: 'cash-bids-390', path: CASH_BIDS_PAGE, width: 390, height: 844 },
  { file: 'contact-390', path: '/contact-us', width: 390, height: 844 },
  { file: 'products-1280', path: '/products', width: 1280, height: 1300 },
  { file: 'price-sheet-print', path: PRICE_SHEET_PAGE, width: 794, height: 830, isPrinted: true },
  { file: 'editor-1280', path: '/admin/dashboard#cash-bids', width: 1280, height: 800 },
];

async function shoot(browser: Browser, origin: string, shot: Shot): Promise<void> {
  const { path, width, scheme = 'light', file, height, isPrinted = false } = shot;
  const page = await browser.newPage({
    viewport: { width, height: height ?? 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    timezoneId: 'America/Chicago',
  });
  if (isPrinted) await page.emulateMedia({ media: 'print' });
  const isEditor = path.startsWith('/admin/dashboard');
  if (isEditor) await page.request.post(origin + API.signIn, { data: ADMIN });
  await page.goto(origin + path, { waitUntil: isEditor ? 'networkidle' : 'load' });
  if (isEditor) await openAllSections(page);
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.allSettled([...document.images].map((image) => image.decode()));
  });
  const end = await page.evaluate(() => document.documentElement.scrollHeight);
  const clip = { x: 0, y: 0, width, height: Math.min(end, MAX_HEIGHT_PX) };
  const png = await page.screenshot(height === undefined ? { fullPage: true, clip } : {});
  const picture = sharp(png);
  await (
    file.endsWith('.webp') ? picture.webp({ quality: 40, effort: 6, smartSubsample: true }) : picture
  ).toFile(file);
  await page.close();
}

const { values: options, positionals } = parseArgs({
  options: { pictures: { type: 'boolean', default: false } },
  allowPositionals: true,
});
await using fakeVendors = await startFakeVendors();
const browser = await chromium.launch({ executablePath: findChromium(), args: PLAYWRIGHT_ARGUMENTS });
await using site = await startSiteProcess(siteWithFakeVendors(demoSite(), fakeVendors.url));

if (options.pictures) {
  await site.addAdmin(ADMIN);
  const folder = join(ROOT, 'docs/pictures');
  mkdirSync(folder, { recursive: true });
  for (const { file, ...shot } of PICTURES) {
    await shoot(browser, site.url, { ...shot, file: join(folder, `${file}.webp`) });
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
