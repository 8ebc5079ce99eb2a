import cashBids from '#content/demo/cash-bids.json' with { type: 'json' };
import employees from '#content/demo/employees.json' with { type: 'json' };
import pioneer from '#content/demo/pioneer.json' with { type: 'json' };
import priceTables from '#content/demo/price-tables.json' with { type: 'json' };
import siteTexts from '#content/demo/site-texts.json' with { type: 'json' };
import type { PriceTableType } from '#contract/price-tables.ts';
import type { SiteTextType } from '#contract/site-text.ts';
import { saveBidList } from '#server/domains/cash-bids/save-bid-list.ts';
import type { Database } from '#server/platform/database/database.ts';
import { saveEmployees } from '#server/domains/employees/employees.ts';
import { addPioneerItems } from '#server/domains/pioneer/pioneer-items.ts';
import { savePriceTableContent } from '#server/domains/price-tables/price-tables.ts';
import { createChecksumStore, recordChecksums } from '#server/platform/files/checksums.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { seedImages } from '#server/domains/images/seed-images.ts';
import { saveSiteText } from '#server/domains/site-text/site-texts.ts';
import { createSettingStore } from '#server/platform/database/setting-store.ts';
import { contentStores } from '../domains.ts';

const DEMO = { origin: 'demo' } as const;

/** Seeds a new database. Runs once, in one transaction, even if two servers start together. */
export async function seedContent(
  database: Database,
  kind: 'demo' | 'none',
  now = new Date(),
  gallery?: { files: FileStore; folder: string },
): Promise<void> {
  // Write only once, so that a server also starts on a read-only database.
  if (await database.read((db) => createSettingStore(db).find('first-content'))) return;
  await database.write(async (db) => {
    const setting = createSettingStore(db);
    const stores = contentStores(db);
    if (await setting.find('first-content')) return;
    await setting.save('first-content', kind);
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
    if (!gallery) return;
    const files = recordChecksums(gallery.files, (checksum) => createChecksumStore(db).save([checksum]));
    await seedImages(stores, DEMO, { ...gallery, files });
  });
}
