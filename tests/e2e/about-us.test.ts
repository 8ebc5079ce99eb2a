import type { Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { callsOf, FAILURES, goInside, holdCalls, spinners } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { pushedSideways } from './sideways.ts';

const TEXTS = { method: 'POST', path: '/api/config/configs', body: [2, 1] };
const CREW = { method: 'GET', path: '/api/config/employees', body: null };

const section = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, level: 2 }) });
const crew = (page: Page) => section(page, 'Our Crew');
const aPerson = (fields: object = {}) => ({
  name: 'Ann Bell',
  title: 'Driver',
  phoneNumber: '660-555-0101',
  email: 'ann@coop.example.com',
  ...fields,
});

test('The first load of About Us has description, film, crew and mission in the page and makes no call', async ({
  page,
  visit,
  standIns,
}) => {
  const calls = callsOf(page);
  await visit('/about-us');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('About Us');
  await expect(main.getByText('forty-one farmers and one wooden elevator')).toHaveCSS(
    'font-weight',
    /^[67]00$/,
  );
  await expect(main.getByLabel('Hickory Bend Farmers Cooperative, the film')).toBeVisible();
  await expect(crew(page).getByRole('heading', { level: 3 }).first()).toHaveText('Ray Dunlap');
  await expect(crew(page).getByRole('listitem').first()).toContainText('General Manager');
  await expect(section(page, 'Mission Statement')).toContainText("We buy our members' grain");
  expect(calls).toEqual([]);
  expect(standIns.requests).toEqual([]);
});

test('Inside the app, About Us waits with spinners and asks for its texts and the crew, once each', async ({
  page,
  visit,
}) => {
  await visit('/store');
  const calls = callsOf(page);
  const { release } = await holdCalls(page);
  await goInside(page, 'About Us');
  await expect(crew(page).getByRole('status')).toHaveText('Loading');
  await expect(section(page, 'Mission Statement').getByRole('status')).toHaveText('Loading');
  await expect(spinners(page)).toHaveCount(3);
  await expect(page.getByLabel('Hickory Bend Farmers Cooperative, the film')).toBeVisible();
  release();
  await expect(crew(page)).toContainText('Ray Dunlap');
  await expect(section(page, 'Mission Statement')).toContainText("We buy our members' grain");
  await expect(spinners(page)).toHaveCount(0);
  expect(calls).toHaveLength(2);
  expect(calls).toEqual(expect.arrayContaining([TEXTS, CREW]));
});

test('However the call of the crew fails, the crew is a red Loading Error, and the rest of the page stands', async ({
  page,
  visit,
  expectProblem,
}) => {
  test.slow();
  for (const [kind, { answer, problem }] of Object.entries(FAILURES)) {
    await test.step(kind, async () => {
      if (problem) expectProblem(problem);
      await visit('/store');
      await page.evaluate(() => localStorage.clear());
      await page.route(CREW.path, answer);
      const calls = callsOf(page);
      await goInside(page, 'About Us');
      const failure = crew(page).getByRole('alert');
      await expect(failure).toHaveText(MESSAGES.crewLoad);
      expect(MESSAGES.crewLoad).toBe('Loading Error');
      expect(await isRed(failure)).toBe(true);
      await expect(page.getByRole('alert')).toHaveCount(1);
      await expect(page.getByText('forty-one farmers')).toBeVisible();
      await expect(section(page, 'Mission Statement')).toContainText("We buy our members' grain");
      await expect(spinners(page)).toHaveCount(0);
      // Nothing is tried a second time.
      expect(calls).toHaveLength(2);
    });
  }
});

test('When the texts of About Us cannot be loaded, the crew stands all the same', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/status of 500/);
  await visit('/store');
  await page.route(TEXTS.path, (route) => route.fulfill({ status: 500 }));
  await goInside(page, 'About Us');
  await expect(crew(page)).toContainText('Ray Dunlap');
  await expect(section(page, 'Mission Statement').getByRole('alert')).toHaveText(MESSAGES.pageLoad);
});

test('Numbers of the crew call and addresses write, whatever was typed; a dash is none', async ({
  page,
  visit,
  site,
}) => {
  await site.with({
    employees: [
      aPerson(),
      aPerson({ name: 'Bo', phoneNumber: '-', email: ' — ' }),
      aPerson({ name: 'Cy', phoneNumber: '+1 (660) 555-0102', email: 'cy+grain@coop.example.com' }),
      aPerson({ name: 'Di', phoneNumber: 'ask Cy', email: 'by letter' }),
      aPerson({ name: 'Ed', phoneNumber: '–', email: 'ed@coop.example.com?bcc=x@y.example&subject=Hi' }),
    ],
  });
  await visit('/about-us');
  const addresses = await crew(page)
    .getByRole('listitem')
    .evaluateAll((people) =>
      people.map((person) => [...person.querySelectorAll('a')].map((a) => a.getAttribute('href'))),
    );
  expect(addresses).toEqual([
    ['tel:6605550101', 'mailto:ann@coop.example.com'],
    [],
    ['tel:+16605550102', 'mailto:cy%2Bgrain@coop.example.com'],
    [],
    ['mailto:ed@coop.example.com%3Fbcc%3Dx@y.example%26subject%3DHi'],
  ]);
  const bo = crew(page).getByRole('listitem').filter({ hasText: 'Bo' });
  expect((await bo.innerText()).split('\n').filter(Boolean)).toEqual(['Bo', 'Driver']);
  const di = crew(page).getByRole('listitem').filter({ hasText: 'ask Cy' });
  await expect(di).toContainText('by letter');
});

test('Names of the crew are text, and stand in the order that was given', async ({ page, visit, site }) => {
  const names = ['Zoe <b>Zander</b>', 'Ann & Bell', 'Ann & Bell'];
  await site.with({ employees: names.map((name) => aPerson({ name })) });
  await visit('/about-us');
  await expect(crew(page).getByRole('heading', { level: 3 })).toHaveText(names);
});

test('An empty crew and a mission that is not written yet say so', async ({ page, visit, site }) => {
  await site.with({
    employees: [],
    texts: { AboutUsMessage: '<p></p>', MissionStatement: '<p><br></p>' },
  });
  for (const arrive of [() => visit('/about-us'), () => inside(page, visit)]) {
    await arrive();
    await expect(crew(page)).toContainText('Nobody is listed yet.');
    await expect(section(page, 'Mission Statement')).toContainText('Not written yet.');
  }
});

test('A crew of 200 with long names, addresses without end and long texts stays within a phone', async ({
  page,
  visit,
  site,
}) => {
  await site.with({
    employees: Array.from({ length: 200 }, (_, index) =>
      index === 7
        ? aPerson({
            name: 'N'.repeat(200),
            title: 'T'.repeat(200),
            phoneNumber: '1'.repeat(100),
            email: `${'m'.repeat(100)}@${'d'.repeat(99)}`,
          })
        : aPerson({ name: `Person ${index + 1}` }),
    ),
    texts: { AboutUsMessage: `<p>${'a'.repeat(500)}</p>`, MissionStatement: `<p>${'m'.repeat(500)}</p>` },
  });
  await visit('/about-us');
  await expect(crew(page).getByRole('listitem')).toHaveCount(200);
  expect(await pushedSideways(page, [320, 1280])).toEqual([]);
});

async function inside(page: Page, visit: (path: string) => Promise<void>): Promise<void> {
  await visit('/store');
  await goInside(page, 'About Us');
}

/** True when the colour of an element is more red than green and blue. */
const isRed = (element: ReturnType<Page['getByRole']>) =>
  element.evaluate((each) => {
    const [red = 0, green = 0, blue = 0] = getComputedStyle(each).color.match(/\d+/g)?.map(Number) ?? [];
    return red > 2 * Math.max(green, blue);
  });
