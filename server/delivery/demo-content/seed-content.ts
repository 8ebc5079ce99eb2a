import cashBids from '#content/demo/cash-bids.json' with { type: 'json' };
import employees from '#content/demo/employees.json' with { type: 'json' };
import pioneer from '#content/demo/pioneer.json' with { type: 'json' };
import priceTables from '#content/demo/price-tables.json' with { type: 'json' };
import siteTexts from '#content/demo/site-texts.json' with { type: 'json' };
import type { PriceTableType } from '#contract/price-tables.ts';
import type { SiteTextType } from '#contract/site-text.ts';
import { saveBidList } from '../../domains/cash-bids/cash-bids.ts';
import type { Database } from '../../platform/database/database.ts';
import { saveEmployees } from '../../domains/employees/employees.ts';
import { addPioneerItems } from '../../domains/pioneer/pioneer-items.ts';
import { savePriceTableContent } from '../../domains/price-tables/price-tables.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { seedImages } from '../../domains/images/seed-images.ts';
import { saveSiteText } from '../../domains/site-text/site-texts.ts';
import { createStores } from '../../../tests/support/stores.ts';

const DEMO = { origin: 'demo' } as const;

/** Seeds a new database. Runs once, in one transaction, even if two servers start together. */
export async function seedContent(
  database: Database,
  kind: 'demo' | 'none',
  now = new Date(),
  gallery?: { files: FileStore; folder: string },
): Promise<void> {
  await database.write(async (db) => {
    const stores = createStores(db);
    if (await stores.setting.find('first-content')) return;
    await stores.setting.save('first-content', kind);
    if (kind === 'none') return;
    for (const [type, content] of Object.entries(siteTexts)) {
      await saveSiteText(stores, DEMO, { configType: type as SiteTextType, message: content });
    }
    await saveEmployees(stores, DEMO, { employees });
    for (const { type, ...table } of priceTables) {
      await savePriceTableContent(stores, DEMO, { type: type as PriceTableType, table });
    }
    for (const { category, description, items } of pioneer) {
      await addPioneerItems(stores, DEMO, {
        items: items.map((item) => ({
          pioneerCategory: category,
          description: item,
          categoryDescription: description,
        })),
        builtIn: () => '',
      });
    }
    await saveBidList(stores, DEMO, { bids: cashBids }, now);
    if (gallery) await seedImages(stores, DEMO, gallery);
  });
}
