import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Titles of the dashboard's sections. */
export const SECTIONS = [
  'Home Page',
  'About Us Page',
  'Contact Us Information',
  'Operating Hours',
  'Fertilizer',
  'Fuel',
  'Image Uploading',
  'Employee Section',
  'Pioneer Items',
];

/** Section, name, config type, config id, pages that show it, and maximum length, which rich text lacks. */
export const TEXTS = [
  ['Home Page', 'Welcome message', 'WelcomeMessage', 0, ['/'], 1000],
  ['Home Page', 'Announcement message', 'AnnouncementMessage', 16, ['/']],
  ['About Us Page', 'About-us message', 'AboutUsMessage', 2, ['/about-us']],
  ['About Us Page', 'Mission statement', 'MissionStatement', 1, ['/about-us']],
  ['Contact Us Information', 'Address', 'ContactUsAddress', 3, ['/contact-us'], 300],
  ['Contact Us Information', 'Phone number', 'ContactUsPhoneNumber', 4, ['/contact-us'], 100],
  ['Contact Us Information', 'Fax number', 'ContactUsFax', 5, ['/contact-us'], 100],
  ['Contact Us Information', 'Emergency number', 'ContactUsEmergencyNumber', 6, ['/contact-us'], 100],
  ['Contact Us Information', 'Emergency info', 'ContactUsEmergencyInfo', 7, ['/contact-us'], 1000],
  ['Operating Hours', 'Normal Mon-Fri', 'ContactUsNormMonFri', 8, ['/', '/contact-us'], 100],
  ['Operating Hours', 'Normal Sat & Sun', 'ContactUsNormSatSun', 9, ['/', '/contact-us'], 100],
  ['Operating Hours', 'Harvest Mon-Fri', 'ContactUsHarvestMonFri', 10, ['/', '/contact-us'], 100],
  ['Operating Hours', 'Harvest Sat & Sun', 'ContactUsHarvestSatSun', 11, ['/', '/contact-us'], 100],
] as const;

/** Section, name, table number, and prefix of the keys. */
export const TABLES = [
  ['Fertilizer', 'Phosphorus', 2, 'p'],
  ['Fertilizer', 'Nitrogen', 3, 'n'],
  ['Fertilizer', 'Potassium', 4, 'k'],
  ['Fuel', 'Fuel Types and Prices', 1, 'fuel'],
] as const;

export const titleOf = (page: Page, title: string) =>
  page.locator('summary').getByRole('heading', { name: title, exact: true });
export const sectionOf = (page: Page, title: string) =>
  page.locator('details').filter({ has: titleOf(page, title) });
export const textboxes = (scope: Page | Locator) => scope.getByRole('textbox');
export const button = (scope: Page | Locator, name: string) =>
  scope.getByRole('button', { name, exact: true });

/** Returns the values of inputs and the texts of rich-text boxes. */
export const valuesOf = (boxes: Locator) =>
  boxes.evaluateAll((all) =>
    all.map((box) => ('value' in box ? String(box.value) : (box as HTMLElement).innerText)),
  );

/** Finds the only box with a value. */
export async function boxWith(scope: Page | Locator, value: string): Promise<Locator> {
  const boxes = textboxes(scope);
  await expect.poll(() => valuesOf(boxes), value).toContain(value);
  const values = await valuesOf(boxes);
  expect(values.filter((each) => each === value)).toEqual([value]);
  return boxes.nth(values.indexOf(value));
}

export async function openSections(page: Page, ...titles: string[]): Promise<void> {
  for (const title of titles) {
    const section = sectionOf(page, title);
    await expect(section).toHaveCount(1);
    await expect(section).not.toHaveAttribute('open');
    await titleOf(page, title).click();
    await expect(section).toHaveAttribute('open');
  }
}

/** Does something that sends one request, and returns the body of the request. */
export async function bodySent(page: Page, call: string, act: () => Promise<void>): Promise<unknown> {
  const response = page.waitForResponse(
    (each) => `${each.request().method()} ${new URL(each.url()).pathname}` === call,
  );
  await act();
  return (await response).request().postDataJSON() as unknown;
}

/** Presses a button, and expects a flash of two seconds. The flash may change its name. Needs a fake clock. */
export async function press(pressed: Locator, color: 'green' | 'red'): Promise<void> {
  const { clock } = pressed.page();
  const element = await pressed.elementHandle();
  const colorNow = () => element?.evaluate(colorOf);
  await clock.pauseAt(await pressed.evaluate(() => Date.now() + 1000));
  await pressed.click();
  await expect.poll(colorNow).toBe(color);
  await clock.runFor(1999);
  expect(await colorNow()).toBe(color);
  await clock.runFor(1);
  await expect.poll(colorNow).toBe('other');
  await clock.resume();
}

function colorOf(element: Element): string {
  const numbers = getComputedStyle(element).backgroundColor.match(/\d+/g) ?? [];
  const [red = 0, green = 0, blue = 0] = numbers.map(Number);
  if (green > 1.4 * Math.max(red, blue)) return 'green';
  return red > 2 * Math.max(green, blue) ? 'red' : 'other';
}

export const read = async <Value>(page: Page, path: string) =>
  (await (await page.request.get(path)).json()) as Value;

export async function expectOn(page: Page, path: string, text: string): Promise<void> {
  const html = await (await page.request.get(path)).text();
  expect(html.replaceAll('&#x27;', "'"), path).toContain(text);
}

/** Makes the next requests of a path fail. */
export const fail = (page: Page, path: string) => page.route(path, (route) => route.fulfill({ status: 500 }));

export const textOf = (html: string) => html.replaceAll('</p><p>', '\n\n').replaceAll(/<[^>]+>/g, '');

/** Matches a paragraph of rich text. Typed text keeps the format of the text that it replaces. */
export const paragraphOf = (text: string): unknown =>
  expect.stringMatching(new RegExp(`^<p>(<strong>)?${text}(</strong>)?</p>$`));

export const anyNewId: unknown = expect.stringMatching(/_new$/);
