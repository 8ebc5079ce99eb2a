import type { Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { FLASH_MS } from '#app/editor/field-state.ts';
import { barriers } from './barriers.ts';
import { announcement, holdSaves, savesOf, welcome } from './dashboard-page.ts';
import { expectFits } from './expect-fits.ts';
import { expect, test } from './fixtures.ts';

const spinner = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading' });

/** Of all sections, in their order. */
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
  'Cash Bids',
  'Your Account',
];

test('A spinner stands until the session is verified, and nothing of the editor before', async ({
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
  expect(await barriers(page)).toEqual([]);
  resolve();
  await expect(welcome(page).text).toBeVisible();
  await expect(spinner(page)).toHaveCount(0);
});

for (const [name, problem, answer] of [
  ['401', /status of 401/, undefined],
  ['500', /status of 500/, 500],
  ['403', /status of 403/, 403],
  ['nothing', /ERR_CONNECTION_RESET/, 'gone'],
] as const) {
  test(`Whoever is not verified is sent to signing in: ${name}`, async ({ page, signIn, expectProblem }) => {
    expectProblem(problem);
    if (answer) {
      await signIn();
      await page.route(`**${API.verify}`, (route) =>
        answer === 'gone' ? route.abort('connectionreset') : route.fulfill({ status: answer }),
      );
    }
    await page.goto('/admin/dashboard');
    await expect(page).toHaveURL('/admin');
    await expect(page.getByText('Please sign in to go on.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  });
}

test('The sections stand in a list of links, and each can be closed and opened', async ({
  page,
  visit,
  signIn,
}) => {
  await signIn();
  await visit('/admin/dashboard');
  const list = page.getByRole('navigation', { name: 'Sections' });
  await expect(list.getByRole('link')).toHaveText(HEADINGS);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(HEADINGS);
  const { text } = welcome(page);
  await page.getByRole('heading', { level: 2, name: 'Home Page' }).click();
  await expect(text).toBeHidden();
  // A link to a closed section opens it.
  await list.getByRole('link', { name: 'Home Page' }).click();
  await expect(text).toBeVisible();
  await list.getByRole('link', { name: 'Your Account' }).click();
  await expect(page).toHaveURL('/admin/dashboard#your-account');
  await expect(page.getByLabel('Current password', { exact: true })).toBeInViewport();
  await expect(page).toHaveTitle(/^Editor · /);
});

test('Texts that did not load say so, offer another try, and there is nothing to save', async ({
  page,
  visit,
  signIn,
  expectProblem,
}) => {
  expectProblem(/status of 503/);
  await signIn();
  await page.route(`**${API.allSiteTexts}`, (route) => route.fulfill({ status: 503 }));
  await visit('/admin/dashboard');
  await expect(page.getByRole('alert')).toContainText('The texts could not be loaded.');
  await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.unroute(`**${API.allSiteTexts}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(welcome(page).text).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
});

test('Everything is done by the keyboard alone, on a phone of 360 px', async ({ page, visit, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn();
  await visit('/admin/dashboard');
  const { text, button, row } = welcome(page);
  await expect(text).toBeVisible();
  const focused = page.locator(':focus');
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      const says = await focused.evaluate((element: HTMLElement) =>
        [
          element.getAttribute('aria-label'),
          element.innerText,
          ...((element as HTMLInputElement).labels ?? []),
        ]
          .map((part) => (part instanceof HTMLElement ? part.innerText : (part ?? '')))
          .join(' '),
      );
      const outline = await focused.evaluate((element) => getComputedStyle(element).outlineStyle);
      expect(outline, `focus on ${says}`).not.toBe('none');
      if (name.test(says)) return;
    }
    throw new Error(`Nothing is called ${name}.`);
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
  await expect(row.getByRole('status')).toHaveText(/^Saved/);
  await tabTo(/Announcement message/);
  await page.keyboard.type('Rain. ');
  await page.keyboard.press('Escape');
  await tabTo(/Update/);
  await expect(announcement(page).button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(announcement(page).button).toHaveText('Saved');
});

/** Flashes that do not end: looking for barriers takes longer than they last. */
const neverEndFlashes = (flashMs: number) => {
  const { setTimeout } = window;
  Object.assign(window, {
    setTimeout: (handler: () => void, ms?: number) => (ms === flashMs ? 0 : setTimeout(handler, ms)),
  });
};

const STATES: [name: string, problem: RegExp | undefined, reach: (page: Page) => Promise<void>][] = [
  ['idle', undefined, async () => undefined],
  ['changed', undefined, async (page) => welcome(page).text.fill('a'.repeat(900))],
  [
    'saving',
    undefined,
    async (page) => {
      await holdSaves(page);
      await welcome(page).text.fill('Corn is dry.');
      await welcome(page).button.click();
      await expect(welcome(page).button).toHaveText('Saving…');
    },
  ],
  [
    'saved',
    undefined,
    async (page) => {
      await welcome(page).text.fill('Corn is dry.');
      await welcome(page).button.click();
      await expect(welcome(page).button).toHaveText('Saved');
    },
  ],
  [
    'failed',
    /status of 503/,
    async (page) => {
      await page.route(`**${API.saveSiteText}`, (route) => route.fulfill({ status: 503 }));
      await welcome(page).text.fill('Corn is dry.');
      await welcome(page).button.click();
      await expect(welcome(page).button).toHaveText('Not saved');
    },
  ],
  [
    'conflict',
    /status of 409/,
    async (page) => {
      const current = { content: 'Theirs', version: 9, at: '2026-01-01T00:00:00Z', author: 'Lee' };
      const body = JSON.stringify({ detail: 'Somebody else has changed this meanwhile.', current });
      await page.route(`**${API.saveSiteText}`, (route) => route.fulfill({ status: 409, body }));
      await welcome(page).text.fill('Corn is dry.');
      await welcome(page).button.click();
      await expect(welcome(page).theirs).toBeVisible();
    },
  ],
  [
    'question',
    undefined,
    async (page) => {
      await welcome(page).text.fill('Corn is dry.');
      await page.getByRole('link', { name: 'View site' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  ],
];

for (const [name, problem, reach] of STATES) {
  test(`The dashboard has no barrier, scrolls never sideways, and fits thumbs: ${name}`, async ({
    page,
    visit,
    signIn,
    expectProblem,
  }) => {
    test.slow();
    if (problem) expectProblem(problem);
    await page.addInitScript(neverEndFlashes, FLASH_MS);
    await signIn();
    await visit('/admin/dashboard');
    await expect(welcome(page).text).toBeVisible();
    await reach(page);
    const others = [
      'about-us-page',
      'contact-us-information',
      'operating-hours',
      'products-page',
      'your-account',
    ];
    await expectFits(page, { sections: ['home-page', ...(name === 'idle' ? others : [])] });
  });
}

test('Of a section of texts, only they have a button to save, and nothing else is called like one', async ({
  page,
  visit,
  signIn,
}) => {
  await signIn();
  await visit('/admin/dashboard');
  const { text, button } = welcome(page);
  await text.fill('Corn is dry.');
  const section = page.locator('#home-page');
  for (const word of ['Update', 'Save', 'Upload', 'Remove', 'Delete', 'Add New Item']) {
    await expect(section.getByRole('button', { name: word })).toHaveCount(word === 'Update' ? 2 : 0);
    await expect(section.getByRole('link').filter({ hasText: new RegExp(word) })).toHaveCount(0);
  }
  const sent = savesOf(page);
  await page.getByRole('button', { name: 'Update' }).first().click();
  await expect(button).toHaveText('Saved');
  expect(sent).toEqual([{ configType: 'WelcomeMessage', message: 'Corn is dry.' }]);
});

test('No public page loads the editor, nor does a visit to all of them', async ({ page, visit }) => {
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

test('The section that the address names stands at the top once everything has come, until somebody goes on', async ({
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
