import { chromium, type BrowserContext, type JSHandle, type Locator, type Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { PLAYWRIGHT_ARGUMENTS, findChromium } from '#script/chromium.ts';
import { startSiteProcess, type SiteProcess } from '#tests/support/site-process.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { figure, median, type Row, type Section } from './report.ts';

const KEY_MS = 50;
const USABLE_MS = 1000;
const ADMIN = { username: 'bench', password: 'seed, feed and weed' };

const MUCH = { employees: 200, rows: 50, columns: 12, items: 100 };

export async function measureEditor({ opens, keys }: { opens: number; keys: number }): Promise<Section> {
  await using site = await startSiteProcess(demoSite());
  await fill(site);
  await site.addAdmin(ADMIN);
  const browser = await chromium.launch({ executablePath: findChromium(), args: PLAYWRIGHT_ARGUMENTS });
  try {
    const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 900 } });
    const response = await context.request.post(API.signIn, { data: ADMIN });
    if (!response.ok()) throw new Error(`Signing in answers ${response.status()}.`);
    const usable = await timeOpening(context, opens);
    const page = await context.newPage();
    await page.goto('/admin/dashboard');
    return {
      title: 'The editor in a browser',
      text: [
        `A cooperative with ${MUCH.employees} employees, a fuel table of ${MUCH.rows} rows by ${MUCH.columns} columns and ${MUCH.items} items of a seed category,`,
        'every section open, in Chromium on this machine. Opening: from asking for the page until the first field can be typed in,',
        `with the scripts in the browser's cache as at any visit but the first; the median and the slowest of ${opens}. A key press: from the key to`,
        `the end of the frame that shows its letter; ${keys} in each field.`,
      ].join('\n'),
      columns: ['', 'p50 ms', 'p95 ms'],
      rows: [
        judge('First field can be typed in', usable, USABLE_MS),
        ...(await timeKeys(page, keys)).map(([name, taken]) => judge(`Key press in ${name}`, taken, KEY_MS)),
      ],
    };
  } finally {
    await browser.close();
  }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function fill(site: SiteProcess): Promise<void> {
  await site.with({
    employees: numbers(MUCH.employees).map((n) => ({
      name: `Employee Number ${n}`,
      title: 'Custom Applicator',
      phoneNumber: '660-555-0149',
      email: `employee-${n}@hickorybend.example.com`,
    })),
    priceTables: [
      {
        type: 1,
        headers: numbers(MUCH.columns).map((n) => `Column ${n}`),
        rows: numbers(MUCH.rows).map((n) => numbers(MUCH.columns).map((column) => `${n}.${column}`)),
      },
    ],
    pioneer: [{ category: 0, items: numbers(MUCH.items).map((n) => `<p>Hybrid number ${n}</p>`) }],
  });
}

async function timeOpening(context: BrowserContext, opens: number): Promise<number[]> {
  const taken: number[] = [];
  for (let time = 0; time <= opens; time += 1) {
    const page = await context.newPage();
    await page.addInitScript(noteFirstField);
    await page.goto('/admin/dashboard', { waitUntil: 'commit' });
    const note = await page.waitForFunction(() => performance.getEntriesByName('first field')[0]?.startTime);
    // Skip the first visit, which fills the browser's cache.
    if (time > 0) taken.push((await note.jsonValue()) ?? NaN);
    await page.close();
  }
  return taken;
}

/** Runs in the page, because polling from outside slows down over time. */
function noteFirstField(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('#home-page :is(input, textarea)')) return;
    observer.disconnect();
    // Wait for the frame that shows the field; it accepts keys from then on.
    requestAnimationFrame(() => setTimeout(() => performance.mark('first field')));
  });
  observer.observe(document, { childList: true, subtree: true });
}

async function timeKeys(page: Page, keys: number): Promise<[name: string, taken: number[]][]> {
  const fields: [string, Locator][] = [
    ['a text', page.getByRole('textbox', { name: 'Welcome message' })],
    ['a cell', page.getByRole('textbox', { name: `Fuel Types and Prices, row ${MUCH.rows}, Column 2` })],
    ["an employee's title", page.getByRole('textbox', { name: 'Title' }).last()],
    ['a seed item', page.locator('#pioneer-items [contenteditable=true]').last()],
  ];
  const taken = await watchKeys(page);
  const all: [string, number[]][] = [];
  for (const [name, field] of fields) {
    await field.click();
    await taken.evaluate((list) => list.splice(0));
    for (let key = 1; key <= keys; key += 1) {
      await page.keyboard.press('abcdefgh'[key % 8] ?? 'a');
      await page.waitForFunction(([list, count]) => list.length === count, [taken, key] as const);
    }
    all.push([name, await taken.jsonValue()]);
  }
  return all;
}

/** Records the time from each key event's timestamp until after the next frame. */
async function watchKeys(page: Page): Promise<JSHandle<number[]>> {
  return page.evaluateHandle(() => {
    const taken: number[] = [];
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        // The timeout runs after the frame, with the work deferred to it.
        requestAnimationFrame(() => setTimeout(() => taken.push(performance.now() - timeStamp)));
      },
      { capture: true },
    );
    return taken;
  });
}

function judge(name: string, taken: readonly number[], ms: number): Row {
  const p50 = median(taken);
  const p95 = taken.toSorted((a, b) => a - b)[Math.ceil(taken.length * 0.95) - 1] ?? NaN;
  return {
    cells: [name, figure(p50, 1), figure(p95, 1)],
    target: { wanted: `p95 < ${ms} ms`, isMet: p95 < ms },
  };
}
