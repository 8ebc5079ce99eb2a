import { PIONEER_CATEGORIES } from '#contract/pioneer.ts';
import { PRICE_TABLES } from '#contract/price-tables.ts';
import { SITE_TEXTS } from '#contract/site-text.ts';
import type { SiteChange } from '#tests/support/site-process.ts';
import { aBid } from '#tests/support/a-bid.ts';
import { serveTestImages, someTestImages } from './test-images.ts';
import { accessibilityViolations } from './accessibility.ts';
import { navigateInApp, spinners } from './requests.ts';
import { expect, test } from './fixtures.ts';
import { horizontalOverflow } from './horizontal-overflow.ts';

const PAGES = {
  '/about-us': 'About Us',
  '/contact-us': 'Contact Us',
  '/products': 'Products',
  '/pioneer': 'Pioneer',
  '/gallery': 'Gallery',
};

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

const contentOf = (many: number, sentences: number): SiteChange => ({
  texts: Object.fromEntries(
    SITE_TEXTS.map((text) => {
      const words = 'Grain, feed and fuel. '.repeat(sentences).trim();
      const maxLength = 'maxLength' in text ? text.maxLength : 100_000;
      return [text.type, text.richText && words ? `<p>${words}</p>` : words.slice(0, maxLength)];
    }),
  ),
  cashBids: times(many && 1, () => aBid()),
  employees: times(many, (index) => ({
    name: `Person ${index}`,
    title: 'Driver',
    phoneNumber: '660-555-0101',
    email: `person${index}@coop.example.com`,
  })),
  priceTables: PRICE_TABLES.map(({ type }) => ({
    type,
    headers: ['Product', 'Price'],
    rows: times(many, (index) => [`Blend ${index}`, `${index}.00`]),
  })),
  pioneer: PIONEER_CATEGORIES.map(({ category }) => ({
    category,
    items: times(Math.min(many, 100), (index) => `<p>Hybrid ${index}</p>`),
  })),
  images: someTestImages(many),
});

const STATES: { kind: string; content: SiteChange; isChecked: boolean; details: { tag?: '@long' } }[] = [
  { kind: 'empty content', content: contentOf(0, 0), isChecked: true, details: {} },
  // Nearly the same as the demo content, which other tests show.
  { kind: 'one item of each kind', content: contentOf(1, 1), isChecked: true, details: { tag: '@long' } },
  // Many items have the same accessibility violations as one, and take axe long to check.
  {
    kind: '200 items of each kind',
    content: contentOf(200, 40),
    isChecked: false,
    details: { tag: '@long' },
  },
];

for (const { kind, content, isChecked, details } of STATES) {
  test(
    `avoids horizontal overflow with ${kind}, and renders the same after client-side navigation`,
    details,
    async ({ page, visit, site }) => {
      test.slow();
      await site.with(content);
      await serveTestImages(page);
      const shown = async () => {
        await expect(spinners(page)).toHaveCount(0);
        const snapshot = await page.getByRole('main').ariaSnapshot();
        // How many images have loaded depends on timing.
        return snapshot.replaceAll(/ *- status: Field \d+ is loading\n|Field \d+ is loading /g, '');
      };
      const loaded = new Map<string, string>();
      for (const path of Object.keys(PAGES)) {
        await visit(path);
        expect(await horizontalOverflow(page, [320, 1280]), path).toEqual([]);
        if (isChecked) expect(await accessibilityViolations(page), path).toEqual([]);
        loaded.set(path, await shown());
      }
      await page.evaluate(() => localStorage.clear());
      await visit('/store');
      for (const [path, name] of Object.entries(PAGES)) {
        await navigateInApp(page, name);
        await expect.poll(shown, { message: path }).toBe(loaded.get(path));
      }
    },
  );
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  const CONTENT: Record<string, string[]> = {
    '/about-us': ['one wooden elevator', 'Ray Dunlap', "We buy our members' grain"],
    '/contact-us': ['660-555-0142', '660-555-0199', '1400 Elevator Road', '8:00 am – noon'],
    '/products': [
      'Green Star Guidance',
      'MAP 11-52-0',
      'Urea 46-0-0',
      'K-Mag 0-0-22',
      '#2 Dyed Diesel',
      'Order seed by December 15',
      'Packaged Oil',
    ],
    '/pioneer': ['Sunflower', 'LumiGen Seed Treatment', 'TruChoice'],
  };

  test('shows all content without spinners, and a sentence in place of missing content', async ({
    page,
    visit,
    site,
  }) => {
    for (const [path, texts] of Object.entries(CONTENT)) {
      await visit(path);
      for (const text of texts) await expect(page.getByRole('main').getByText(text).last()).toBeVisible();
      await expect(page.getByRole('status')).toHaveCount(0);
    }
    await visit('/products/#fuelHeader');
    await expect(page.getByRole('heading', { name: 'Farm - Delivered Fuel Prices' })).toBeInViewport();

    await site.with(contentOf(0, 0));
    for (const [path, sentence] of [
      ['/about-us', 'No one is listed here yet.'],
      ['/contact-us', 'No phone number or address posted yet.'],
      ['/products', 'No prices posted.'],
      ['/pioneer?category=corn-product', 'No products listed.'],
      ['/gallery', 'No images posted yet.'],
    ] as const) {
      await visit(path);
      await expect(page.getByText(sentence).first()).toBeVisible();
      await expect(page.getByRole('status')).toHaveCount(0);
      expect(await horizontalOverflow(page, [320]), path).toEqual([]);
    }
  });
});
