import { relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { siteWithFakeVendors, startFakeVendors, type FakeVendors } from '#tests/fake-vendors/fake-vendors.ts';
import { startSiteProcess, type SiteProcess } from '#tests/support/site-process.ts';
import { tally } from '#tests/support/tally.ts';
import { demoSite } from '#tests/support/test-site.ts';

export { expect };

export const PASSWORD = 'the scale reads true';

type WorkerFixtures = { workerSite: SiteProcess; workerFakeVendors: FakeVendors };

type Fixtures = {
  /** Ids of the editor's sections that this browser has left open. */
  openSections: string[];
  /** The running site. Tests change it with `site.with({ texts, cashBids, now })`; it is reset after each test. */
  site: SiteProcess;
  /** Fake third-party sites, with the requests of this test. */
  fakeVendors: FakeVendors;
  /** Signs in an administrator in this test's browser or another one. Creates the administrator if necessary. */
  signIn: (username?: string, browser?: BrowserContext) => Promise<void>;
  /** Opens a page with a full load and waits for its hydration. */
  visit: (path: string) => Promise<void>;
  /** Expects a problem in the browser. The test fails on any other problem, and if an expected one does not occur. */
  expectProblem: (pattern: RegExp) => void;
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  openSections: [[], { option: true }],

  context: async ({ context, openSections }, provide) => {
    await context.addInitScript((ids) => {
      const key = 'scalehouse-opened-sections';
      // Sandboxed frames have no storage.
      if (ids.length > 0 && origin !== 'null' && !localStorage.getItem(key))
        localStorage.setItem(key, JSON.stringify(ids));
    }, openSections);
    await provide(context);
  },

  workerFakeVendors: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from the pattern.
    async ({}, provide) => {
      await using fakeVendors = await startFakeVendors();
      await provide(fakeVendors);
    },
    { scope: 'worker' },
  ],

  workerSite: [
    async ({ workerFakeVendors }, provide) => {
      await using site = await startSiteProcess(siteWithFakeVendors(demoSite(), workerFakeVendors.url));
      await provide(site);
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ workerSite }, provide) => provide(workerSite.url),

  // Far from the cooperative's time zone, so that times formatted in the browser's zone are detected.
  timezoneId: 'Pacific/Auckland',

  // The video is 400 kB and uses a lot of CPU, so only its own tests play it.
  contextOptions: { reducedMotion: 'reduce' },

  site: [
    async ({ workerSite }, provide) => {
      await provide(workerSite);
      await workerSite.reset();
    },
    { auto: true },
  ],

  fakeVendors: async ({ workerFakeVendors }, provide) => {
    workerFakeVendors.requests.length = 0;
    await provide(workerFakeVendors);
  },

  signIn: async ({ context, workerSite }, provide) => {
    // The browsers of earlier tests would be new ones to this one.
    await workerSite.endSessions();
    await provide(async (username = 'Dana', browser = context) => {
      await workerSite.addAdmin({ username, password: PASSWORD });
      const data = { username, password: PASSWORD };
      expect((await browser.request.post(workerSite.url + API.signIn, { data })).status()).toBe(200);
    });
  },

  visit: async ({ page, javaScriptEnabled }, provide) =>
    provide(async (path) => {
      await page.goto(path);
      if (javaScriptEnabled) await untilHydrated(page);
    }),

  expectProblem: [
    async ({ context }, provide) => {
      const problems = await watchForProblems(context);
      const expected: RegExp[] = [];
      await provide((pattern) => void expected.push(pattern));
      const findMissing = () =>
        expected.filter((pattern) => !problems.some((problem) => pattern.test(problem)));
      // The browser may report a failed request after the test has ended.
      for (let tries = 0; tries < 20 && findMissing().length > 0; tries += 1) await delay(100);
      const missing = findMissing();
      const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
      expect({ unexpected, missing }, 'problems in the browser').toEqual({ unexpected: [], missing: [] });
    },
    { auto: true },
  ],
});

/** Returns a list that collects all errors and warnings in any page of the context, including hydration mismatches. */
async function watchForProblems(context: BrowserContext): Promise<string[]> {
  const problems: string[] = [];
  const { file, retry } = base.info();
  // A second try is not part of the budget.
  if (retry === 0) context.on('page', (page) => page.on('load', () => tally('pages', relative('.', file))));
  context.on('console', (message) => {
    const type = message.type();
    if (type === 'error' || type === 'warning') {
      problems.push(`console ${type}: ${message.text()} (${message.location().url})`);
    }
  });
  context.on('weberror', (error) => problems.push(`page error: ${error.error().stack}`));
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Ignore requests that the browser canceled, such as those of a page that was left.
    if (reason !== 'net::ERR_ABORTED') problems.push(`request failed: ${request.url()} ${reason}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      // oxlint-disable-next-line no-console -- the problems are read from the console
      console.error(`security policy violation: ${violatedDirective} ${blockedURI}`);
    });
  });
  return problems;
}

/** Waits until React has hydrated the page and the effects have run. For full loads only. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    'hydrated' in document.documentElement.dataset
      ? new Promise((resolve) => requestIdleCallback(() => resolve(true), { timeout: 1000 }))
      : false,
  );
}
