import { PRICE_TABLES } from '#contract/price-tables.ts';
import { SITE_TEXTS } from '#contract/site-text.ts';
import { aBid } from '#tests/support/a-bid.ts';
import { expect, test } from './fixtures.ts';

test('The header welcomes to the cooperative and offers three ways on', async ({ page, visit }) => {
  await visit('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Welcome to Hickory Bend Farmers Cooperative',
  );
  const ways = page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link');
  await expect(ways).toHaveText(['Market Updates', 'Our Products', 'Weather']);
  const addresses = await ways.evaluateAll((all) => all.map((a) => a.getAttribute('href')));
  expect(addresses).toEqual(['/future-market-overview', '/products', '/weather-overview']);
});

test('Market Updates and Weather load the page fully, Our Products opens inside the app', async ({
  page,
  visit,
}) => {
  const isMarked = () => page.evaluate(() => 'marked' in window);
  for (const [name, address, stays] of [
    ['Market Updates', '/future-market-overview', false],
    ['Weather', '/weather-overview', false],
    ['Our Products', '/products', true],
  ] as const) {
    await visit('/');
    await page.evaluate(() => void Object.assign(window, { marked: true }));
    await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name }).click();
    await expect(page).toHaveURL(address);
    expect(await isMarked(), name).toBe(stays);
  }
});

test('The welcome message shows as it was typed, markup and all', async ({ page, visit, site }) => {
  await site.with({ texts: { WelcomeMessage: 'Corn & beans <b>since</b> 1931 — "come in"' } });
  await visit('/');
  await expect(page.getByText('Corn & beans <b>since</b> 1931 — "come in"')).toBeVisible();
});

test.describe('The announcement', () => {
  const EMPTY = {
    nothing: '',
    'white space': ' \n\t ',
    'an empty paragraph': '<p></p>',
    'a paragraph with a line break': '<p><br></p>',
    'a space that does not break': '<p>&nbsp;</p>',
    'a space with no width': '<p>\u200B</p>',
    'nested elements of nothing': '<p><span><strong><em></em></strong></span></p><p></p>',
    'an empty list': '<ul><li><p></p></li></ul>',
  };
  for (const [kind, html] of Object.entries(EMPTY)) {
    test(`is not there when it is ${kind}`, async ({ page, visit, site }) => {
      await site.with({ texts: { AnnouncementMessage: html } });
      await visit('/');
      await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Announcements' })).toHaveCount(0);
    });
  }

  test('shows its formatted text whole when it is short', async ({ page, visit, site }) => {
    const html = '<p>Closed <strong>Friday</strong></p><ul><li>Scale</li><li>Office</li></ul>';
    await site.with({ texts: { AnnouncementMessage: html } });
    await visit('/');
    const region = page.getByRole('region', { name: 'Announcements' });
    await expect(region.getByText('Friday')).toHaveCSS('font-weight', /^[67]00$/);
    await expect(region.getByRole('listitem')).toHaveText(['Scale', 'Office']);
    await expect(region.getByText('Read all')).toHaveCount(0);
  });

  const LONG = Array.from({ length: 12 }, (_, line) => `<p>Line ${line + 1} of the notice.</p>`).join('');

  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
      test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

      test('is cut when it is long, and opens whole', async ({ page, visit, site }) => {
        await site.with({ texts: { AnnouncementMessage: LONG } });
        await visit('/');
        const region = page.getByRole('region', { name: 'Announcements' });
        await expect(region.getByText('Line 1 of')).toBeInViewport();
        await expect(region.getByText('Line 12 of')).not.toBeInViewport();
        await region.getByText('Read all').click();
        await expect(region.getByText('Line 12 of')).toBeInViewport();
        await region.getByText('Show less').click();
        await expect(region.getByText('Line 12 of')).not.toBeInViewport();
      });
    });
  }
});

test.describe('The hours', () => {
  const HOURS = {
    ContactUsNormMonFri: '7:30 am – 5 pm',
    ContactUsNormSatSun: 'Closed',
    ContactUsHarvestMonFri: '7-7',
    ContactUsHarvestSatSun: 'By appt.',
  };

  test('stand on a board: both seasons, Mon-Fri and Sat-Sun', async ({ page, visit, site }) => {
    await site.with({ texts: HOURS, now: '2026-11-20T15:00:00Z' });
    await visit('/');
    await expect(page.getByRole('heading', { name: 'Hours Of Operation' })).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText(['Days', 'Normal Hours', 'Harvest Hours']);
    await expect(page.getByRole('row', { name: 'Mon-Fri' }).getByRole('cell')).toHaveText([
      '7:30 am – 5 pm',
      '7-7',
    ]);
    await expect(page.getByRole('row', { name: 'Sat-Sun' }).getByRole('cell')).toHaveText([
      'Closed',
      'By appt.',
    ]);
  });

  test('mark the row of the day', async ({ page, visit, site }) => {
    const marked = page.getByRole('row').filter({ hasText: 'today' });
    // Half past eleven on Friday night at the cooperative, Saturday in most of the world.
    await site.with({ now: '2026-11-21T05:30:00Z' });
    await visit('/');
    await expect(marked).toHaveCount(1);
    await expect(marked).toContainText('Mon-Fri');
    await site.with({ now: '2026-11-21T06:30:00Z' });
    await visit('/');
    await expect(marked).toHaveCount(1);
    await expect(marked).toContainText('Sat-Sun');
  });

  test('show a dash where none are set', async ({ page, visit, site }) => {
    await site.with({ texts: { ContactUsHarvestSatSun: '' } });
    await visit('/');
    await expect(page.getByRole('row', { name: 'Sat-Sun' }).getByRole('cell').last()).toHaveText('—');
  });
});

test.describe('The slip', () => {
  const FRIDAY_MORNING = '2026-11-20T15:05:00Z';
  const slip = 'Today';

  test('shows the bids of today with their time, the hours of today, and the telephone', async ({
    page,
    visit,
    site,
  }) => {
    await site.with({
      now: FRIDAY_MORNING,
      cashBids: [
        aBid({ commodity: 'Corn', cash_price: 41250, change_eighths: 24, as_of: '2026-11-20T14:30:00Z' }),
        aBid({ commodity: 'Corn', cash_price: 41900, delivery: 'Mar 2027', as_of: '2026-11-20T14:30:00Z' }),
        aBid({ commodity: 'Wheat', cash_price: 57000, change_eighths: -32, as_of: FRIDAY_MORNING }),
        aBid({ commodity: 'Milo', cash_price: 38500, change_eighths: 0, as_of: FRIDAY_MORNING }),
        aBid({ commodity: 'Oats', cash_price: 31000, as_of: FRIDAY_MORNING }),
      ],
    });
    await visit('/');
    const today = page.getByRole('region', { name: slip });
    await expect(today.getByRole('time')).toHaveText('Fri, Nov 20, 9:05 am CST');
    // The first bid of each grain, as many as fit beside each other.
    await expect(today.getByRole('listitem')).toHaveText([
      /Corn.*4\.125.*\+0\.03.*Spot/,
      /Wheat.*5\.70.*−0\.04/,
      /Milo.*3\.85.*0\.00/,
    ]);
    await expect(today.getByRole('term')).toHaveText(['Mon-Fri', 'In harvest', 'Office']);
    await expect(today.getByRole('definition')).toHaveText([
      '7:30 am – 5:00 pm',
      '7:00 am – 8:00 pm',
      '660-555-0142',
    ]);
    const telephone = today.getByRole('link', { name: '660-555-0142' });
    await expect(telephone).toHaveAttribute('href', 'tel:6605550142');
  });

  test('has the day and no figures when there are no bids', async ({ page, visit, site }) => {
    await site.with({ now: FRIDAY_MORNING, cashBids: [] });
    await visit('/');
    const today = page.getByRole('region', { name: slip });
    await expect(today.getByRole('time')).toHaveText('Fri, Nov 20');
    await expect(today.getByRole('list')).toHaveCount(0);
    await expect(today.getByRole('link', { name: '660-555-0142' })).toBeVisible();
  });

  test('says of older bids when they are from', async ({ page, visit, site }) => {
    await site.with({ now: FRIDAY_MORNING, cashBids: [aBid({ as_of: '2026-11-19T19:15:00Z' })] });
    await visit('/');
    const today = page.getByRole('region', { name: slip });
    await expect(today.getByText('Bids from Thu, Nov 19, 1:15 pm')).toBeVisible();
    await expect(today.getByRole('time').first()).toHaveText('Fri, Nov 20');
    await expect(today.getByRole('listitem')).toHaveText([/Corn.*4\.01/]);
  });

  test('has the hours of the weekend on a Saturday', async ({ page, visit, site }) => {
    await site.with({ now: '2026-11-21T15:05:00Z' });
    await visit('/');
    const today = page.getByRole('region', { name: slip });
    await expect(today.getByRole('term')).toHaveText(['Sat-Sun', 'In harvest', 'Office']);
    await expect(today.getByRole('definition').first()).toHaveText('8:00 am – noon');
  });

  test('leaves out hours and a telephone that are not set', async ({ page, visit, site }) => {
    await site.with({
      now: FRIDAY_MORNING,
      texts: { ContactUsHarvestMonFri: '', ContactUsPhoneNumber: '' },
    });
    await visit('/');
    await expect(page.getByRole('region', { name: slip }).getByRole('term')).toHaveText(['Mon-Fri']);
  });
});

test('Two exchange marks with alternative text lead to the exchanges', async ({ page, visit }) => {
  await visit('/');
  const marks = page.getByRole('list', { name: 'Exchanges' });
  for (const [name, address] of [
    ['CME Group', 'https://www.cmegroup.com/'],
    ['CBOT', 'https://www.cmegroup.com/company/cbot.html'],
  ] as const) {
    const image = marks.getByRole('img', { name, exact: true });
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
      .toBeGreaterThan(0);
    await expect(marks.getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
  }
});

test('The footer says that demo content stands, until all of it is replaced', async ({
  page,
  visit,
  site,
}) => {
  const notice = page.getByText('This site shows demo content.');
  await visit('/');
  await expect(notice).toBeVisible();
  const texts = Object.fromEntries(SITE_TEXTS.map(({ type }) => [type, `Our own ${type}`]));
  await site.with({ texts });
  await visit('/');
  await expect(notice).toBeVisible();
  await site.with({
    cashBids: [aBid()],
    employees: [],
    images: [],
    pioneer: [],
    priceTables: PRICE_TABLES.map(({ type }) => ({ type, headers: ['Ours'], rows: [] })),
  });
  await visit('/');
  await expect(page.getByText('Our own WelcomeMessage')).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('A message of 1000 characters with a word of 400 does not push the page sideways', async ({
  page,
  visit,
  site,
}) => {
  await site.with({ texts: { WelcomeMessage: 'Grain '.repeat(100) + 'x'.repeat(400) } });
  await page.setViewportSize({ width: 320, height: 800 });
  await visit('/');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
