import { chromium, type Browser } from '@playwright/test';
import { PLAYWRIGHT_ARGUMENTS, findChromium } from '#script/chromium.ts';
import { PUBLIC_PAGES } from '#tests/support/public-pages.ts';
import { startServer } from '#tests/support/server-process.ts';
import { waitForBestCompression } from './best-compression.ts';
import { figure, type Row, type Section } from './report.ts';

const LIMITS = { htmlKb: 30, readableMs: 950, loadedMs: 3500 };
/** Pages with more images load longer. */
const WITH_IMAGES = { aboveKb: 130, loadedMs: 4200 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** Slow mobile network: latency in ms, throughput in bytes per second. */
const NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const CPU_SLOWDOWN = 4;

/** Measures what a first visit of each public page loads, and how long it takes on a slow phone. */
export async function measureSlowPhone({ visits }: { visits: number }): Promise<Section> {
  await using site = await startServer();
  await waitForBestCompression(site.url, PUBLIC_PAGES);
  const browser = await chromium.launch({ executablePath: findChromium(), args: PLAYWRIGHT_ARGUMENTS });
  const rows: Row[] = [];
  try {
    for (const path of PUBLIC_PAGES) {
      const measured = [];
      for (let time = 0; time < visits; time += 1) measured.push(await visit(browser, site.url + path));
      rows.push(toRow(path, measured));
    }
  } finally {
    await browser.close();
  }
  return {
    title: 'Weight, and a slow phone',
    text: [
      `First visit at 400 kbit/s, 400 ms of latency, and a CPU slowed down by ${CPU_SLOWDOWN}, without iframes and without scrolling. The`,
      'HTML contains the styles. 1 KB is 1,000 bytes, with brotli. Readable: the first paint, which shows the whole page; menu',
      'and links work from then on. Loaded: the end of the last response, including scripts. The shortest times of',
      `${visits}, because other programs only add to them, and the largest layout shift. A page of more than ${WITH_IMAGES.aboveKb} KB may load longer.`,
    ].join('\n'),
    columns: ['', 'HTML, KB', 'Scripts, KB', 'All, KB', 'Readable, ms', 'Loaded, ms', 'Layout shift'],
    rows,
  };
}

type Visit = Awaited<ReturnType<typeof visit>>;

async function visit(browser: Browser, url: string) {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBlockedURLs', { urls: ['*/cash-bids.html*', 'https://*'] });
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url);
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
  await context.close();
  const kbOf = (isCounted: (name: string) => boolean) =>
    loaded.filter(({ name }) => isCounted(name)).reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  return {
    ...rest,
    htmlKb: kbOf((name) => name === url),
    scriptKb: kbOf((name) => name.endsWith('.js')),
    totalKb: kbOf(() => true),
    loadedMs: Math.max(...loaded.map(({ responseEnd }) => responseEnd)),
  };
}

function toRow(path: string, visits: readonly Visit[]): Row {
  const least = (key: keyof Visit) => Math.min(...visits.map((each) => each[key]));
  const [htmlKb, totalKb] = [least('htmlKb'), least('totalKb')];
  const [readableMs, loadedMs] = [least('readableMs'), least('loadedMs')];
  const shift = Math.max(...visits.map((each) => each.shift));
  const loadedLimit = totalKb > WITH_IMAGES.aboveKb ? WITH_IMAGES.loadedMs : LIMITS.loadedMs;
  return {
    cells: [
      path,
      figure(htmlKb, 1),
      figure(least('scriptKb'), 1),
      figure(totalKb, 1),
      figure(readableMs),
      figure(loadedMs),
      figure(shift, 3),
    ],
    target: {
      limit: `HTML < ${LIMITS.htmlKb}; < ${LIMITS.readableMs}, < ${figure(loadedLimit)}, 0`,
      isMet:
        htmlKb < LIMITS.htmlKb && readableMs < LIMITS.readableMs && loadedMs < loadedLimit && shift === 0,
    },
  };
}
