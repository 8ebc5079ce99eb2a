import { chromium, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { PLAYWRIGHT_ARGUMENTS, findChromium } from '#script/chromium.ts';
import { openAllSections } from '#tests/support/editor-sections.ts';
import { startSiteProcess, type SiteProcess } from '#tests/support/site-process.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { figure, median, type Row, type Section } from './report.ts';

const KEY_MS = 16;
/** Starts a frame as soon as something changes. Otherwise, a key press mostly waits for the display's next frame. */
const WITHOUT_DISPLAY = '--disable-frame-rate-limit';
const USABLE_MS = 300;
const ADMIN = { username: 'bench', password: 'seed, feed and weed' };

const CONTENT = { employees: 200, rows: 50, columns: 12, items: 100 };

export async function measureEditor({ opens, keys }: { opens: number; keys: number }): Promise<Section> {
  await using site = await startSiteProcess(demoSite());
  await fill(site);
  await site.addAdmin(ADMIN);
  const usable = await inBrowser(site, [], (context) => timeOpening(context, opens));
  const [bare, fields] = await inBrowser(site, [WITHOUT_DISPLAY], async (context) => [
    await timeBareKeys(context, keys),
    await timeKeys(context, keys),
  ]);
  return {
    title: 'Editor in a browser',
    text: [
      `The dashboard of a cooperative with ${CONTENT.employees} employees, a fuel table of ${CONTENT.rows} rows by ${CONTENT.columns} columns, and ${CONTENT.items} items in a Pioneer category,`,
      'with every section open, in Chromium on this machine. First field: from navigation until it accepts keys, with the scripts in',
      `the browser's cache, as on any visit but the first; the median and the slowest of ${opens}. Key press: from the event to the end`,
      `of the frame that shows the letter; ${keys} in each field. The browser doesn't wait for the 16.7 ms in which a display shows a`,
      'frame, so this is how long the work takes. The last row is a page with one box and no scripts.',
    ].join('\n'),
    columns: ['', 'p50 ms', 'p95 ms'],
    rows: [
      judge('First field accepts keys', usable, USABLE_MS),
      ...fields.map(([name, durations]) => judge(`Key press in ${name}`, durations, KEY_MS)),
      { cells: cellsOf('Key press in a bare page', bare) },
    ],
  };
}

/** Calls `work` with the pages of a new browser in which the administrator is signed in. */
async function inBrowser<Result>(
  site: SiteProcess,
  options: readonly string[],
  work: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...PLAYWRIGHT_ARGUMENTS, ...options],
  });
  try {
    const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 900 } });
    const response = await context.request.post(API.signIn, { data: ADMIN });
    if (!response.ok()) throw new Error(`The sign-in responded with ${response.status()}.`);
    return await work(context);
  } finally {
    await browser.close();
  }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function fill(site: SiteProcess): Promise<void> {
  await site.with({
    employees: numbers(CONTENT.employees).map((n) => ({
      name: `Employee Number ${n}`,
      title: 'Custom Applicator',
      phoneNumber: '660-555-0149',
      email: `employee-${n}@hickorybend.example.com`,
    })),
    priceTables: [
      {
        type: 1,
        headers: numbers(CONTENT.columns).map((n) => `Column ${n}`),
        rows: numbers(CONTENT.rows).map((n) => numbers(CONTENT.columns).map((column) => `${n}.${column}`)),
      },
    ],
    pioneer: [{ category: 0, items: numbers(CONTENT.items).map((n) => `<p>Hybrid number ${n}</p>`) }],
  });
}

async function timeOpening(context: BrowserContext, opens: number): Promise<number[]> {
  const durations: number[] = [];
  for (let time = 0; time <= opens; time += 1) {
    const page = await context.newPage();
    await page.addInitScript(reportFirstField);
    const report = page.waitForEvent('console');
    await page.goto('/admin/dashboard#home-page', { waitUntil: 'commit' });
    // Skip the first visit, which fills the browser's cache.
    if (time > 0) durations.push(Number((await report).text()));
    else await report;
    await page.close();
  }
  return durations;
}

/**
 * Runs in the page, because polling from outside slows down over time. Reports with a message, because for anything else,
 * Playwright runs its own script in the page first, which takes 30 ms of the time that is measured.
 */
function reportFirstField(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('#home-page :is(input, textarea)')) return;
    observer.disconnect();
    // Wait for the frame that shows the field; it accepts keys from then on.
    requestAnimationFrame(() => setTimeout(() => console.log(performance.now())));
  });
  observer.observe(document, { childList: true, subtree: true });
}

async function timeKeys(
  context: BrowserContext,
  keys: number,
): Promise<[name: string, durations: number[]][]> {
  const page = await context.newPage();
  await page.goto('/admin/dashboard');
  await openAllSections(page);
  const fields: [string, Locator][] = [
    ['the welcome message', page.getByRole('textbox', { name: 'Welcome message' })],
    [
      'a table cell',
      page.getByRole('textbox', { name: `Fuel Types and Prices, row ${CONTENT.rows}, Column 2` }),
    ],
    ["an employee's title", page.getByRole('textbox', { name: 'Title' }).last()],
    ['a Pioneer item', page.locator('#pioneer-items [contenteditable=true]').last()],
  ];
  await reportKeys(page);
  const all: [string, number[]][] = [];
  for (const [name, field] of fields) all.push([name, await typeInto(field, keys)]);
  return all;
}

/** Measures what the browser itself takes. */
async function timeBareKeys(context: BrowserContext, keys: number): Promise<number[]> {
  const page = await context.newPage();
  await page.goto('data:text/html,<!doctype html><input aria-label="Box">');
  await reportKeys(page);
  const durations = await typeInto(page.getByRole('textbox'), keys);
  await page.close();
  return durations;
}

async function typeInto(field: Locator, keys: number): Promise<number[]> {
  const page = field.page();
  await field.click();
  const durations: number[] = [];
  for (let key = 1; key <= keys; key += 1) {
    const report = page.waitForEvent('console');
    await page.keyboard.press('abcdefgh'[key % 8] ?? 'a');
    durations.push(Number((await report).text()));
  }
  return durations;
}

/** Reports the time from each key event's timestamp until after the next frame. Polling would request further frames. */
async function reportKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        // The timeout runs after the frame, with the work deferred to it.
        requestAnimationFrame(() => setTimeout(() => console.log(performance.now() - timeStamp)));
      },
      { capture: true },
    );
  });
}

function judge(name: string, durations: readonly number[], ms: number): Row {
  return {
    cells: cellsOf(name, durations),
    target: { limit: `p95 < ${figure(ms)} ms`, isMet: p95Of(durations) < ms },
  };
}

const cellsOf = (name: string, durations: readonly number[]) => [
  name,
  figure(median(durations), 1),
  figure(p95Of(durations), 1),
];

const p95Of = (durations: readonly number[]) =>
  durations.toSorted((a, b) => a - b)[Math.ceil(durations.length * 0.95) - 1] ?? NaN;
