import type { Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { SITE_TEXTS } from '#contract/site-text.ts';
import { requestsOf, failRequests, navigateInApp, holdRequests, spinners } from './requests.ts';
import { expect, test } from './fixtures.ts';
import { horizontalOverflow } from './horizontal-overflow.ts';
import { isThorough } from './thorough.ts';

const widths = () => (isThorough() ? [320, 768, 1280] : [320, 1280]);
const TEXTS = { method: 'POST', path: '/api/config/configs', body: [3, 4, 5, 6, 7, 8, 9, 10, 11] };
const LOCATIONS = { method: 'GET', path: '/api/locations', body: null };
const CONTACT = SITE_TEXTS.filter(({ id }) => TEXTS.body.includes(id));

const contactDetails = (page: Page) => page.getByRole('region', { name: 'How to reach us' });
const hours = (page: Page) => page.getByRole('main').getByRole('table');

test('shows contacts and hours without requests, and shows spinners during a client-side navigation', async ({
  page,
  visit,
}) => {
  const calls = requestsOf(page);
  await visit('/contact-us');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
  await expect(contactDetails(page).getByRole('term')).toHaveText(['Phone', 'Emergency', 'Fax', 'Address']);
  await expect(contactDetails(page).getByRole('link', { name: '660-555-0199' })).toBeVisible();
  await expect(hours(page).getByRole('row', { name: 'Mon-Fri' })).toBeVisible();
  expect(calls).toEqual([]);

  await page.evaluate(() => localStorage.clear());
  await visit('/store');
  const { release } = await holdRequests(page);
  await navigateInApp(page, 'Contact Us');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
  await expect(page.getByRole('heading', { name: 'Hours Of Operation' })).toBeVisible();
  await expect(spinners(page)).toHaveCount(2);
  await expect(contactDetails(page)).toHaveCount(0);
  release();
  await expect(contactDetails(page)).toContainText('660-555-0199');
  await expect(hours(page)).toContainText('8:00 am – noon');
  await expect(spinners(page)).toHaveCount(0);
  expect(calls).toEqual([TEXTS, LOCATIONS]);
});

test('shows the error page when the request fails, and retries on the next visit', async ({
  page,
  visit,
  expectProblem,
}) => {
  await visit('/store');
  await failRequests(page, TEXTS.path, { by: 'responds 401', expectProblem });
  const calls = requestsOf(page);
  await navigateInApp(page, 'Contact Us');
  const sentence = page.getByRole('heading', { level: 1 });
  await expect(sentence).toHaveText(MESSAGES.pageLoad);
  expect(await sentence.textContent()).toBe(
    'Looks like we ran into a problem loading the page.  Please reload and try again.',
  );
  await expect(page.getByRole('heading', { name: 'Hours Of Operation' })).toHaveCount(0);
  await expect(spinners(page)).toHaveCount(0);

  await page.unroute(TEXTS.path);
  await page.getByRole('link', { name: 'Go To Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
  expect(calls.filter(({ body }) => String(body) === String(TEXTS.body))).toHaveLength(1);

  await navigateInApp(page, 'Contact Us');
  await expect(contactDetails(page)).toContainText('660-555-0142');
});

test(
  'has no horizontal overflow, nor does the home page, when texts have their maximum length',
  { tag: '@long' },
  async ({ page, visit, site }) => {
    const unit = { words: 'Grain 12 ', 'one word': 'X', 'one number': '6', 'long words': 'By appointment ' };
    for (const [kind, text] of Object.entries(unit)) {
      const texts = CONTACT.map((each) => [
        each.type,
        text.repeat(1000).slice(0, 'maxLength' in each ? each.maxLength : 0),
      ]);
      const WelcomeMessage = 'Grain '.repeat(100) + text.repeat(400).slice(0, 400);
      await site.with({ texts: { ...Object.fromEntries(texts), WelcomeMessage } });
      await visit('/contact-us');
      await expect(contactDetails(page).getByRole('term')).toHaveCount(4);
      expect(await horizontalOverflow(page, widths()), kind).toEqual([]);
      await visit('/');
      expect(await horizontalOverflow(page, [320, 1280]), `${kind}, on the home page`).toEqual([]);
    }
  },
);
