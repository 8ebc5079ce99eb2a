import type { CashBids } from '#contract/cash-bids.ts';
import type { Harvest } from '#contract/harvest.ts';
import { API } from '#contract/paths.ts';
import { aBid } from '#tests/support/a-bid.ts';
import { accessibilityViolations, smallTargets } from './accessibility.ts';
import { signInByForm } from './dashboard-page.ts';
import { paste, tableOn } from './dashboard-tables-page.ts';
import { expect, test } from './fixtures.ts';
import { horizontalOverflow } from './horizontal-overflow.ts';

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

test('posts prices typed on a phone, and shares its drafts and conflicts with the dashboard', async ({
  page,
  context,
  visit,
  signIn,
  site,
  expectProblem,
}) => {
  test.slow();
  expectProblem(/400/);
  expectProblem(/409/);
  expectProblem(/401/);
  await signIn();
  await visit('/admin/today');
  const cell = (name: string) => page.getByRole('textbox', { name });
  const status = page.getByRole('status').filter({ hasText: /[a-z]/ });
  const post = page.getByRole('button', { name: 'Post' });
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  const basis = cell('Hickory Bend, Corn, Spot, Basis ¢');
  const published = async () => {
    const { bids } = (await (await page.request.get(API.cashBids)).json()) as CashBids;
    return bids.map(({ cashPrice }) => cashPrice);
  };

  await test.step('is at most 1,200 px high with the demo content, without small targets', async () => {
    await expect(basis).toHaveValue('-32');
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1200);
    expect(await smallTargets(page)).toEqual([]);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page, [320, 1280])).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
  });

  await test.step('posts a basis in three taps, and takes it back', async () => {
    await basis.tap();
    await page.keyboard.type('-27');
    await expect(basis).toHaveAccessibleDescription('4.06');
    await expect(status).toHaveText('1 price changed');
    await page.keyboard.press('Enter');
    await expect(cell('Hickory Bend, Corn, January, Basis ¢')).toBeFocused();
    await page.locator('main input:visible').last().press('Enter');
    await expect(post).toBeFocused();
    const slow = Promise.withResolvers<void>();
    await page.route(`**${API.cashBids}`, async (route) => {
      await slow.promise;
      await route.continue();
    });
    await post.tap();
    await expect(status).toHaveText('Posting…');
    await undo.tap({ force: true });
    slow.resolve();
    await expect(status).toHaveText(/^Posted at \d+:\d\d [ap]m\.$/);
    await post.tap();
    await expect(status).toHaveText(/^Posted at /);
    expect((await published())[0]).toBe('4.06');
    await undo.tap();
    await expect(status).toHaveText('Undone.');
    await expect(undo).toHaveCount(0);
    await expect(post).toBeFocused();
    expect((await published())[0]).toBe('4.01');
  });

  await test.step('shows an error beside its cell until it is put right, and the key for the sign', async () => {
    const diesel = cell('#2 Dyed Diesel, Price');
    await basis.fill('cheap');
    await diesel.fill('x');
    await expect(diesel).toHaveAccessibleDescription('Price: 2.79 before, x now. Check the price.');
    await post.tap();
    const failure = page.getByRole('alert').filter({ hasText: 'Not posted: Bids' });
    await expect(failure).toContainText('Hickory Bend, Corn, Spot, Basis ¢: Enter cents, such as -32 ');
    await expect(basis).toHaveAccessibleDescription('Enter cents, such as -32 or -32.25.');
    await basis.fill('32');
    await expect(failure).toHaveCount(0);
    await expect(basis).toHaveAccessibleDescription('4.65 Basis: -32 before, 32 now. Check the minus sign.');
    const key = page.getByRole('button', { name: 'Plus or minus', includeHidden: true });
    expect((await key.boundingBox())?.y).toBe((await basis.boundingBox())?.y);
    await post.tap();
    await expect(status).toHaveText(/ 2\.79 before, x now\. .* -32 before, 32 now\. Check the minus sign\.$/);
    await undo.tap();
    await expect(status).toHaveText('Undone.');
    await expect(undo).toHaveCount(0);
    await expect(basis).toHaveValue('-32');
    await expect(diesel).toHaveValue('2.79');
  });

  await test.step('fills pasted futures down, and keeps them for the dashboard', async () => {
    await paste(cell('Milo, Dec 2026, Futures'), "440'0\n450'0\n460'0\n");
    await expect(cell('Milo, Dec 2026, Futures')).toHaveValue("440'0");
    await expect(status).toHaveText("1 price changed 2 prices didn't fit.");
    await page.getByRole('link', { name: 'Editor' }).tap();
    await page.getByRole('button', { name: 'Leave' }).tap();
    await page.setViewportSize({ width: 1280, height: 844 });
    await expect(tableOn(page, 'Bids').cell(9, 'Futures')).toHaveValue("440'0");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => history.back());
    await page.getByRole('button', { name: 'Leave' }).tap();
    await expect(cell('Milo, Dec 2026, Futures')).toHaveValue("440'0");
    await undo.tap();
    await expect(cell('Milo, Dec 2026, Futures')).toHaveValue("432'6");
  });

  await test.step('asks about a bid that someone has removed', async () => {
    await basis.fill('-30');
    await site.with({ cashBids: [aBid({ commodity: 'Wheat', futuresMonth: 'Jul 2027' })] });
    await post.tap();
    await expect(page.getByRole('alert')).toContainText('Not posted: Bids');
    const choice = page.getByRole('group', { name: 'Hickory Bend, Corn, Spot' });
    await choice.getByRole('radio', { name: /removed/i }).check();
    await page.getByRole('button', { name: 'Use these' }).tap();
    await expect(basis).toHaveCount(0);
  });

  await test.step('returns from sign-in with what was typed', async () => {
    const price = cell('Hickory Bend, Wheat, Spot, Cash $');
    await price.fill('5.25');
    await context.clearCookies();
    await post.tap();
    await page.getByRole('link', { name: 'Sign in again' }).tap();
    await page.getByRole('button', { name: 'Leave' }).tap();
    await signInByForm(page);
    await expect(page).toHaveURL('/admin/today');
    await expect(price).toHaveValue('5.25');
    await post.tap();
    await expect(status).toHaveText(/^Posted at /);
    expect(await published()).toEqual(['5.25']);
  });

  await test.step('says what needs attention, puts it off, and leads to its field', async () => {
    await site.with({ texts: { AnnouncementMessage: '<p>Closed on Nov 3, 2025.</p>' } });
    await page.reload();
    const attention = page.getByRole('region', { name: 'Needs attention' });
    const link = attention.getByRole('link', {
      name: 'The announcement is about Nov 3, 2025, which is over',
    });
    await attention.getByRole('button', { name: /^Hide for a week: The announcement/ }).tap();
    await expect(link).toHaveCount(0);
    await attention.getByRole('button', { name: 'Undo' }).tap();
    expect(await smallTargets(page)).toEqual([]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await link.tap();
    await expect(page.getByRole('textbox', { name: 'Announcement message' })).toBeFocused();
    await page.getByRole('navigation', { name: 'Sections' }).locator('summary').tap();
    await expect(page.getByRole('link', { name: 'Today 1 to look at' })).toBeVisible();
  });
});

test(
  'posts what a location takes at harvest in one tap, and keeps a tap whose save fails',
  { tag: '@thorough' },
  async ({ page, visit, signIn, site, expectProblem }) => {
    expectProblem(/ERR_CONNECTION_RESET/);
    expectProblem(/409/);
    await site.with({ locations: [{ id: 'north', name: 'North' }] });
    await signIn();
    // A person who may change nothing else has no other tab.
    await page.route(`**${API.verify}`, async (route) => {
      const response = await route.fetch();
      const json = { ...(await response.json()), role: 'scale-house', locations: ['north'] };
      await route.fulfill({ response, json });
    });
    await visit('/admin/today');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['North']);
    await expect(page.getByRole('link', { name: 'Prices' })).toHaveCount(0);
    const corn = page.getByRole('group', { name: 'North, Corn', exact: true });
    const scale = page.getByRole('group', { name: 'North', exact: true });
    const status = (name: string) => corn.getByRole('button', { name, exact: true });
    const message = page.getByRole('status').filter({ hasText: /[a-z]{3}/ });
    const undo = page.getByRole('button', { name: 'Undo' });
    const post = page.getByRole('button', { name: 'Post', exact: true }).filter({ visible: true });
    const published = async () => {
      const { entries } = (await (await page.request.get(API.harvest)).json()) as Harvest;
      return entries.map(({ commodity, status: posted, wait, moisture }) =>
        [commodity, posted, wait, moisture].filter(Boolean).join(' '),
      );
    };

    await test.step('posts a status, and takes it back', async () => {
      await status('Full').tap();
      await expect(message).toHaveText(/^North, Corn: Full\. Posted at \d+:\d\d [ap]m\.$/);
      expect(await published()).toEqual(['Corn full']);
      await status('Full').tap();
      await expect(message).toHaveText('Already posted.');
      await undo.tap();
      await expect(message).toHaveText('Undone.');
      await expect(status('Full')).toHaveAttribute('aria-pressed', 'false');
      expect(await published()).toEqual([]);
    });

    await test.step('posts the wait of quick taps in steps', async () => {
      const more = scale.getByRole('button', { name: '5 minutes more, North' });
      for (let taps = 0; taps < 3; taps += 1) await more.tap();
      await expect.poll(published).toEqual(['15']);
      await scale.getByRole('button', { name: '5 minutes less, North' }).tap();
      await expect.poll(published).toEqual(['10']);
    });

    await test.step('keeps what was tapped when a save fails, and says so', async () => {
      await page.route(`**${API.harvest}`, (route) => route.abort('connectionreset'), { times: 1 });
      await status('Limited').tap();
      await expect(page.getByRole('alert')).toContainText("We couldn't reach the website.");
      await expect(status('Limited')).toHaveAttribute('aria-pressed', 'true');
      await expect(corn).toContainText('Not posted yet');
      await post.tap();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect.poll(published).toEqual(['10', 'Corn limited']);
    });

    await test.step('asks about a status that someone else has changed', async () => {
      const data = { entries: [{ location: 'north', commodity: 'Corn', status: 'full' }] };
      expect((await page.request.put(API.harvest, { data })).status()).toBe(200);
      await status('Taking').tap();
      const choices = page.getByRole('group', { name: 'North, Corn, Status' });
      await expect(choices.getByRole('radio', { name: /: Taking$/ })).toBeChecked();
      await page.getByRole('button', { name: 'Use these' }).tap();
      await post.tap();
      await expect.poll(published).toEqual(['10', 'Corn taking']);
    });

    await test.step('posts limits when a box is left, and takes all of a row down', async () => {
      await corn.getByRole('button', { name: 'More, North, Corn' }).tap();
      await corn.getByRole('textbox', { name: 'Moisture limit' }).fill('15.5%');
      await corn.getByRole('combobox', { name: 'Until' }).selectOption('changed');
      await expect.poll(published).toEqual(['10', 'Corn taking 15.5%']);
      await expect(corn).toContainText('until changed');
      expect(await smallTargets(page)).toEqual([]);
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await horizontalOverflow(page, [320, 1280])).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await corn.getByRole('button', { name: 'Take down' }).tap();
      await expect.poll(published).toEqual(['10']);
    });
  },
);
