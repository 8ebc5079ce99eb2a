import { chromium, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { PLAYWRIGHT_ARGUMENTS, findChromium } from '#script/chromium.ts';
import { startSiteProcess, type SiteProcess } from '#tests/support/site-process.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { figure, type Row, type Section } from './report.ts';
import { ADMIN } from './sign-in.ts';
import { median, percentile } from './timing.ts';

const LIMITS = { key: 16, firstField: 300 };
/** Starts a frame as soon as something changes. Otherwise, a key press mostly waits for the display's next frame. */
const WITHOUT_DISPLAY = '--disable-frame-rate-limit';

const CONTENT = { employees: 200, rows: 50, columns: 12, items: 100 };

/** The measured field of each section. */
const FIELDS: { name: string; section: string; find: (page: Page) => Locator }[] = [
  {
    name: 'the welcome message',
    section: 'home-page',
    find: (page) => page.getByRole('textbox', { name: 'Welcome message' }),
  },
  {
    name: 'a table cell',
    section: 'fuel',
    find: (page) =>
      page.getByRole('textbox', { name: `Fuel Types and Prices, row ${CONTENT.rows}, Column 2` }),
  },
  {
    name: "an employee's title",
    section: 'employee-section',
    find: (page) => page.getByRole('textbox', { name: 'Title' }).last(),
  },
  {
    name: 'a Pioneer item',
    section: 'pioneer-items',
    find: (page) => page.locator('#pioneer-items [contenteditable=true]').last(),
  },
];
/** Sections that are open beside the measured one. */
const OTHER_SECTIONS = ['about-us-page', 'operating-hours'];

/** Measures the editor in a browser: how long a key press takes, and how long its opening. */
export async function measureKeyPresses({ opens, keys }: { opens: number; keys: number }): Promise<Section> {
  await using site = await startSiteProcess(demoSite());
  await fill(site);
  await site.addAdmin(ADMIN);
  const firstField = await inBrowser(site, [], (context) => timeOpening(context, opens));
  const rows: Row[] = [];
  for (const field of FIELDS) {
    // A new browser has no section left open.
    const times = await inBrowser(site, [WITHOUT_DISPLAY], (context) => timeKeys(context, field, keys));
    rows.push(judge(`Key press in ${field.name}`, times, LIMITS.key));
  }
  const bare = await inBrowser(site, [WITHOUT_DISPLAY], (context) => timeBareKeys(context, keys));
  rows.push({ cells: cellsOf('Key press in a bare page', bare) });
  return {
    title: 'Editor in a browser',
    text: [
      `The dashboard of a cooperative with ${CONTENT.employees} employees, a fuel table of ${CONTENT.rows} rows by ${CONTENT.columns} columns, and ${CONTENT.items} items in a Pioneer category,`,
      'with the measured section and two others open, in Chromium on this machine. Key press: from the event to the end of the',
      `frame that shows the letter; ${keys} in each field. The browser doesn't wait for the 16.7 ms in which a display shows a frame, so`,
      'this is how long the work takes. A bare page has one box and no scripts. First field: from navigation to',
      `/admin/dashboard#home-page until it accepts keys, with the scripts in the browser's cache, as on any visit but the first; ${opens} times.`,
    ].join('\n'),
    columns: ['', 'p50 ms', 'p95 ms'],
    rows: [...rows, judge('First field accepts keys', firstField, LIMITS.firstField)],
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
  { section, find }: (typeof FIELDS)[number],
  keys: number,
): Promise<number[]> {
  const page = await context.newPage();
  await page.goto(`/admin/dashboard#${section}`);
  for (const other of OTHER_SECTIONS) await openSection(page, other);
  const field = find(page);
  await field.waitFor();
  await reportKeys(page);
  return typeInto(field, keys);
}

/** Opens a section of the editor, and waits for its first field. */
async function openSection(page: Page, id: string): Promise<void> {
  await page.locator(`#${id} > summary`).click();
  await page.locator(`#${id} :is(input, textarea, [contenteditable=true])`).first().waitFor();
}

/** Measures what the browser itself takes. */
async function timeBareKeys(context: BrowserContext, keys: number): Promise<number[]> {
  const page = await context.newPage();
  await page.goto('data:text/html,<!doctype html><input aria-label="Box">');
  await reportKeys(page);
  return typeInto(page.getByRole('textbox'), keys);
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
    target: { limit: `p95 < ${ms} ms`, isMet: percentile(durations, 95) < ms },
  };
}

const cellsOf = (name: string, durations: readonly number[]) => [
  name,
  figure(median(durations), 1),
  figure(percentile(durations, 95), 1),
];
