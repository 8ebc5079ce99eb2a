import type { Page } from '@playwright/test';
import { accessibilityViolations, smallTargets } from './accessibility.ts';
import { expect, test, untilHydrated } from './fixtures.ts';
import { holdRequests, leavesToBrowser } from './requests.ts';

const NAME = 'Hickory Bend Farmers Cooperative';

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
const GROUP_NAMES = Object.keys(GROUPS) as Group[];
const FULL_LOADS: readonly string[] = [...GROUPS.Market, ...GROUPS.Weather];

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const link = (page: Page, name: string) =>
  bar(page).getByRole('link', { name, exact: true, includeHidden: true });
const group = (page: Page, name: Group) => bar(page).locator('summary').filter({ hasText: name });
const logo = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Hickory Bend Farmers Co-op, home' });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

async function choose(page: Page, name: string): Promise<void> {
  const inside = GROUP_NAMES.find((each) => (GROUPS[each] as readonly string[]).includes(name));
  if (inside) await group(page, inside).click();
  await link(page, name).click();
}

/** Sets a property on the window, which lasts until the next full load. */
const markWindow = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window);

const leftovers = (page: Page) => page.locator('.barchart, #widget-disclaimer');
const addLeftovers = (page: Page) =>
  page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<div class="barchart">Futures</div><div class="barchart"></div><p id="widget-disclaimer">Delayed</p>',
    );
  });

test('has every entry in order, a skip link, and dropdowns for mouse and keyboard', async ({
  page,
  visit,
  site,
}) => {
  await visit('/');
  await test.step('moves the focus to the main content with the skip link', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('has every entry with its URL, and stays at the top when the page scrolls', async () => {
    const links = bar(page).getByRole('link', { includeHidden: true });
    const found = await links.evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute('href')]));
    expect(found).toEqual(ENTRIES);
    await expect(bar(page).locator('summary')).toHaveText([/Products/, 'Market', 'Weather', 'More']);
    const image = logo(page).locator('img');
    expect(await image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await page.mouse.wheel(0, 1200);
    await expect.poll(() => scrolled(page)).toBeGreaterThan(500);
    expect((await page.getByRole('banner').boundingBox())?.y).toBe(0);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  });

  for (const name of GROUP_NAMES) {
    await test.step(`opens and closes ${name}`, async () => {
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
    });
  }

  await test.step('closes a dropdown on Escape, outside, when another opens, and after its link', async () => {
    await group(page, 'Market').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(link(page, 'Future Market Overview')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(link(page, 'Future Market Overview')).toBeHidden();
    await expect(group(page, 'Market')).toBeFocused();

    await group(page, 'Weather').click();
    await expect(link(page, 'Weather Details')).toBeVisible();
    await heading(page).click();
    await expect(link(page, 'Weather Details')).toBeHidden();

    for (const name of GROUP_NAMES) {
      await group(page, name).click();
      for (const other of GROUP_NAMES) {
        await expect(link(page, GROUPS[other][0])).toBeVisible({ visible: other === name });
      }
    }
    expect(await accessibilityViolations(page)).toEqual([]);
    await link(page, 'Gallery').click();
    await expect(page).toHaveURL('/gallery');
    await expect(link(page, 'Gallery')).toBeHidden();
  });

  await test.step('shows a new name, menu, and color after a full load, once a response reports them', async () => {
    const loads: string[] = [];
    page.on('domcontentloaded', () => loads.push(new URL(page.url()).pathname));
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
    await expect(heading(page)).toHaveText('Welcome to Prairie View Co-op');
    expect(loads).toEqual(['/products']);
  });
});

test('navigates client-side except to Market and Weather, and removes what widgets have left', async ({
  page,
  visit,
}) => {
  test.slow();
  await page.clock.install();
  await visit('/future-market-overview');
  const first = await page.getByRole('main').ariaSnapshot();
  await markWindow(page);

  await test.step('removes leftovers 100 ms after a click, and stops once none are found', async () => {
    await page.clock.pauseAt(Date.now() + 60_000);
    await addLeftovers(page);
    await page.clock.runFor(1000);
    await expect(leftovers(page)).toHaveCount(3);
    await link(page, 'About Us').click();
    await page.clock.runFor(99);
    await expect(leftovers(page)).toHaveCount(3);
    await page.clock.runFor(1);
    await expect(leftovers(page)).toHaveCount(0);
    await addLeftovers(page);
    await page.clock.runFor(100);
    await expect(leftovers(page)).toHaveCount(0);
    await page.clock.runFor(100);
    await addLeftovers(page);
    await page.clock.runFor(1000);
    await expect(leftovers(page)).toHaveCount(3);
    await page.clock.resume();
  });

  await test.step('loads a market page again on Back', async () => {
    const loaded = page.waitForEvent('domcontentloaded');
    await page.goBack();
    await loaded;
    await untilHydrated(page);
    await expect(page.getByRole('main')).toMatchAriaSnapshot(first);
    await markWindow(page);
  });

  const titles: Record<string, string> = { '/': 'Cash bids, hours, and prices' };
  for (const [name, address] of ENTRIES) {
    await test.step(name, async () => {
      if (FULL_LOADS.includes(name)) {
        expect(await leavesToBrowser(link(page, name))).toBe(true);
        return;
      }
      await addLeftovers(page);
      await choose(page, name);
      await expect(page).toHaveURL(address);
      const path = address.replace(/\/#.*/, '');
      const title = titles[path] ?? (path === '/products' ? 'Products' : name);
      await expect(page).toHaveTitle(`${title} · ${NAME}`);
      if (address === path) {
        await expect(page.getByRole('main')).toBeFocused();
        await expect(bar(page).locator('[aria-current]')).toHaveText(name);
      }
      await expect(leftovers(page)).toHaveCount(0);
    });
  }
  await addLeftovers(page);
  await logo(page).click();
  await expect(page).toHaveURL('/');
  await expect(heading(page)).toHaveText(`Welcome to ${NAME}`);
  await expect(leftovers(page)).toHaveCount(0);
  const entries = await page.evaluate(() => history.length);
  await logo(page).click();
  expect(await page.evaluate(() => history.length), 'the same page again').toBe(entries);
  const shortcut = (name: string) =>
    page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name });
  for (const name of ['Market Updates', 'Weather']) expect(await leavesToBrowser(shortcut(name))).toBe(true);

  await test.step('restores page, title, focus, and scroll position on Back, once late content is there', async () => {
    await page.setViewportSize({ width: 1280, height: 300 });
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
    await expect.poll(() => scrolled(page)).toBe(900);
    await shortcut('Our Products').evaluate((element: HTMLElement) => element.click());
    await expect(page).toHaveTitle(`Products · ${NAME}`);
    await expect.poll(() => scrolled(page)).toBe(0);
    const { release } = await holdRequests(page);
    await page.goBack();
    await expect(page).toHaveTitle(`Cash bids, hours, and prices · ${NAME}`);
    const today = page.getByRole('region', { name: 'Today' });
    await expect(today).toHaveCount(0);
    release();
    await expect(today).toContainText('660-555-0142');
    await expect.poll(() => scrolled(page)).toBe(900);
    await expect(page.getByRole('main')).toBeFocused();
    await page.goForward();
    await expect(heading(page)).toHaveText('Products');
  });
  expect(await isMarked(page)).toBe(true);
});

test('opens Market and Weather entries with a full load, and comes back from them', async ({
  page,
  visit,
}) => {
  await visit('/store');
  for (const name of ['Market News', 'Weather Overview']) {
    await markWindow(page);
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
    await choose(page, name);
    await expect(page).toHaveTitle(`${name} · ${NAME}`);
    await untilHydrated(page);
    expect(await isMarked(page)).toBe(false);
    expect(await scrolled(page)).toBe(0);
    await expect(heading(page)).toHaveText(name);
    await markWindow(page);
    const first = await page.getByRole('main').ariaSnapshot();
    await choose(page, 'Contact Us');
    await expect(heading(page)).toHaveText('Contact Us');
    // Only the server has what a market page shows.
    const reloads = name === 'Market News';
    const loaded = reloads && page.waitForEvent('domcontentloaded');
    await page.goBack();
    await loaded;
    expect(await isMarked(page), name).toBe(!reloads);
    await expect.poll(() => page.getByRole('main').ariaSnapshot(), name).toBe(first);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 1200 } });

  test('opens the entries with the menu button, and closes them on Escape, outside, and after a navigation', async ({
    page,
    visit,
  }) => {
    await visit('/store');
    await expect(bar(page).getByRole('link')).toHaveCount(0);
    await menuButton(page).click();
    for (const [name] of ENTRIES.slice(0, 5)) await expect(link(page, name)).toBeInViewport();
    await menuButton(page).click();
    await expect(link(page, 'Home')).toBeHidden();

    for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(195, 1190)]) {
      await menuButton(page).click();
      await expect(link(page, 'Home')).toBeVisible();
      await close();
      await expect(link(page, 'Home')).toBeHidden();
    }

    await page.setViewportSize({ width: 390, height: 844 });
    await menuButton(page).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await expect.poll(() => smallTargets(page)).toEqual([]);
    for (const name of GROUP_NAMES) {
      await group(page, name).click();
      for (const label of GROUPS[name]) await link(page, label).click({ trial: true });
    }
    for (let time = 0; time < 2; time += 1) {
      await choose(page, 'About Us');
      await expect(page).toHaveURL('/about-us');
      await expect(link(page, 'Home')).toBeHidden();
      await menuButton(page).click();
    }
  });
});
