import type { Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { requestsOf, failRequests, navigateInApp, holdRequests, spinners } from './requests.ts';
import { expect, test } from './fixtures.ts';
import { horizontalOverflow } from './horizontal-overflow.ts';

const TEXTS = { method: 'POST', path: '/api/config/configs', body: [2, 1] };
const CREW = { method: 'GET', path: '/api/config/employees', body: null };

const section = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, level: 2 }) });
const crew = (page: Page) => section(page, 'Our Crew');
const mission = (page: Page) => section(page, 'Mission Statement');

test('plays the video with controls after its link is pressed', async ({ page, visit }) => {
  await visit('/about-us');
  const video = page.getByLabel('Video: Hickory Bend Farmers Cooperative');
  await page.getByRole('link', { name: 'Play video' }).press('Enter');
  await expect(video).toHaveAttribute('controls');
  await expect(video).toBeFocused();
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false);
  await expect(page.getByRole('link', { name: 'Play video' })).toBeHidden();
  await expect(page).toHaveURL('/about-us');
});

test('shows its content without requests, and shows spinners during a client-side navigation', async ({
  page,
  visit,
  fakeVendors,
}) => {
  const calls = requestsOf(page);
  await visit('/about-us');
  const main = page.getByRole('main');
  const video = main.getByLabel('Video: Hickory Bend Farmers Cooperative');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('About Us');
  await expect(main.getByText('41 farmers and one wooden elevator')).toHaveCSS('font-weight', /^[67]00$/);
  await expect(video).toBeVisible();
  await expect(crew(page).getByRole('heading', { level: 3 }).first()).toHaveText('Ray Dunlap');
  await expect(crew(page).getByRole('listitem').first()).toContainText('General Manager');
  await expect(mission(page)).toContainText("We buy our members' grain");
  expect(calls).toEqual([]);
  expect(fakeVendors.requests).toEqual([]);

  await page.evaluate(() => localStorage.clear());
  await visit('/store');
  const { release } = await holdRequests(page);
  await navigateInApp(page, 'About Us');
  await expect(crew(page).getByRole('status')).toHaveText('Loading');
  await expect(mission(page).getByRole('status')).toHaveText('Loading');
  await expect(spinners(page)).toHaveCount(3);
  await expect(video).toBeVisible();
  release();
  await expect(crew(page)).toContainText('Ray Dunlap');
  await expect(mission(page)).toContainText("We buy our members' grain");
  await expect(spinners(page)).toHaveCount(0);
  expect(calls).toHaveLength(2);
  expect(calls).toEqual(expect.arrayContaining([TEXTS, CREW]));
});

test('shows the error of the crew or the texts, and the other sections, when a request fails', async ({
  page,
  visit,
  expectProblem,
}) => {
  await visit('/store');
  await failRequests(page, CREW.path, { by: 'responds 500', expectProblem });
  const calls = requestsOf(page);
  await navigateInApp(page, 'About Us');
  const failure = crew(page).getByRole('alert');
  await expect(failure).toHaveText(MESSAGES.crewLoad);
  expect(MESSAGES.crewLoad).toBe('Loading Error');
  await expect.poll(() => isRed(failure)).toBe(true);
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByText('41 farmers')).toBeVisible();
  await expect(mission(page)).toContainText("We buy our members' grain");
  await expect(spinners(page)).toHaveCount(0);
  expect(calls).toHaveLength(2);

  await page.unroute(CREW.path);
  await page.evaluate(() => localStorage.clear());
  await visit('/store');
  await failRequests(page, TEXTS.path, { by: 'responds with a list of other objects', expectProblem });
  await navigateInApp(page, 'About Us');
  await expect(crew(page)).toContainText('Ray Dunlap');
  await expect(mission(page).getByRole('alert')).toHaveText(MESSAGES.pageLoad);
});

test('fits a phone when names, addresses and texts are long and have no spaces', async ({
  page,
  visit,
  site,
}) => {
  await site.with({
    employees: Array.from({ length: 12 }, (_, index) =>
      index === 7
        ? {
            name: 'N'.repeat(200),
            title: 'T'.repeat(200),
            phoneNumber: '1'.repeat(100),
            email: `${'m'.repeat(100)}@${'d'.repeat(99)}`,
          }
        : { name: `Person ${index + 1}`, title: 'Driver', phoneNumber: '660-555-0101', email: '-' },
    ),
    texts: { AboutUsMessage: `<p>${'a'.repeat(500)}</p>`, MissionStatement: `<p>${'m'.repeat(500)}</p>` },
  });
  await visit('/about-us');
  await expect(crew(page).getByRole('listitem')).toHaveCount(12);
  expect(await horizontalOverflow(page, [320, 1280])).toEqual([]);
});

const isRed = (element: ReturnType<Page['getByRole']>) =>
  element.evaluate((each) => {
    const [red = 0, green = 0, blue = 0] = getComputedStyle(each).color.match(/\d+/g)?.map(Number) ?? [];
    return red > 2 * Math.max(green, blue);
  });
