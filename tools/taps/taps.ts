/** `npm run taps`: counts the taps of the daily tasks on a phone, and measures the pages. Fails above four taps. */
import { chromium, type Locator, type Page } from '@playwright/test';
import { API, DASHBOARD_PAGE, TODAY_PAGE } from '#contract/paths.ts';
import { startSiteProcess } from '#tests/support/site-process.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { PLAYWRIGHT_ARGUMENTS, findChromium } from '#script/chromium.ts';

const MAX_TAPS = 4;
const ADMIN = { username: 'dana', password: 'the scale reads true' };

type Task = (page: Page, tap: (target: Locator) => Promise<void>) => Promise<void>;

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

/** Opens the page for daily prices, and posts one of them. */
const post =
  (field: string, price: string): Task =>
  async (page, tap) => {
    await tap(link(page, 'Today').first());
    await tap(page.getByLabel(field, { exact: true }));
    await page.keyboard.type(price);
    await tap(button(page, 'Post'));
    await page.getByText(/^Posted at /).waitFor();
  };

const saveHours =
  (hours: string): Task =>
  async (page, tap) => {
    const field = page.getByRole('group', { name: 'Normal Mon-Fri', exact: true });
    await tap(title(page, 'Operating Hours'));
    await tap(field.getByRole('textbox'));
    await field.getByRole('textbox').fill(hours);
    await tap(button(field, 'Update'));
    await button(field, 'Saved').waitFor();
  };

const TASKS: Record<string, Task> = {
  'change a bid': post('Hickory Bend, Corn, Spot, Basis ¢', '-27'),
  'change the price of diesel': post('#2 Dyed Diesel, Price', '2.85'),
  'post an announcement': async (page, tap) => {
    const field = page.getByRole('group', { name: 'Announcement message', exact: true });
    await tap(title(page, 'Home Page'));
    await tap(field.getByRole('textbox'));
    await page.keyboard.type('Closed Friday. ');
    await tap(button(field, 'Update'));
    await button(field, 'Saved').waitFor();
  },
  'change the hours': saveHours('7:00 am – 4:00 pm'),
  'undo that': async (page, tap) => {
    await saveHours('7:00 am – 3:00 pm')(page, (target) => target.tap());
    await tap(page.getByRole('button', { name: /^Undo/ }));
    await page.getByText(/^Undone\./).waitFor();
  },
  'see who changed a bid': async (page, tap) => {
    await tap(title(page, 'Cash Bids'));
    await tap(page.locator('#cash-bids').getByLabel('More'));
    await tap(page.locator('#cash-bids').getByRole('link', { name: 'History', exact: true }));
    await page.getByText('You').or(page.getByText('Demo content')).first().waitFor();
  },
};

await using site = await startSiteProcess(demoSite());
const browser = await chromium.launch({ executablePath: findChromium(), args: PLAYWRIGHT_ARGUMENTS });
await site.addAdmin(ADMIN);

/** Opens a page of the editor in a new browser. */
async function open(path: string, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 844 }, hasTouch: width < 500 });
  const page = await context.newPage();
  await page.request.post(site.url + API.signIn, { data: ADMIN });
  await page.goto(site.url + path, { waitUntil: 'networkidle' });
  return page;
}

for (const [name, task] of Object.entries(TASKS)) {
  const page = await open(DASHBOARD_PAGE, 390);
  let taps = 0;
  await task(page, async (target) => {
    taps += 1;
    await target.tap();
  });
  await page.context().close();
  console.log(`${taps} taps: ${name}`);
  if (taps > MAX_TAPS) process.exitCode = 1;
}
for (const path of [DASHBOARD_PAGE, TODAY_PAGE, '/admin/history']) {
  for (const width of [390, 1280]) {
    const page = await open(path, width);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.context().close();
    console.log(`${height} px high at ${width} px: ${path}`);
  }
}
await browser.close();
