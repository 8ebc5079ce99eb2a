import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { PLAYWRIGHT_ARGUMENTS, findChromium } from '#script/chromium.ts';
import { PUBLIC_PAGES } from '#tests/support/public-pages.ts';
import { startSiteProcess, type SiteProcess } from '#tests/support/site-process.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { figure, type Row, type Section } from './report.ts';
import { readWireResponse } from './wire-response.ts';

const ADMIN = { username: 'bench', password: 'seed, feed and weed' };
const SCRIPTS_KB = { public: 95, '/admin': 110, '/admin/dashboard': 190 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** Slow mobile network: latency in ms, throughput in bytes per second. */
const NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const CPU_SLOWDOWN = 4;

type Visit = { scriptKb: number; totalKb: number; readableMs: number; endMs: number; shift: number };

/** Measures what a browser loads: the scripts of each page, and each public page on a slow phone. */
export async function measureLoaded({ visits }: { visits: number }): Promise<Section[]> {
  await using site = await startSiteProcess(demoSite(), { recompress: true });
  const browser = await chromium.launch({ executablePath: findChromium(), args: PLAYWRIGHT_ARGUMENTS });
  try {
    return [await measureScripts(browser, site), await measureSlowPhone(browser, site, visits)];
  } finally {
    await browser.close();
  }
}

async function measureScripts(browser: Browser, site: SiteProcess): Promise<Section> {
  await site.addAdmin(ADMIN);
  const rows: Row[] = [];
  for (const path of [...PUBLIC_PAGES, '/admin', '/admin/dashboard']) {
    const context = await browser.newContext({ baseURL: site.url });
    if (path === '/admin/dashboard') await context.request.post(API.signIn, { data: ADMIN });
    const { scriptKb } = await visit(context, path, async () => undefined);
    const limit = path in SCRIPTS_KB ? SCRIPTS_KB[path as keyof typeof SCRIPTS_KB] : SCRIPTS_KB.public;
    rows.push({
      cells: [path, figure(scriptKb, 1)],
      target: { limit: `≤ ${limit} KB`, isMet: scriptKb <= limit },
    });
    await context.close();
  }
  return {
    title: 'Scripts as loaded',
    text: 'Scripts that a browser loads on a first visit without a click, with brotli; 1 KB is 1,000 bytes.',
    columns: ['', 'KB'],
    rows,
  };
}

async function measureSlowPhone(browser: Browser, site: SiteProcess, visits: number): Promise<Section> {
  const rows: Row[] = [];
  for (const path of PUBLIC_PAGES) {
    const all: Visit[] = [];
    await compressBest(site.url + path);
    for (let time = 0; time < visits; time += 1) {
      const context = await browser.newContext({ baseURL: site.url, ...PHONE });
      all.push(await visit(context, path, slowDown));
      await context.close();
    }
    const least = (of: (each: Visit) => number) => Math.min(...all.map(of));
    const [totalKb, readable, end] = [
      least((each) => each.totalKb),
      least((each) => each.readableMs),
      least((each) => each.endMs),
    ];
    const endLimit = totalKb < 130 ? 3500 : 4200;
    const shift = Math.max(...all.map((each) => each.shift));
    rows.push({
      cells: [path, figure(totalKb, 1), figure(readable), figure(end), figure(shift, 3)],
      target: {
        limit: `< 950, < ${endLimit.toLocaleString('en-US')}, 0`,
        isMet: readable < 950 && end < endLimit && shift === 0,
      },
    });
  }
  return {
    title: 'Slow phone',
    text: [
      `First visit at 400 kbit/s, 400 ms of latency, and a CPU slowed down by ${CPU_SLOWDOWN}, without iframes and without scrolling, of a page`,
      'that the server has compressed with its best effort, which the third request after a change gets. Readable: the first',
      'paint, which shows the whole page; menu and links work from then on. Loaded: the end of the last response, including',
      'scripts; images below the first screen load on the first scroll, after it. The shortest times of',
      `${visits}, because other programs only add to them, and the largest layout shift.`,
    ].join('\n'),
    columns: ['', 'KB', 'Readable, ms', 'Loaded, ms', 'Layout shift'],
    rows,
  };
}

/** Requests a page until the server has replaced the quickly compressed response. */
async function compressBest(url: string): Promise<void> {
  const sizeOf = async () =>
    (await readWireResponse(url, { headers: { 'accept-encoding': 'br' } })).body.length;
  const quick = await sizeOf();
  for (let time = 0; time < 50 && (await sizeOf()) === quick; time += 1) await sleep(100);
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBlockedURLs', { urls: ['*/cash-bids.html*', 'https://*'] });
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

async function visit(
  context: BrowserContext,
  path: string,
  prepare: (page: Page) => Promise<void>,
): Promise<Visit> {
  const page = await context.newPage();
  await prepare(page);
  await page.goto(path);
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
  await page.waitForLoadState('networkidle');
  const { loaded, ...rest } = await page.evaluate(() => {
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    const shifts = new PerformanceObserver(() => undefined);
    shifts.observe({ type: 'layout-shift', buffered: true });
    return {
      loaded: entries
        .filter(({ initiatorType }) => initiatorType !== 'iframe')
        .map(({ name, encodedBodySize, responseEnd }) => ({ name, bytes: encodedBodySize, responseEnd })),
      readableMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
      shift: shifts
        .takeRecords()
        .reduce((sum, each) => sum + (each as PerformanceEntry & { value: number }).value, 0),
    };
  });
  const kbOf = (pattern: RegExp) =>
    loaded.filter(({ name }) => pattern.test(name)).reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  return {
    ...rest,
    scriptKb: kbOf(/\.js$/),
    totalKb: kbOf(/^/),
    endMs: Math.max(...loaded.map(({ responseEnd }) => responseEnd)),
  };
}
