import type { Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { expect, test, untilHydrated } from './fixtures.ts';
import { failRequests } from './requests.ts';

const NAME = 'Hickory Bend Farmers Cooperative';
const PHONE = { width: 390, height: 844 };

const ENTRIES = [
  ['Home', '/'],
  ['About Us', '/about-us'],
  ['Contact Us', '/contact-us'],
  ['Pioneer', '/pioneer'],
  ['Products', '/products'],
  ['Services', '/products/#servicesHeader'],
  ['Fertilizer', '/products/#fertHeader'],
  ['Fuel', '/products/#fuelHeader'],
  ['Offers', '/products/#offersHeader'],
  ['Future Market Overview', '/future-market-overview'],
  ['Future Details', '/future-detail'],
  ['Market Snapshot', '/market-snapshot'],
  ['Market News', '/news'],
  ['Weather Overview', '/weather-overview'],
  ['Weather Details', '/weather-detail'],
  ['Gallery', '/gallery'],
] as const;

const GROUPS = {
  Products: ['Services', 'Fertilizer', 'Fuel', 'Offers'],
  Market: ['Future Market Overview', 'Future Details', 'Market Snapshot', 'Market News'],
  Weather: ['Weather Overview', 'Weather Details'],
  More: ['Gallery'],
} as const;
type Group = keyof typeof GROUPS;

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const link = (page: Page, name: string) =>
  bar(page).getByRole('link', { name, exact: true, includeHidden: true });
const group = (page: Page, name: Group) => bar(page).locator('summary').filter({ hasText: name });
const logo = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Hickory Bend Farmers Co-op, home' });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu' });

async function choose(page: Page, name: string): Promise<void> {
  const groups = Object.entries(GROUPS) as [Group, readonly string[]][];
  const inside = groups.find(([, links]) => links.includes(name))?.[0];
  if (inside) await group(page, inside).click();
  await link(page, name).click();
}

/** Sets a property on the window, which lasts until the next full load. */
const markWindow = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window);

test('has every entry with its URL in order, and stays at the top when the page scrolls', async ({
  page,
  visit,
}) => {
  await visit('/');
  const links = bar(page).getByRole('link', { includeHidden: true });
  const found = await links.evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute('href')]));
  expect(found).toEqual(ENTRIES);
  await expect(bar(page).locator('summary')).toHaveText([/Products/, 'Market', 'Weather', 'More']);

  await page.mouse.wheel(0, 1200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
  expect((await page.getByRole('banner').boundingBox())?.y).toBe(0);
});

test('shows a logo image that links to the home page', async ({ page, visit }) => {
  await visit('/store');
  const image = logo(page).locator('img');
  await expect(image).toBeVisible();
  expect(await image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await image.click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome to ${NAME}`);
});

test('opens and closes each dropdown with mouse and keyboard', async ({ page, visit }) => {
  await visit('/store');
  for (const name of Object.keys(GROUPS) as Group[]) {
    const toggle = group(page, name);
    const first = link(page, GROUPS[name][0]);
    await expect(first).toBeHidden();

    await toggle.click();
    for (const label of GROUPS[name]) await expect(link(page, label)).toBeVisible();
    await toggle.click();
    await expect(first).toBeHidden();

    await toggle.focus();
    for (const key of ['Enter', 'Space']) {
      await page.keyboard.press(key);
      await expect(first).toBeVisible();
      await page.keyboard.press(key);
      await expect(first).toBeHidden();
    }
  }
});

test('closes a dropdown on Escape, on an outside click, when another opens, and when a link is clicked', async ({
  page,
  visit,
}) => {
  await visit('/store');
  await group(page, 'Market').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(link(page, 'Future Market Overview')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(link(page, 'Future Market Overview')).toBeHidden();
  await expect(group(page, 'Market')).toBeFocused();

  await group(page, 'Weather').click();
  await expect(link(page, 'Weather Details')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(link(page, 'Weather Details')).toBeHidden();

  const labels = Object.keys(GROUPS) as Group[];
  for (const name of labels) {
    await group(page, name).click();
    for (const other of labels) {
      await expect(link(page, GROUPS[other][0])).toBeVisible({ visible: other === name });
    }
  }

  await link(page, 'Gallery').click();
  await expect(page).toHaveURL('/gallery');
  await expect(link(page, 'Gallery')).toBeHidden();
});

test('shows a new name, menu, and color when an open page goes on to another page', async ({
  page,
  visit,
  site,
}) => {
  await visit('/');
  const loads: string[] = [];
  page.on('domcontentloaded', () => loads.push(new URL(page.url()).pathname));
  await link(page, 'About Us').click();
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Our Crew' })).toBeVisible();
  expect(loads).toEqual([]);
  const navigation = [
    { label: 'Start', to: '/' },
    { label: 'Shop', to: '/products' },
  ];
  const colors = { tint: '#1b2f5b', light: {}, dark: {} };
  await site.with({ settings: { name: 'Prairie View Co-op', navigation, colors } });
  await link(page, 'Products').click();
  await expect(link(page, 'Shop')).toBeVisible();
  await untilHydrated(page);
  await expect(page).toHaveURL('/products');
  await expect(page).toHaveTitle('Products · Prairie View Co-op');
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#1b2f5b');
  await link(page, 'Start').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Prairie View Co-op');
  expect(loads).toEqual(['/products']);
});

test('marks the entry of the current page with aria-current', async ({ page, visit }) => {
  await visit('/about-us');
  await expect(bar(page).locator('[aria-current]')).toHaveText('About Us');
  await choose(page, 'Contact Us');
  await expect(bar(page).locator('[aria-current]')).toHaveText('Contact Us');
});

test('navigates client-side from entries outside Market and Weather, and sets page title and focus', async ({
  page,
  visit,
}) => {
  await visit('/store');
  await markWindow(page);
  const titles: Record<string, string> = { '/': 'Cash bids, hours, and prices', '/pioneer': 'Pioneer Seed' };
  for (const [name, address] of ENTRIES) {
    if (widgetLinks.includes(name)) continue;
    await choose(page, name);
    await expect(page).toHaveURL(address);
    const path = address.replace(/\/#.*/, '');
    const title = titles[path] ?? (path === '/products' ? 'Products' : name);
    await expect(page).toHaveTitle(`${title} · ${NAME}`);
    if (!address.includes('#')) await expect(page.getByRole('main')).toBeFocused();
  }
  await logo(page).click();
  await expect(page).toHaveURL('/');
  expect(await isMarked(page)).toBe(true);
});

const widgetLinks: readonly string[] = [...GROUPS.Market, ...GROUPS.Weather];

test('opens Market and Weather entries with a full load, and other entries from there client-side', async ({
  page,
  visit,
}) => {
  await visit('/store');
  for (const [name, address] of ENTRIES.filter(([label]) => widgetLinks.includes(label))) {
    await markWindow(page);
    await choose(page, name);
    await expect(page).toHaveURL(address);
    await untilHydrated(page);
    expect(await isMarked(page)).toBe(false);
    await expect(page).toHaveTitle(`${name} · ${NAME}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  }
  await markWindow(page);
  await choose(page, 'Pioneer');
  await expect(page).toHaveTitle(`Pioneer Seed · ${NAME}`);
  expect(await isMarked(page)).toBe(true);
});

test('goes back and forward between pages without a full load', async ({ page, visit }) => {
  await visit('/');
  await markWindow(page);
  await choose(page, 'About Us');
  await expect(page).toHaveTitle(`About Us · ${NAME}`);
  await choose(page, 'Contact Us');
  await expect(page).toHaveTitle(`Contact Us · ${NAME}`);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
  await expect(page).toHaveTitle(`About Us · ${NAME}`);
  await expect(page.getByRole('main')).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('660-555-0142');
  await expect(page).toHaveTitle(`Cash bids, hours, and prices · ${NAME}`);
  await page.goForward();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
  expect(await isMarked(page)).toBe(true);
});

test('shows market, news, and weather pages after Back as on their first load', async ({ page, visit }) => {
  const shown = () => page.getByRole('main').ariaSnapshot();
  for (const path of ['/future-market-overview', '/news', '/weather-overview']) {
    await visit(path);
    await markWindow(page);
    const first = await shown();
    await choose(page, 'Contact Us');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
    await page.goBack();
    await expect.poll(shown, path).toEqual(first);
    expect(await isMarked(page), path).toBe(true);
  }
});

test('shows an error on the news page after Back when the prices cannot be loaded', async ({
  page,
  visit,
  expectProblem,
}) => {
  await visit('/news');
  await choose(page, 'Contact Us');
  await expect(page).toHaveURL('/contact-us');
  await failRequests(page, '/api/cash-bids', { by: 'cannot be reached', expectProblem });
  await page.goBack();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(MESSAGES.pageLoad);
  await expect(page.getByText('Questions? Call 660-555-0142.')).toBeVisible();
});

test('goes back from a market page to the previous page', async ({ page, visit }) => {
  await visit('/');
  await choose(page, 'Market News');
  await expect(page).toHaveURL('/news');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('660-555-0142');
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Market News');
});

test('opens a new page at the top, and restores the scroll position on Back', async ({ page, visit }) => {
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  await page.setViewportSize({ width: 1280, height: 300 });
  await visit('/');
  await page.evaluate(() => scrollTo(0, 900));
  await expect.poll(scrolled).toBe(900);
  await choose(page, 'Products');
  await expect(page).toHaveURL('/products');
  await expect.poll(scrolled).toBe(0);

  // Delay the content, which is then inserted above the scroll position.
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('/api/**', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goBack();
  await expect(page).toHaveURL('/');
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today).toHaveCount(0);
  resolve();
  await expect(today).toHaveCount(1);
  await expect.poll(scrolled).toBe(900);
});

test('scrolls the section of a product entry into view', async ({ page, visit }) => {
  await page.setViewportSize({ width: 1280, height: 300 });
  await visit('/store');
  await choose(page, 'Fuel');
  await expect(page).toHaveURL('/products/#fuelHeader');
  await expect(page.getByRole('heading', { name: 'Farm - Delivered Fuel Prices' })).toBeInViewport();
});

test('moves focus to the main content with the skip link', async ({ page, visit }) => {
  await visit('/store');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('opens and closes the entries with the menu button, and makes every entry clickable', async ({
    page,
    visit,
  }) => {
    await visit('/');
    await expect(bar(page).getByRole('link')).toHaveCount(0);
    await menuButton(page).click();
    for (const name of ['Home', 'About Us', 'Contact Us', 'Pioneer', 'Products']) {
      await expect(link(page, name)).toBeInViewport();
    }
    await menuButton(page).click();
    await expect(link(page, 'Home')).toBeHidden();

    await menuButton(page).click();
    for (const name of Object.keys(GROUPS) as Group[]) {
      await group(page, name).click();
      for (const label of GROUPS[name]) await link(page, label).click({ trial: true });
    }
  });

  test('closes the menu on Escape, on an outside click, and after each navigation', async ({
    page,
    visit,
  }) => {
    await page.setViewportSize({ width: 390, height: 1200 });
    await visit('/store');
    await menuButton(page).click();
    await expect(link(page, 'Home')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(link(page, 'Home')).toBeHidden();

    await menuButton(page).click();
    await expect(link(page, 'Home')).toBeVisible();
    await page.mouse.click(195, 1190);
    await expect(link(page, 'Home')).toBeHidden();

    await page.setViewportSize(PHONE);
    for (let time = 0; time < 2; time += 1) {
      await menuButton(page).click();
      await choose(page, 'About Us');
      await expect(page).toHaveURL('/about-us');
      await expect(link(page, 'Home')).toBeHidden();
    }
  });
});
