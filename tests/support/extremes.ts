import { PIONEER_CATEGORIES } from '#contract/pioneer.ts';
import { PRICE_TABLES } from '#contract/price-tables.ts';
import { SITE_TEXTS } from '#contract/site-text.ts';
import type { ContentChange } from './test-site.ts';

/** Returns a change that empties all content. */
export function emptyContent(): ContentChange {
  return {
    texts: Object.fromEntries(SITE_TEXTS.map(({ type }) => [type, ''])),
    cashBids: [],
    employees: [],
    priceTables: PRICE_TABLES.map(({ type }) => ({ type, headers: [], rows: [] })),
    pioneer: [],
    images: [],
  };
}

const many = <Item>(count: number, make: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => make(n));

function longText(length: number): string {
  const words = 'Harvest hours at the Hickory Bend elevator hold while the corn comes in. '.repeat(20);
  return `${'Grain-marketing-'.repeat(6)} ${words}`.slice(0, length);
}

/** Returns a change with very long lists of employees, table rows and items, and texts of maximum length. */
export function extremeContent(): ContentChange {
  return {
    texts: Object.fromEntries(
      SITE_TEXTS.map(({ type, maxLength }) => [
        type,
        maxLength !== undefined
          ? longText(maxLength)
          : `<p>${longText(900)}</p><ol><li><p>${longText(120)}</p></li><li><p>${longText(60)}</p></li></ol>`,
      ]),
    ),
    employees: many(200, (n) => ({
      name: n % 3 === 0 ? longText(200) : `Alexandria Featherstonehaugh-Montgomery ${n}`,
      title: n % 5 === 0 ? longText(200) : 'Assistant Grain Merchandising Coordinator',
      phoneNumber: n % 7 === 0 ? longText(100) : '660-555-0144 extension 12345',
      email: n % 4 === 0 ? `${'x'.repeat(150)}@example.com` : `employee-${n}@hickorybend.example.com`,
    })),
    priceTables: PRICE_TABLES.map(({ type }) => {
      const columns = [4, 2, 3, 12, 30][type] ?? 3;
      return {
        type,
        headers: many(columns, (n) => (n % 3 === 2 ? longText(100) : `Column ${n}`)),
        rows: many(type === 2 ? 200 : 30, (row) =>
          many(columns, (n) => (row % 10 === 3 ? longText(200) : n === 0 ? `Product ${row}` : '1,019.00')),
        ),
      };
    }),
    pioneer: PIONEER_CATEGORIES.map(({ category }) => ({
      category,
      description: longText(1000),
      items: many(category === 0 ? 100 : 3, (n) => `<p>${n} ${longText(300)}</p>`),
    })),
  };
}
