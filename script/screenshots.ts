/**
 * `npm run screenshots [-- /path …]`: writes screenshots of every public page to screenshots/, at five widths, in light
 * and dark, with demo content, without content, and with the largest content. `--readme` writes the images of the README
 * to docs/screenshots/ instead.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { siteWithFakeVendors, startFakeVendors } from '#tests/fake-vendors/fake-vendors.ts';
import { emptyContent, extremeContent } from '#tests/support/extremes.ts';
import type { OpenSite } from '#server/open-site.ts';
import { PUBLIC_PAGES } from '#tests/support/public-pages.ts';
import { demoSite, openTestSite, type TestSite } from '#tests/support/test-site.ts';
import { PLAYWRIGHT_ARGUMENTS, findChromium } from './chromium.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGES = [...PUBLIC_PAGES, '/admin', '/error'];
const WIDTHS = [320, 390, 768, 1280, 1920];
/** Maximum height in pixels; longer pages are cropped. */
const MAX_HEIGHT_PX = 6000;
const SCHEMES = ['light', 'dark'] as const;

type Shot = {
  path: string;
  width: number;
  scheme: (typeof SCHEMES)[number];
  file: string;
  /** Captures only the visible part of the page. */
  height?: number;
  /** Signs in first. */
  admin?: OpenSite['firstAdmin'] | undefined;
};

async function shoot(browser: Browser, origin: string, shot: Shot): Promise<void> {
  const { path, width, scheme, file, height, admin } = shot;
  const page = await browser.newPage({
    viewport: { width, height: height ?? 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    timezoneId: 'America/Chicago',
  });
  if (admin) await page.request.post(origin + API.signIn, { data: admin });
  await page.goto(origin + path, { waitUntil: admin ? 'networkidle' : 'load' });
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.allSettled([...document.images].map((image) => image.decode()));
  });
  const end = await page.evaluate(() => document.documentElement.scrollHeight);
  const clip = { x: 0, y: 0, width, height: Math.min(end, MAX_HEIGHT_PX) };
  await page.screenshot({ path: file, ...(height === undefined && { fullPage: true, clip }) });
  await page.close();
}

const { values: options, positionals } = parseArgs({
  options: { readme: { type: 'boolean', default: false } },
  allowPositionals: true,
});
await using fakeVendors = await startFakeVendors();
const browser = await chromium.launch({ executablePath: findChromium(), args: PLAYWRIGHT_ARGUMENTS });
await using site: TestSite = await openTestSite({ site: siteWithFakeVendors(demoSite(), fakeVendors.url) });
const origin = await site.app.listen({ host: '127.0.0.1', port: 0 });

if (options.readme) {
  const folder = join(ROOT, 'docs/screenshots');
  mkdirSync(folder, { recursive: true });
  for (const [name, path, width, height] of [
    ['home', '/', 1280, 900],
    ['products', '/products', 390, 844],
    ['editor', '/admin/dashboard#cash-bids', 1280, 800],
  ] as const) {
    const file = join(folder, `${name}.png`);
    const admin = name === 'editor' ? site.firstAdmin : undefined;
    await shoot(browser, origin, { path, width, height, scheme: 'light', file, admin });
  }
} else {
  const states = { demo: undefined, nothing: emptyContent(), 'too-much': extremeContent() };
  for (const [state, change] of Object.entries(states)) {
    if (change) await site.change(change);
    const folder = join(ROOT, 'screenshots', state);
    mkdirSync(folder, { recursive: true });
    for (const path of positionals.length > 0 ? positionals : PAGES) {
      const name = path.replaceAll(/[^a-z-]+/g, '_').replace(/^_$/, '_home');
      for (const width of WIDTHS) {
        for (const scheme of SCHEMES) {
          const file = join(folder, `${name.slice(1)}-${width}-${scheme}.png`);
          await shoot(browser, origin, { path, width, scheme, file });
        }
      }
    }
    console.log(folder);
  }
}
await browser.close();
