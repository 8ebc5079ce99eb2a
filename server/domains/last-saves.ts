import type { LastSaves } from '#contract/last-saves.ts';
import { PRICE_TABLES } from '#contract/price-tables.ts';
import { SITE_TEXTS } from '#contract/site-text.ts';
import { createChangeLogStore } from '#server/platform/change-log/change-log-store.ts';
import type { Database } from '#server/platform/database/database.ts';
import { CASH_BIDS_SUBJECT, COMMODITIES_SUBJECT } from './cash-bids/cash-bids.ts';
import { DOCUMENT_ORDER_SUBJECT, documentSubject } from './documents/change-document.ts';
import { EMPLOYEES_SUBJECT } from './employees/employees.ts';
import { imageOrderSubject } from './images/change-image.ts';
import { imageSubject, type LoggedImage } from './images/save-image.ts';
import { LOCATIONS_SUBJECT } from './locations/locations.ts';
import { OWN_PAGE_ORDER_SUBJECT } from './own-pages/own-pages.ts';
import { pioneerCategorySubject, pioneerItemSubject } from './pioneer/pioneer-items.ts';
import type { StoredPioneerItem } from './pioneer/pioneer-store.ts';
import { priceTableSubject } from './price-tables/price-tables.ts';

export type LastSaveService = ReturnType<typeof createLastSaveService>;

export function createLastSaveService(database: Database) {
  return {
    /** Reads the newest change of each text, table, and list. */
    async list(): Promise<LastSaves> {
      const changes = await database.read((db) =>
        createChangeLogStore(db).listNewest({ valuesOf: LISTS.map(({ itemSubject }) => itemSubject) }),
      );
      const saves = new Map<string, LastSaves[string]>();
      for (const { version, subject, at, origin, author, before, after } of changes) {
        const list = LISTS.find(({ itemSubject }) => subject.startsWith(itemSubject));
        const editable = list ? list.subjectOf(after ?? before) : subject;
        if (origin !== 'demo' && editable !== undefined && isEditable(editable)) {
          saves.set(editable, { at, author, version });
        }
      }
      return Object.fromEntries(saves);
    },
  };
}

/** Lists whose items have their own subjects. */
const LISTS: readonly { itemSubject: string; subjectOf: (item: unknown) => string | undefined }[] = [
  {
    itemSubject: pioneerItemSubject(''),
    subjectOf(item) {
      const category = (item as StoredPioneerItem | null)?.category;
      return category === undefined ? undefined : pioneerCategorySubject(category);
    },
  },
  {
    itemSubject: imageSubject(''),
    subjectOf(item) {
      const type = (item as LoggedImage | null)?.type;
      // A purge of a deleted image is logged without its type.
      return type === undefined ? undefined : imageOrderSubject(type);
    },
  },
  { itemSubject: documentSubject(''), subjectOf: () => DOCUMENT_ORDER_SUBJECT },
];

const SUBJECTS: ReadonlySet<string> = new Set([
  ...SITE_TEXTS.map(({ subject }) => subject),
  ...PRICE_TABLES.map(({ type }) => priceTableSubject(type)),
  EMPLOYEES_SUBJECT,
  LOCATIONS_SUBJECT,
  CASH_BIDS_SUBJECT,
  COMMODITIES_SUBJECT,
  DOCUMENT_ORDER_SUBJECT,
  OWN_PAGE_ORDER_SUBJECT,
]);

const isEditable = (subject: string) =>
  SUBJECTS.has(subject) || /^(pioneer-category|image-order|setting|own-page):/.test(subject);
