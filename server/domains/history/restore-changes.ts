import type { Commodity } from '#contract/cash-bids.ts';
import type { PriceTableType } from '#contract/price-tables.ts';
import type { SettingValue } from '#contract/site-settings.ts';
import { SITE_TEXTS } from '#contract/site-text.ts';
import { CASH_BIDS_SUBJECT, COMMODITIES_SUBJECT } from '#server/domains/cash-bids/cash-bids.ts';
import { undoCashBids } from '#server/domains/cash-bids/undo-cash-bids.ts';
import {
  DOCUMENT_ORDER_SUBJECT,
  documentSubject,
  orderDocuments,
  undoDocument,
  type LoggedDocument,
} from '#server/domains/documents/change-document.ts';
import { undoEmployees } from '#server/domains/employees/employees.ts';
import {
  imageOrderSubject,
  orderImages,
  undoImage,
  type UndeleteTime,
} from '#server/domains/images/change-image.ts';
import { imageSubject, type LoggedImage } from '#server/domains/images/save-image.ts';
import { undoLocations } from '#server/domains/locations/locations.ts';
import { OWN_PAGE_ORDER_SUBJECT, orderOwnPages, undoOwnPage } from '#server/domains/own-pages/own-pages.ts';
import {
  pioneerItemSubject,
  undoPioneerDescription,
  undoPioneerItem,
} from '#server/domains/pioneer/pioneer-items.ts';
import { undoPriceTable } from '#server/domains/price-tables/price-tables.ts';
import { undoSiteSetting, type SettingContext } from '#server/domains/site-settings/site-settings.ts';
import { saveSiteText } from '#server/domains/site-text/site-texts.ts';
import type { Author, BaseVersion } from '#server/platform/change-log/change-log-store.ts';
import type { ContentStores } from '../domains.ts';
import { relinkBids } from '../follow-locations.ts';
import { kindOf } from './history-kinds.ts';
import { idOf, type ParsedEntry } from './present-entry.ts';

type Options = {
  baseVersion: BaseVersion | undefined;
  builtIn: (category: number) => string;
  settings: SettingContext;
} & UndeleteTime;

/**
 * Gives the items of entries, newest first, their values before them, in the caller's transaction. Of a row, an image, a
 * document, or a Pioneer item, only the fields that the entries have changed. Throws like the items' own saves.
 */
export async function restoreChanges(
  stores: ContentStores,
  author: Author,
  { entries, ...options }: Options & { entries: readonly ParsedEntry[] },
): Promise<void> {
  const bySubject = Map.groupBy(entries, ({ subject }) => subject);
  const bids = bySubject.get(CASH_BIDS_SUBJECT) ?? [];
  const commodities = bySubject.get(COMMODITIES_SUBJECT)?.at(-1)?.before as Commodity[] | undefined;
  if (bids.length > 0 || commodities) {
    // Together, because bids need their commodities.
    await undoCashBids(stores, author, { steps: bids, commodities, ...options }, options.now);
  }
  for (const [subject, steps] of bySubject) {
    if (subject !== CASH_BIDS_SUBJECT && subject !== COMMODITIES_SUBJECT) {
      await restoreSubject(stores, author, { subject, steps, ...options });
    }
  }
}

async function restoreSubject(
  stores: ContentStores,
  author: Author,
  {
    subject,
    steps,
    baseVersion,
    builtIn,
    settings,
    ...time
  }: Options & { subject: string; steps: readonly ParsedEntry[] },
): Promise<void> {
  const [newest, oldest] = [steps[0], steps.at(-1)];
  if (!newest || !oldest) return;
  const { before } = oldest;
  const { after } = newest;
  const id = idOf(subject);
  switch (kindOf(subject)) {
    case 'text': {
      const text = SITE_TEXTS.find((each) => each.subject === subject);
      const message = (before ?? '') as string;
      if (text) await saveSiteText(stores, author, { configType: text.type, message, baseVersion });
      return;
    }
    case 'table': {
      const { version } = oldest;
      await undoPriceTable(stores, author, { type: Number(id) as PriceTableType, version, baseVersion });
      return;
    }
    case 'employee':
      await undoEmployees(stores, author, { steps, baseVersion });
      return;
    case 'location':
      await undoLocations(stores, author, { steps, baseVersion });
      await relinkBids(stores, author);
      return;
    case 'pioneer': {
      if (!subject.startsWith(pioneerItemSubject(''))) {
        await undoPioneerDescription(stores, author, {
          category: Number(id),
          text: (before ?? '') as string,
          baseVersion,
        });
        return;
      }
      type Item = Parameters<typeof undoPioneerItem>[2]['before'];
      await undoPioneerItem(stores, author, {
        id,
        before: before as Item,
        after: after as Item,
        baseVersion,
        builtIn,
      });
      return;
    }
    case 'image':
      if (subject.startsWith(imageSubject(''))) {
        const [old, next] = [before, after] as (LoggedImage | null)[];
        await undoImage(stores, author, { id, before: old ?? null, after: next ?? null, baseVersion }, time);
      } else if (subject.startsWith(imageOrderSubject(''))) {
        const imageIds = before as string[];
        await orderImages(stores, author, { imageType: Number(id), imageIds, baseVersion });
      }
      return;
    case 'page':
      if (subject === OWN_PAGE_ORDER_SUBJECT)
        await orderOwnPages(stores, author, { ids: before as string[], baseVersion });
      else await undoOwnPage(stores, author, { id, steps, baseVersion });
      return;
    case 'document':
      if (subject.startsWith(documentSubject(''))) {
        const [old, next] = [before, after] as (LoggedDocument | null)[];
        const change = { id, before: old ?? null, after: next ?? null, baseVersion };
        await undoDocument(stores, author, change, time);
      } else if (subject === DOCUMENT_ORDER_SUBJECT) {
        await orderDocuments(stores, author, { ids: before as string[], baseVersion });
      }
      return;
    case 'setting':
      await undoSiteSetting(stores, author, {
        name: id,
        before: before as SettingValue,
        ...settings,
        baseVersion,
      });
      return;
    case 'bid':
    case 'commodity':
    case 'futures':
    case 'token':
    case 'account':
    case 'site':
    case 'other':
  }
}
