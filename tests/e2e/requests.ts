import type { Locator, Page, Route } from '@playwright/test';
import { VERSION_PATH } from '#contract/version-path.ts';

export type ApiRequest = { method: string; path: string; body: unknown };

/** Returns the requests to the API, except those by which an open page finds out whether it is current. */
export function requestsOf(page: Page): ApiRequest[] {
  const calls: ApiRequest[] = [];
  page.on('request', (request) => {
    const { pathname: path } = new URL(request.url());
    if (!path.startsWith('/api/') || path === VERSION_PATH) return;
    calls.push({ method: request.method(), path, body: request.postDataJSON() as unknown });
  });
  return calls;
}

export async function holdRequests(page: Page, path = '/api/**'): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await promise;
    await route.continue();
  });
  return { release: resolve };
}

/** Navigates client-side through an entry of the navigation bar. */
export async function navigateInApp(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Main' });
  const entry = page.getByRole('link', { name, exact: true, includeHidden: true });
  const link = bar.locator(entry);
  if (!(await link.isVisible())) {
    const button = page.getByRole('button', { name: 'Menu' });
    if (await button.isVisible()) await button.click();
    const group = bar.getByRole('group').filter({ has: entry });
    if ((await group.count()) > 0) await group.locator('summary').click();
  }
  await link.click();
}

/** Returns whether the browser would follow a clicked link with a full load. Prevents it from doing so. */
export const leavesToBrowser = (link: Locator, click: { ctrlKey?: boolean } = {}): Promise<boolean> =>
  link.evaluate((element, init) => {
    let wasPrevented = true;
    const onClick = (event: Event) => {
      wasPrevented = event.defaultPrevented;
      event.preventDefault();
    };
    window.addEventListener('click', onClick, { once: true });
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
    return !wasPrevented;
  }, click);

export const spinners = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^Loading$/ });

const respondWith =
  (status: number, contentType: string, body: string) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, contentType, body });

const FAILURES = {
  'responds 500': { response: respondWith(500, 'text/plain', 'Oh no'), problem: /status of 500/ },
  'responds 401': { response: respondWith(401, 'application/problem+json', '{}'), problem: /status of 401/ },
  'cannot be reached': { response: (route: Route) => route.abort(), problem: /net::ERR_FAILED/ },
  'responds with a Wi-Fi sign-in page': {
    response: respondWith(200, 'text/html', '<h1>Welcome to Hotel Wi-Fi</h1>'),
  },
  'responds with another object': { response: respondWith(200, 'application/json', '{"error":"late"}') },
  'responds with a list of other objects': {
    response: respondWith(200, 'application/json', '[{"colour":"red"}]'),
  },
  'responds with null': { response: respondWith(200, 'application/json', 'null') },
} satisfies Record<string, { response: (route: Route) => Promise<void>; problem?: RegExp }>;

/** Makes every request for a path fail. The tests in app/browser cover all failures; page tests use each of them. */
export async function failRequests(
  page: Page,
  path: string,
  { by, expectProblem }: { by: keyof typeof FAILURES; expectProblem: (pattern: RegExp) => void },
): Promise<void> {
  const failure = FAILURES[by];
  if ('problem' in failure) expectProblem(failure.problem);
  await page.route(path, failure.response);
}

/** Closes the page at the end of a test, before the site that was started before: a late request would fail. */
export const closeAtEnd = (page: Page): AsyncDisposable => ({
  [Symbol.asyncDispose]: () => page.close(),
});
