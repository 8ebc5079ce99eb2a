/**
 * `npm run look [-- /path …]`: measures the look of every page and of the editor at seven widths, in light and dark, and
 * prints which points of docs/design.md are met, and each element that misses one. Exits with 1 if one does. `--quick`
 * measures colors only in light on a phone, and in dark on a desktop computer. `--widths=390,1280` chooses widths.
 */
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { Titles } from '#contract/site-pages.ts';
import { PLAYWRIGHT_ARGUMENTS, findChromium } from '#script/chromium.ts';
import { siteWithFakeVendors, startFakeVendors } from '#tests/fake-vendors/fake-vendors.ts';
import { openAllSections } from '#tests/support/editor-sections.ts';
import { startSiteProcess } from '#tests/support/site-process.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { installGeometry } from './look/geometry.ts';
import { MEASURES, type Measure, type Scheme, type View } from './look/measures.ts';
import { formatTable } from './report.ts';

const SCREENS = {
  320: 568,
  360: 740,
  390: 844,
  768: 1024,
  1024: 768,
  1280: 900,
  1920: 1080,
} as const;
/** The widths at which `--quick` loads each page and measures everything. */
const QUICK_WIDTH: Record<Scheme, number> = { light: 390, dark: 1280 };
const EDITOR = '/admin/dashboard';
/** Returns true for pages that need a session. */
const isEditor = (path: string) => path.startsWith('/admin/');
/** Maximum height of a section that shows only its heading. */
const CLOSED_SECTION_PX = 150;
const PAGES = [...Object.keys(Titles.properties), '/pioneer?category=corn-product', '/no-such-page'];
/** Points that a page need not meet. */
const EXCEPTIONS: Partial<Record<string, readonly string[]>> = {
  // tests/e2e/dashboard*.test.ts check each section alone, because sticky bars cover texts of the others.
  [EDITOR]: ['axe, text 7:1'],
  // A long announcement and what to do in an emergency may be loud.
  '/': ['gold tint'],
  '/contact-us': ['gold tint'],
  '/news': ['gold tint'],
  // The specification has a long sentence.
  '/error': ['headings'],
  // The specification wants nothing but the word.
  '/store': ['no empty 400 px'],
};
const LAYOUT = MEASURES.filter(({ kind }) => kind === 'layout');
/** Findings that are printed when several differ only in numbers. */
const MAX_ALIKE = 4;
const ADMIN = { username: 'dana', password: 'the scale reads true' };

type Miss = { measure: string; finding: string; path: string; width: number; scheme: Scheme };

const { values: options, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, widths: { type: 'string' } },
  allowPositionals: true,
});
const widths = options.widths?.split(',').map(Number) ?? Object.keys(SCREENS).map(Number);
const paths = positionals.length > 0 ? positionals : PAGES;

const began = performance.now();
await using fakeVendors = await startFakeVendors();
await using site = await startSiteProcess(siteWithFakeVendors(demoSite(), fakeVendors.url));
await site.addAdmin(ADMIN);
const browser = await chromium.launch({ executablePath: findChromium(), args: PLAYWRIGHT_ARGUMENTS });
const misses: Miss[] = [];
let views = 0;

async function measure(page: Page, path: string, view: View, measures: readonly Measure[]): Promise<void> {
  await installGeometry(page);
  views += 1;
  for (const { name, find } of measures) {
    if (EXCEPTIONS[path]?.includes(name)) continue;
    const findings = await find(page, view);
    misses.push(
      ...findings.map((finding) => ({
        measure: name,
        finding,
        path,
        width: view.width,
        scheme: view.scheme,
      })),
    );
    // axe may have made the window taller.
    await page.setViewportSize(view);
  }
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path, { waitUntil: isEditor(path) ? 'networkidle' : 'load' });
  await page.waitForFunction(
    () => !document.getElementById('root') || 'hydrated' in document.documentElement.dataset,
  );
  if (path === EDITOR) await openAllSections(page);
  await page.evaluate(() => document.fonts.ready);
  await untilPainted(page);
}

const untilPainted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

async function measurePage(path: string, prices: readonly string[]): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      colorScheme: scheme,
      reducedMotion: 'reduce',
      timezoneId: 'America/Chicago',
    });
    if (isEditor(path)) await context.request.post(site.url + API.signIn, { data: ADMIN });
    const page = await context.newPage();
    let isOpen = false;
    for (const width of widths) {
      const isThorough = !options.quick || width === QUICK_WIDTH[scheme];
      if (!isThorough && scheme === 'dark') continue;
      const view = { ...viewOf(path, width, prices), scheme };
      await page.setViewportSize(view);
      if (isThorough || !isOpen) await open(page, path);
      isOpen = true;
      await measure(page, path, view, isThorough ? MEASURES : LAYOUT);
      if (isThorough && path === EDITOR) await measureClosedSections(page, view);
    }
    await context.close();
  }
}

/** Opens each section of the editor that is closed, with the link of the section list. */
async function measureClosedSections(page: Page, view: View): Promise<void> {
  const ids = await page.evaluate(() =>
    [...document.querySelectorAll('nav a[href^="#"]')].map((link) => link.getAttribute('href')?.slice(1)),
  );
  for (const id of ids) {
    const section = page.locator(`[id="${id}"]`);
    const isOpen = async () => ((await section.boundingBox())?.height ?? 0) > CLOSED_SECTION_PX;
    if (await isOpen()) continue;
    await page.evaluate((hash) => (location.hash = hash ?? ''), id);
    await untilPainted(page);
    if (!(await isOpen())) throw new Error(`The section ${id} does not open.`);
    await measure(page, `${EDITOR}#${id}`, view, LAYOUT);
  }
}

function viewOf(path: string, width: number, prices: readonly string[]): Omit<View, 'scheme'> {
  const size = { width, height: SCREENS[width as keyof typeof SCREENS] ?? 900 };
  if (path === '/price-sheet') return { ...size, smallestText: 14, bodyText: 14 };
  if (isEditor(path)) return { ...size, smallestText: 16, bodyText: 16 };
  return { ...size, smallestText: 16, bodyText: 18, largestNumbers: path === '/' ? prices : undefined };
}

/** Returns the pages and widths of the same finding: `/products, /pioneer; 320, 390 px; dark`. */
function describePlaces(same: readonly Miss[]): string {
  const pages = [...new Set(same.map(({ path }) => path))];
  const at = [...new Set(same.map(({ width }) => width))].toSorted((a, b) => a - b);
  const isDarkOnly = same.every(({ scheme }) => scheme === 'dark');
  const where = pages.length > 4 ? `${pages.length} pages` : pages.join(', ');
  return `${where}; ${at.join(', ')} px${isDarkOnly ? '; dark' : ''}`;
}

const response = await fetch(`${site.url}${API.cashBids}`, { headers: { accept: 'text/csv' } });
const prices = (await response.text()).match(/\d+\.\d{2,4}/g) ?? [];
for (const path of paths) {
  const since = performance.now();
  await measurePage(path, prices);
  console.error(`${path} ${((performance.now() - since) / 1000).toFixed(1)} s`);
}
await browser.close();

const rows = MEASURES.map(({ name }) => ({
  cells: [
    name,
    ...widths.map((width) => {
      const count = misses.filter((miss) => miss.measure === name && miss.width === width).length;
      return count === 0 ? 'pass' : `${count} fail`;
    }),
  ],
}));
console.log(formatTable({ columns: ['Point', ...widths.map((width) => `${width} px`)], rows }));
for (const { name } of MEASURES) {
  const found = misses.filter(({ measure: missed }) => missed === name);
  if (found.length > 0) console.log(`\n${name}`);
  // Rows of a table differ only in numbers and words in quotes.
  const alike = Map.groupBy(found, ({ finding }) => finding.replaceAll(/[\d.]+|“[^”]*”/g, ''));
  for (const same of alike.values()) {
    const findings = [...Map.groupBy(same, ({ finding }) => finding).entries()];
    for (const [finding, places] of findings.slice(0, MAX_ALIKE)) {
      console.log(`- ${finding} (${describePlaces(places)})`);
    }
    if (findings.length > MAX_ALIKE) console.log(`  and ${findings.length - MAX_ALIKE} more like it`);
  }
}
console.log(`\n${paths.length} pages, ${views} views, ${Math.round((performance.now() - began) / 1000)} s`);
process.exitCode = misses.length === 0 ? 0 : 1;
