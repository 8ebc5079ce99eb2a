import type { HistoryKind } from '#contract/history.ts';
import { siteSettingSubject } from '#contract/site-settings.ts';
import { SITE_TEXTS } from '#contract/site-text.ts';
import { apiTokenSubject } from '#server/domains/accounts/api-token-service.ts';
import { accountSubject } from '#server/domains/accounts/log-account.ts';
import { CASH_BIDS_SUBJECT, COMMODITIES_SUBJECT } from '#server/domains/cash-bids/cash-bids.ts';
import { FUTURES_SUBJECT } from '#server/domains/cash-bids/quotes-since.ts';
import { DOCUMENT_ORDER_SUBJECT, documentSubject } from '#server/domains/documents/change-document.ts';
import { EMPLOYEES_SUBJECT } from '#server/domains/employees/employees.ts';
import { imageOrderSubject } from '#server/domains/images/change-image.ts';
import { imageSubject } from '#server/domains/images/save-image.ts';
import { LOCATIONS_SUBJECT } from '#server/domains/locations/locations.ts';
import { OWN_PAGE_ORDER_SUBJECT, ownPageSubject } from '#server/domains/own-pages/own-pages.ts';
import { pioneerCategorySubject, pioneerItemSubject } from '#server/domains/pioneer/pioneer-items.ts';
import { priceTableSubject } from '#server/domains/price-tables/price-tables.ts';
import { RESTORE_SUBJECT } from '#server/platform/change-log/change-log-store.ts';
import { HISTORY_SUBJECT } from '#server/platform/change-log/checkpoint.ts';

/** Characters of a subject that tell its kind. Migration 0013 indexes them. */
const HEAD_LENGTH = 6;
export const headOf = (subject: string) => subject.slice(0, HEAD_LENGTH);

const SUBJECTS: Partial<Record<HistoryKind, readonly string[]>> = {
  text: SITE_TEXTS.map(({ subject }) => subject),
  table: [priceTableSubject('')],
  bid: [CASH_BIDS_SUBJECT],
  commodity: [COMMODITIES_SUBJECT],
  futures: [FUTURES_SUBJECT],
  employee: [EMPLOYEES_SUBJECT],
  location: [LOCATIONS_SUBJECT],
  pioneer: [pioneerItemSubject(''), pioneerCategorySubject('')],
  image: [imageSubject(''), imageOrderSubject('')],
  page: [ownPageSubject(''), OWN_PAGE_ORDER_SUBJECT],
  document: [documentSubject(''), DOCUMENT_ORDER_SUBJECT],
  setting: [siteSettingSubject('')],
  token: [apiTokenSubject('')],
  account: [accountSubject('')],
  site: [RESTORE_SUBJECT, HISTORY_SUBJECT],
};

const KINDS = new Map(
  Object.entries(SUBJECTS).flatMap(([kind, subjects]) =>
    subjects.map((subject) => [headOf(subject), kind as HistoryKind]),
  ),
);

export const KNOWN_HEADS: readonly string[] = [...KINDS.keys()];

export const kindOf = (subject: string): HistoryKind => KINDS.get(headOf(subject)) ?? 'other';

export const headsOf = (kind: HistoryKind): string[] =>
  KNOWN_HEADS.filter((head) => KINDS.get(head) === kind);
