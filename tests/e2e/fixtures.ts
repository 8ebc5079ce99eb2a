import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { API } from '#contract/paths.ts';
import { siteWithStandIns, startStandIns, type StandIns } from '#tests/stand-ins/stand-ins.ts';
import { startSiteProcess, type SiteProcess } from '#tests/support/site-process.ts';
import { tally } from '#tests/support/tally.ts';
import { demoSite } from '#tests/support/test-site.ts';

export { expect };

/** Of every administrator that `signIn` makes. */
export const PASSWORD = 'the scale reads true';

type WorkerFixtures = { workerSite: SiteProcess; workerStandIns: StandIns };

type Fixtures = {
  /** The running site: `site.with({ texts, cashBids, now })`. The demo content is back after each test. */
  site: SiteProcess;
  /** The outside world, with what has arrived there during this test. */
  standIns: StandIns;
  /** Signs in an administrator, made when there is none of this name, in this test's browser or in another. */
  signIn: (username?: string, browser?: BrowserContext) => Promise<void>;
  /** Opens a page with a full load and waits until its scripts have taken it over. */
  visit: (path: string) => Promise<void>;
  /** Names a problem that belongs to the test. Any other fails it, and so does a named one that does not come. */
  expectProblem: (pattern: RegExp) => void;
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  workerStandIns: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads a fixture's needs from its parameter
    async ({}, provide) => {
      await using standIns = await startStandIns();
      await provide(standIns);
    },
    { scope: 'worker' },
  ],

  workerSite: [
    async ({ workerStandIns }, provide) => {
      await using site = await startSiteProcess(siteWithStandIns(demoSite(), workerStandIns.url));
      await provide(site);
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ workerSite }, provide) => provide(workerSite.url),

  // Far from the cooperative: nothing on a page may go by the visitor's own clock.
  timezoneId: 'Pacific/Auckland',

  // The film is 400 kB and keeps a processor busy: only the tests of it let it run.
  contextOptions: { reducedMotion: 'reduce' },

  site: [
    async ({ workerSite }, provide) => {
      await provide(workerSite);
      await workerSite.reset();
    },
    { auto: true },
  ],

  standIns: async ({ workerStandIns }, provide) => {
    workerStandIns.requests.length = 0;
    await provide(workerStandIns);
  },

  signIn: async ({ context, workerSite }, provide) =>
    provide(async (username = 'Dana', browser = context) => {
      await workerSite.addAdmin({ username, password: PASSWORD });
      const data = { username, password: PASSWORD };
      expect((await browser.request.post(workerSite.url + API.signIn, { data })).status()).toBe(200);
    }),

  visit: async ({ page, javaScriptEnabled }, provide) =>
    provide(async (path) => {
      await page.goto(path);
      if (javaScriptEnabled) await untilAwake(page);
    }),

  expectProblem: [
    async ({ context }, provide) => {
      const problems = await watchForProblems(context);
      const expected: RegExp[] = [];
      await provide((pattern) => void expected.push(pattern));
      const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
      const missing = expected.filter((pattern) => !problems.some((problem) => pattern.test(problem)));
      expect({ unexpected, missing }, 'problems in the browser').toEqual({ unexpected: [], missing: [] });
    },
    { auto: true },
  ],
});

/** All that goes wrong in any page of the context, a hydration that does not fit among it. */
async function watchForProblems(context: BrowserContext): Promise<string[]> {
  const problems: string[] = [];
  context.on('page', (page) => page.on('load', () => tally('page')));
  context.on('console', (message) => {
    const type = message.type();
    if (type === 'error' || type === 'warning') {
      problems.push(`console ${type}: ${message.text()} (${message.location().url})`);
    }
  });
  context.on('weberror', (error) => problems.push(`page error: ${error.error().stack}`));
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // What a browser itself calls off: the rest of a page that is left, a film that is no longer wanted.
    if (reason !== 'net::ERR_ABORTED') problems.push(`request failed: ${request.url()} ${reason}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      // oxlint-disable-next-line no-console -- the console is what is watched
      console.error(`security policy violation: ${violatedDirective} ${blockedURI}`);
    });
  });
  return problems;
}

/** Waits until React has hydrated the page and the effects of that have run. Full loads only. */
export async function untilAwake(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    'hydrated' in document.documentElement.dataset
      ? new Promise((resolve) => requestIdleCallback(() => resolve(true), { timeout: 1000 }))
      : false,
  );
}
