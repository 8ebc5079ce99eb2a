/** `npm run taps`: counts the taps of an office's tasks on a phone, and measures the pages. Fails if a daily task takes over four. */
import path from 'node:path';
import { chromium, type Locator, type Page } from '@playwright/test';
import { API, DASHBOARD_PAGE, TODAY_PAGE } from '#contract/paths.ts';
import { startSiteProcess } from '#tests/support/site-process.ts';
import { demoSite } from '#tests/support/test-site.ts';
import { PLAYWRIGHT_ARGUMENTS, findChromium } from '#script/chromium.ts';

/** Limit for tasks of every day; the others are only counted. */
const MAX_TAPS = 4;
const PICTURE = path.join(import.meta.dirname, '../../public/apple-touch-icon.png');
const ADMIN = { username: 'dana', password: 'the scale reads true' };

type Task = (page: Page, tap: (target: Locator) => Promise<void>) => Promise<void>;

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

/** Opens the page for daily prices, and posts one of them. */
const post =
  (field: string | RegExp, price: string): Task =>
  async (page, tap) => {
    await tap(link(page, 'Today').first());
    const box = page.getByLabel(field, { exact: true }).first();
    await box.waitFor({ state: 'attached' });
    const group = page.locator('details:not([open])').filter({ has: box });
    if ((await group.count()) > 0) await tap(group.locator('summary'));
    await tap(box);
    await page.keyboard.type(price);
    await tap(button(page, 'Post'));
    await page.getByText(/^Posted at /).waitFor();
  };

/** Opens a section, types into one of its text fields, and saves the field. */
const saveText =
  (section: string, name: string, typed: string): Task =>
  async (page, tap) => {
    const field = page.getByRole('group', { name, exact: true });
    await tap(title(page, section));
    await tap(field.getByRole('textbox'));
    await page.keyboard.type(typed);
    await tap(button(field, 'Update'));
    await button(field, 'Saved').waitFor();
  };

const saveHours = (hours: string): Task => saveText('Operating Hours', 'Normal Mon-Fri', hours);

const DAILY: Record<string, Task> = {
  'change a bid': post('Hickory Bend, Corn, Spot, Basis ¢', '-27'),
  'change the futures of a contract': post(/^Corn, Dec .*, Futures$/, '432'),
  'change the price of diesel': post('#2 Dyed Diesel, Price', '2.85'),
  'change the price of a fertilizer': post('UAN 32%, Price per ton', '402'),
  'post an announcement': saveText('Home Page', 'Announcement message', 'Closed Friday. '),
  'change the hours': saveHours('Closed'),
  'undo that': async (page, tap) => {
    await saveHours('7')(page, (target) => target.tap());
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

const OTHER: Record<string, Task> = {
  'change the phone number': saveText('Contact Us Information', 'Phone number', '5'),
  'take an announcement down': async (page, tap) => {
    const field = page.getByRole('group', { name: 'Announcement message', exact: true });
    await tap(title(page, 'Home Page'));
    await tap(field.getByRole('textbox'));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await tap(button(field, 'Update'));
    await button(field, 'Saved').waitFor();
  },
  'add an employee': async (page, tap) => {
    const employees = page.getByRole('group', { name: 'Employees', exact: true });
    await tap(title(page, 'Employee Section'));
    await tap(button(employees, 'Add employee'));
    await page.keyboard.type('Ana Ruiz');
    await tap(employees.getByLabel('Title').last());
    await page.keyboard.type('Scale operator');
    await tap(button(employees, 'No phone').last());
    await tap(button(employees, 'No email').last());
    await tap(button(employees, 'Save'));
    await button(employees, 'Saved').waitFor();
  },
  'remove an employee': async (page, tap) => {
    const employees = page.getByRole('group', { name: 'Employees', exact: true });
    await tap(title(page, 'Employee Section'));
    await tap(employees.locator('[data-row-toggle]').first());
    await tap(button(employees, 'Remove').first());
    await employees
      .getByText(/ removed\./)
      .first()
      .waitFor();
  },
  'add a picture': async (page, tap) => {
    const section = page.locator('#image-uploading');
    await tap(title(page, 'Image Uploading'));
    const chooser = page.waitForEvent('filechooser');
    await tap(section.getByLabel('Image file'));
    await (await chooser).setFiles(PICTURE);
    await tap(button(section, 'Upload'));
    await section.getByText(/is now in the gallery/).waitFor();
  },
  'add a page': async (page, tap) => {
    await tap(page.getByText('Sections').first());
    await tap(link(page, 'Custom pages'));
    await tap(page.getByRole('textbox', { name: 'Title', exact: true }));
    await page.keyboard.type('Careers');
    await tap(button(page, 'Add page'));
    await page.getByRole('heading', { level: 1, name: 'Careers' }).first().waitFor();
  },
};

await using site = await startSiteProcess(demoSite());
const browser = await chromium.launch({ executablePath: findChromium(), args: PLAYWRIGHT_ARGUMENTS });
await site.addAdmin(ADMIN);

/** Opens a page of the editor in a new browser. */
async function open(address: string, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 844 }, hasTouch: width < 500 });
  const page = await context.newPage();
  await page.request.post(site.url + API.signIn, { data: ADMIN });
  await page.goto(site.url + address, { waitUntil: 'networkidle' });
  return page;
}

for (const [name, task] of Object.entries({ ...DAILY, ...OTHER })) {
  const page = await open(DASHBOARD_PAGE, 390);
  let taps = 0;
  await task(page, async (target) => {
    taps += 1;
    await target.tap();
  });
  await page.context().close();
  console.log(`${taps} taps: ${name}`);
  if (name in DAILY && taps > MAX_TAPS) process.exitCode = 1;
}
for (const address of [DASHBOARD_PAGE, TODAY_PAGE, '/admin/history']) {
  for (const width of [390, 1280]) {
    const page = await open(address, width);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.context().close();
    console.log(`${height} px high at ${width} px: ${address}`);
  }
}
await browser.close();
