import type { Page, Route } from '@playwright/test';
import { API, DASHBOARD_REQUESTS } from '#contract/paths.ts';
import { openAllSections } from '#tests/support/editor-sections.ts';
import { accessibilityViolations } from './accessibility.ts';
import {
  announcement,
  fieldRow,
  keepFlashesVisible,
  leave,
  openFromSignIn,
  welcome,
} from './dashboard-page.ts';
import { tableOn } from './dashboard-tables-page.ts';
import { expectResponsive } from './expect-responsive.ts';
import { expect, test } from './fixtures.ts';

const spinner = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading' });

const HEADINGS = [
  'Home Page',
  'About Us Page',
  'Contact Us Information',
  'Operating Hours',
  'Fertilizer',
  'Fuel',
  'Image Uploading',
  'Employee Section',
  'Pioneer Items',
  'Products Page',
  'Other Fertilizer',
  'Locations',
  'Documents',
  'Cash Bids',
  'What was the price then?',
  'Website Settings',
  'Seed Brands',
  'Your Account',
];

test('shows only a spinner until the session is verified, then sections that close and open', async ({
  page,
  visit,
  signIn,
}) => {
  await signIn();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${API.verify}`, async (route) => {
    await promise;
    await route.continue();
  });
  await visit('/admin/dashboard');
  await expect(spinner(page)).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  expect(await accessibilityViolations(page)).toEqual([]);
  resolve();
  const { text } = welcome(page);
  await expect(text).toBeVisible();
  await expect(spinner(page)).toHaveCount(0);

  const list = page.getByRole('navigation', { name: 'Sections' });
  await expect(list.getByRole('link')).toHaveText([
    ...HEADINGS,
    'History of all changes',
    'Pages of your own',
  ]);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(HEADINGS);
  await page.getByRole('heading', { level: 2, name: 'Home Page' }).click();
  await expect(text).toBeHidden();
  await list.getByRole('link', { name: 'Home Page' }).click();
  await expect(text).toBeVisible();
  await list.getByRole('link', { name: 'Your Account' }).click();
  await expect(page).toHaveURL('/admin/dashboard#your-account');
  await expect(page.getByLabel('Current password', { exact: true })).toBeInViewport();
  await expect(page).toHaveTitle(/^Editor · /);
});

test('redirects to the sign-in page when the session cannot be verified', async ({
  page,
  signIn,
  expectProblem,
}) => {
  const expectSignIn = async (reason: string) => {
    await page.goto('/admin/dashboard');
    await expect(page).toHaveURL('/admin');
    await expect(page.getByText(reason)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  };
  expectProblem(/status of 401/);
  await expectSignIn('Sign in to continue.');
  await signIn();
  for (const [problem, respond] of [
    [/status of 500/, (route: Route) => route.fulfill({ status: 500 })],
    [/status of 403/, (route: Route) => route.fulfill({ status: 403 })],
    [/ERR_CONNECTION_RESET/, (route: Route) => route.abort('connectionreset')],
  ] as const) {
    expectProblem(problem);
    await page.route(`**${API.verify}`, respond);
    await expectSignIn("We couldn't open the editor. Sign in, or try again in a minute.");
    await page.unroute(`**${API.verify}`);
  }
});

test('edits the first texts without the code of later sections, and loads each file of it with one retry', async ({
  page,
  visit,
  signIn,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED/);
  await signIn();
  const code = /\/(?:later-sections|sections-on-demand)-[^/]+\.js$/;
  await page.route(code, (route) => route.abort());
  await visit('/admin/dashboard');
  await welcome(page).text.fill('Still here');
  await welcome(page).button.click();
  await expect(welcome(page).button).toHaveText('Saved');
  const employees = page.locator('#employee-section');
  await expect(employees.getByRole('alert')).toContainText("We couldn't load the employees.");
  const images = page.locator('#image-uploading');
  await expect(images.getByRole('alert')).toContainText("We couldn't load the images.");
  await page.unroute(code);
  await employees.getByRole('button', { name: 'Try again' }).click();
  await expect(employees.getByRole('button', { name: 'Save' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Update Items' })).toBeVisible();
  await images.getByRole('button', { name: 'Try again' }).click();
  await expect(images.getByRole('listitem').first()).toBeVisible();
  await expect(page.locator('#your-account').getByText('Signed in as')).toBeVisible();
  await expect(welcome(page).text).toHaveValue('Still here');
});

test('loads sections on demand when they come near the screen, when someone uses the page, and for drafts', async ({
  page,
  visit,
  signIn,
}) => {
  await signIn();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const isRequested = (path: string | RegExp) => requests.some((each) => each.match(path));
  const open = async () => {
    await page.goto('about:blank');
    requests.length = 0;
    await visit('/admin/dashboard');
    await expect(page.getByRole('button', { name: 'Update Items' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(HEADINGS);
  };
  const account = page.locator('#your-account').getByText('Signed in as');
  await open();
  await page.waitForLoadState('networkidle');
  expect(isRequested(/\/later-sections-/)).toBe(true);
  expect(isRequested(/\/sections-on-demand-/)).toBe(false);
  expect(isRequested(API.bidList)).toBe(false);

  await page.evaluate(() => document.querySelector('#image-uploading')?.scrollIntoView());
  await expect(page.locator('#image-uploading').getByRole('listitem').first()).toBeVisible();
  await expect(account).toBeVisible();

  await open();
  expect(isRequested(/\/sections-on-demand-/)).toBe(false);
  await page.keyboard.press('Tab');
  await expect(account).toBeVisible();
  await page.getByLabel('Current password', { exact: true }).focus();
  await page.getByRole('textbox', { name: 'Name of the cooperative' }).fill('Prairie View');

  page.once('dialog', (dialog) => void dialog.accept());
  await open();
  await expect(
    page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('link', { name: 'Website Settings 1 unsaved' }),
  ).toBeVisible();
});

declare global {
  /** Calls of the callbacks of observers, while a test holds them back. */
  var heldReports: (() => void)[] | undefined;
}

test('skips the contents of sections far from the screen, and keeps their exact height', async ({
  page,
  visit,
  signIn,
}) => {
  await page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((entries, observer) => {
          const report = () => callback(entries, observer);
          if (globalThis.heldReports) globalThis.heldReports.push(report);
          else report();
        }, options);
      }
    };
  });
  await signIn();
  await visit('/admin/dashboard');
  await openAllSections(page);
  const section = page.locator('#website-settings');
  const farSection = page.locator('#website-settings[data-far]');
  const height = () => section.evaluate(({ clientHeight }: HTMLElement) => clientHeight);
  const isRendered = () =>
    section.locator('h2').evaluate((heading) => heading.checkVisibility({ contentVisibilityAuto: true }));
  await expect(farSection).toBeAttached();
  expect(await isRendered()).toBe(false);

  const before = await height();
  await section.evaluate(async (element) => {
    const add = (blockSize: string) => {
      const added = document.createElement('p');
      added.style.blockSize = blockSize;
      element.append(added);
    };
    const reports: (() => void)[] = [];
    globalThis.heldReports = reports;
    add('300px');
    while (reports.length === 0) await new Promise(requestAnimationFrame);
    // The report about the first addition arrives after the second one, and before that is rendered.
    add('200px');
    await Promise.resolve();
    globalThis.heldReports = undefined;
    for (const report of reports) report();
  });
  await expect.poll(height).toBe(before + 500);
  await expect(farSection).toBeAttached();

  // Its texts wrap.
  await page.setViewportSize({ width: 930, height: 720 });
  await expect.poll(height).not.toBe(before + 500);
  await expect(farSection).toBeAttached();
  const skipped = await height();
  await section.evaluate((element: HTMLElement) => (element.style.contentVisibility = 'visible'));
  expect(await height()).toBe(skipped);
  await section.evaluate((element: HTMLElement) => (element.style.contentVisibility = ''));

  await section.getByRole('textbox').last().focus();
  await expect(farSection).not.toBeAttached();
  expect(await isRendered()).toBe(true);
});

test('shows which content failed to load, and offers a retry instead of a save button', async ({
  page,
  visit,
  signIn,
  expectProblem,
}) => {
  expectProblem(/status of 503/);
  await signIn();
  const texts = `**${API.allSiteTexts}`;
  const others = [
    ['#employee-section', API.employees, "We couldn't load the employees."],
    ['#pioneer-items', `${API.pioneerItems}/*`, "We couldn't load the Pioneer items."],
    ['#fertilizer', `${API.priceTable}/3`, "We couldn't load the Nitrogen table."],
    ['#image-uploading', `${API.images}/0`, "We couldn't load the images."],
  ] as const;
  for (const pattern of [texts, ...others.map(([, path]) => `**${path}`)]) {
    await page.route(pattern, (route) => route.fulfill({ status: 503 }));
  }
  await visit('/admin/dashboard');
  await expect(page.getByRole('alert')).toContainText("We couldn't load the website text.");
  await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.unroute(texts);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(welcome(page).text).toBeVisible();

  const alertIn = (section: string, words: string) =>
    page.locator(section).getByRole('alert').filter({ hasText: words });
  for (const [section, path, words] of others) {
    await expect(alertIn(section, words)).toContainText(
      "The website isn't responding right now (error 503). Try again in a minute.",
    );
    await page.unroute(`**${path}`);
  }
  await expect(page.locator('#employee-section').getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Update Items' })).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Nitrogen', exact: true })).toHaveCount(0);
  await expect(tableOn(page, 'Potassium').save).toBeVisible();
  for (const [section, , words] of others) {
    await page.locator(section).getByRole('button', { name: 'Try again' }).click();
    await expect(alertIn(section, words)).toHaveCount(0);
  }
  await expect(page.locator('#employee-section').getByRole('button', { name: 'Save' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Update Items' })).toBeVisible();
  await expect(tableOn(page, 'Nitrogen').cell(1, 'Product')).toBeVisible();
  await expect(page.locator('#image-uploading').getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);

  const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('edits and saves texts by keyboard only, with visible focus, at 360 px', async ({
  page,
  visit,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn();
  await visit('/admin/dashboard');
  const { text, button, row } = welcome(page);
  await expect(text).toBeVisible();
  const focused = page.locator(':focus');
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      const [label, outline] = await focused.evaluate((element: HTMLElement) => {
        const { labels } = element as HTMLInputElement;
        const parts = [element.getAttribute('aria-label'), element.innerText, ...(labels ?? [])];
        const words = parts.map((part) => (part instanceof HTMLElement ? part.innerText : (part ?? '')));
        return [words.join(' '), getComputedStyle(element).outlineStyle] as const;
      });
      expect(outline, `focus on ${label}`).not.toBe('none');
      if (name.test(label)) return;
    }
    throw new Error(`No focusable element has the name ${name}.`);
  };
  await tabTo(/^ ?Sections/);
  await page.keyboard.press('Enter');
  await tabTo(/Home Page/);
  await page.keyboard.press('Enter');
  await tabTo(/Welcome message/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Corn is dry.');
  await tabTo(/Update/);
  await page.keyboard.press('Space');
  await expect(button).toHaveText('Saved');
  await expect(button).toBeFocused();
  await expect(row.getByRole('status')).toHaveText(/^Last saved/);
  await tabTo(/Announcement message/);
  await page.keyboard.type('Rain. ');
  await page.keyboard.press('Escape');
  await tabTo(/Update/);
  await expect(announcement(page).button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(announcement(page).button).toHaveText('Saved');
});

test(
  'has no accessibility violations, overflow or small targets in any state of a text',
  { tag: '@thorough' },
  async ({ page, signIn, expectProblem }) => {
    test.slow();
    expectProblem(/status of 503/);
    expectProblem(/status of 409/);
    await keepFlashesVisible(page);
    const current = { content: 'Theirs', version: 9, at: '2026-01-01T00:00:00Z', author: 'Lee' };
    const responses: Record<string, { status: number; body?: string } | 'never'> = {
      WelcomeMessage: {
        status: 409,
        body: JSON.stringify({
          detail: 'Someone else changed this while you were editing. Choose which version to keep.',
          current,
        }),
      },
      ContactUsAddress: { status: 503 },
      ContactUsPhoneNumber: 'never',
    };
    await page.route(`**${API.saveSiteText}`, async (route) => {
      const { configType } = route.request().postDataJSON() as { configType: string };
      const response = responses[configType];
      if (!response) await route.continue();
      else if (response !== 'never') await route.fulfill(response);
    });
    await signIn();
    await openFromSignIn(page);
    for (const [name, words] of [
      ['Welcome message', 'Not saved'],
      ['Address', 'Not saved'],
      ['Phone number', 'Saving…'],
      ['Fax number', 'Saved'],
    ] as const) {
      const { text, button } = fieldRow(page, name);
      await text.fill('corn@example.com');
      await button.click();
      await expect(button).toHaveText(words);
    }
    await expect(welcome(page).theirs).toBeVisible();
    const unsaved = fieldRow(page, 'Emergency number');
    await unsaved.text.fill('5'.repeat(90));
    await expect(unsaved.row.getByText('10 characters left')).toBeVisible();
    await expectResponsive(page, {
      sections: [
        'home-page',
        'about-us-page',
        'contact-us-information',
        'operating-hours',
        'products-page',
        'your-account',
      ],
    });
    await leave(page);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectResponsive(page, { sections: ['home-page'] });
  },
);

test('loads no editor code on public pages', async ({ page, visit }) => {
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url());
  });
  const editorWords = /prosemirror|Scalehouse editor|Enter your password/i;
  for (const path of ['/', '/about-us', '/contact-us', '/products', '/pioneer', '/gallery', '/weather']) {
    await visit(path);
  }
  const loaded = [...new Set(scripts)];
  expect(loaded.length).toBeGreaterThan(0);
  for (const script of loaded) {
    expect(await (await page.request.get(script)).text(), script).not.toMatch(editorWords);
  }
});

test('keeps the section in the URL hash in view while content loads, until the user scrolls', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/admin/dashboard#pioneer-items');
  const section = page.locator('#pioneer-items');
  const top = () => section.evaluate((element) => element.getBoundingClientRect().top);
  await expect(page.locator('#employee-section').getByRole('listitem').first()).toBeVisible();
  await expect(section.getByRole('textbox', { name: 'Item 1' })).toBeVisible();
  await expect.poll(top).toBeGreaterThanOrEqual(0);
  await expect.poll(top).toBeLessThan(200);

  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, -1500);
  await expect.poll(top).toBeGreaterThan(1000);
  await page.setViewportSize({ width: 1100, height: 900 });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(await top()).toBeGreaterThan(1000);
});

test('sends the first requests before its scripts run, each once, and loads no styles again', async ({
  page,
  visit,
  signIn,
}) => {
  await signIn();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/site-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  const responses = DASHBOARD_REQUESTS.map((url) => page.waitForResponse(`**${url}`));
  const visited = visit('/admin/dashboard');
  await Promise.all(responses);
  resolve();
  await visited;
  await expect(page.getByLabel('Title').first()).toBeVisible();
  const requested = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  for (const url of DASHBOARD_REQUESTS) expect(requested.filter((each) => each === url)).toEqual([url]);
  expect(requested.filter((url) => /\/(?:site|dashboard)-[^/]*\.css$/.test(url))).toEqual([]);
});
