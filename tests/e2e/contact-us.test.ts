import type { Page } from '@playwright/test';
import { MESSAGES } from '#contract/messages.ts';
import { SITE_TEXTS } from '#contract/site-text.ts';
import { barriers } from './barriers.ts';
import { callsOf, FAILURES, goInside, holdCalls, spinners } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { pushedSideways } from './sideways.ts';

const TEXTS = { method: 'POST', path: '/api/config/configs', body: [3, 4, 5, 6, 7, 8, 9, 10, 11] };
const CONTACT = SITE_TEXTS.filter(({ id }) => TEXTS.body.includes(id));
const EMPTY = Object.fromEntries(CONTACT.map(({ type }) => [type, '']));

const ticket = (page: Page) => page.getByRole('region', { name: 'How to reach us' });
const hours = (page: Page) => page.getByRole('main').getByRole('table');

test('The first load of Contact Us has every number, the address and the hours, and makes no call', async ({
  page,
  visit,
  site,
}) => {
  // Friday evening at the cooperative.
  await site.with({ now: '2026-11-21T02:00:00Z' });
  const calls = callsOf(page);
  await visit('/contact-us');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
  await expect(ticket(page).getByRole('term')).toHaveText(['Phone', 'Emergency', 'Fax', 'Address']);
  await expect(ticket(page).getByRole('definition')).toHaveText([
    '660-555-0142',
    '660-555-0199',
    /leave the area, call 911/,
    '660-555-0143',
    '1400 Elevator Road, Hickory Bend, MO 64600',
  ]);
  await expect(page.getByRole('heading', { name: 'Hours Of Operation' })).toBeVisible();
  await expect(hours(page).getByRole('columnheader')).toHaveText(['Days', 'Normal Hours', 'Harvest Hours']);
  await expect(hours(page).getByRole('row', { name: 'Mon-Fri' }).getByRole('cell')).toHaveText([
    '7:30 am – 5:00 pm',
    '7:00 am – 8:00 pm',
  ]);
  await expect(hours(page).getByRole('row', { name: 'Sat-Sun' }).getByRole('cell')).toHaveText([
    '8:00 am – noon',
    '7:00 am – 6:00 pm',
  ]);
  await expect(hours(page).getByRole('row').filter({ hasText: 'today' })).toContainText('Mon-Fri');
  expect(calls).toEqual([]);
});

test('The address opens a map, and every number calls', async ({ page, visit, site }) => {
  await site.with({
    texts: {
      ContactUsAddress: '12 Main St & 3rd, "Rear"\nHickory Bend',
      ContactUsPhoneNumber: '+1 660 555 0111',
    },
  });
  await visit('/contact-us');
  const addresses = await ticket(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  expect(addresses.slice(0, 3)).toEqual(['tel:+16605550111', 'tel:6605550199', 'tel:6605550143']);
  const map = new URL(addresses[3] ?? '');
  expect(map.protocol).toBe('https:');
  expect([...map.searchParams.values()]).toContain('12 Main St & 3rd, "Rear" Hickory Bend');
});

test('Inside the app, Contact Us waits with spinners and makes one call', async ({ page, visit }) => {
  await visit('/store');
  const calls = callsOf(page);
  const { release } = await holdCalls(page);
  await goInside(page, 'Contact Us');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
  await expect(page.getByRole('heading', { name: 'Hours Of Operation' })).toBeVisible();
  await expect(spinners(page)).toHaveCount(2);
  await expect(ticket(page)).toHaveCount(0);
  release();
  await expect(ticket(page)).toContainText('660-555-0199');
  await expect(hours(page)).toContainText('8:00 am – noon');
  await expect(spinners(page)).toHaveCount(0);
  expect(calls).toEqual([TEXTS]);
});

test('However the call of Contact Us fails, the page is the screen of a page that did not load', async ({
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
      await page.route(TEXTS.path, answer);
      const calls = callsOf(page);
      await goInside(page, 'Contact Us');
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

      // The next visit asks again.
      await goInside(page, 'Contact Us');
      await expect(ticket(page)).toContainText('660-555-0142');
    });
  }
});

test('What is not set leaves no empty row; a site without any says so', async ({ page, visit, site }) => {
  await site.with({ texts: { ContactUsFax: '', ContactUsEmergencyNumber: ' ', ContactUsNormSatSun: '' } });
  await visit('/contact-us');
  await expect(ticket(page).getByRole('term')).toHaveText(['Phone', 'Emergency', 'Address']);
  await expect(hours(page).getByRole('row', { name: 'Sat-Sun' }).getByRole('cell').first()).toHaveText('—');

  await site.with({ texts: EMPTY });
  for (const arrive of ['first load', 'inside']) {
    await visit(arrive === 'inside' ? '/store' : '/contact-us');
    if (arrive === 'inside') await goInside(page, 'Contact Us');
    await expect(page.getByText('No telephone number and no address are posted yet.')).toBeVisible();
    await expect(ticket(page)).toHaveCount(0);
    await expect(hours(page).getByRole('cell')).toHaveText(['—', '—', '—', '—']);
  }
  expect(await pushedSideways(page, [320])).toEqual([]);
  expect(await barriers(page)).toEqual([]);
});

test('Texts of the greatest length stay within a phone, with and without spaces', async ({
  page,
  visit,
  site,
}) => {
  const unit = { words: 'Grain 12 ', 'one word': 'X', 'one number': '6', 'long words': 'By appointment ' };
  for (const [kind, text] of Object.entries(unit)) {
    const texts = CONTACT.map((each) => [
      each.type,
      text.repeat(1000).slice(0, 'maxLength' in each ? each.maxLength : 0),
    ]);
    await site.with({ texts: Object.fromEntries(texts) });
    await visit('/contact-us');
    await expect(ticket(page).getByRole('term')).toHaveCount(4);
    expect(await pushedSideways(page, [320, 768, 1280]), kind).toEqual([]);
    await visit('/');
    expect(await pushedSideways(page, [320, 1280]), `${kind}, on the home page`).toEqual([]);
  }
});
