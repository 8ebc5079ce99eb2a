import type { Page } from '@playwright/test';
import { PRICE_TABLE_LIMITS, PRICE_TABLES } from '#contract/price-tables.ts';
import { accessibilityViolations } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { horizontalOverflow } from './horizontal-overflow.ts';
import { navigateInApp } from './requests.ts';
import { isThorough } from './thorough.ts';

const { columns: MOST_COLUMNS, headerLength, cellLength } = PRICE_TABLE_LIMITS;
const COLUMNS = [1, 3, 4, 12, MOST_COLUMNS];
const FILLINGS: Record<string, (length: number) => string> = {
  figures: () => '1,019.00',
  'very long words': (length) => 'W'.repeat(length),
  sentences: (length) => 'Delivered price '.repeat(20).slice(0, length),
  'very long grades': (length) => '11-52-'.repeat(40).slice(0, length),
};

test(
  'fits price tables with few or many columns, of figures and of long words',
  { tag: '@thorough' },
  async ({ page, visit, site }) => {
    test.slow();
    await visit('/store');
    for (const [kind, filling] of Object.entries(FILLINGS).slice(0, isThorough() ? 4 : 2)) {
      // The first two turns show each number of columns as a table, and the largest and smallest as fuel cards.
      for (const turn of isThorough() ? [3, 4, 0, 1, 2] : [3, 4]) {
        const priceTables = PRICE_TABLES.map(({ type }, index) => {
          const columns = COLUMNS[(index + turn) % COLUMNS.length] ?? 1;
          const row = Array.from({ length: columns }, () => filling(cellLength));
          const headers = row.map((_, column) =>
            kind === 'figures' ? `Price ${column}` : filling(headerLength),
          );
          return { type, headers, rows: [row, row.with(0, '')] };
        });
        const message = `${kind}, turn ${turn}`;
        await site.with({ priceTables, texts: { ProductFuelMessage: `<p>${message}</p>` } });
        await page.evaluate(() => localStorage.clear());
        await navigateInApp(page, 'Products');
        await expect(page.getByText(message)).toBeVisible();
        await expect(page.getByRole('main').getByRole('table').first()).toBeVisible();
        expect(await horizontalOverflow(page, isThorough() ? [320, 390, 768, 1280] : [320, 1280])).toEqual(
          [],
        );
        await expect.poll(() => clipped(page), message).toEqual([]);
        if (kind === 'figures' && turn === 3) {
          await page.setViewportSize({ width: 320, height: 800 });
          expect(await accessibilityViolations(page)).toEqual([]);
        }
      }
    }
  },
);

const clipped = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main th, main td, main li h3, main li p')]
      .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
      .map((each) => `${each.scrollWidth} in ${each.clientWidth}: ${each.outerHTML.slice(0, 120)}`)
      .slice(0, 3),
  );
