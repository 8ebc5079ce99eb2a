import type { BidList } from '#contract/cash-bids.ts';
import type { Employees } from '#contract/employees.ts';
import { API } from '#contract/paths.ts';
import { toPriceTable, type PriceTableResponse } from '#contract/price-tables.ts';
import { fieldsIn, SETTING_FIELDS } from '#contract/setting-fields.ts';
import { SITE_SETTINGS } from '#contract/site-settings.ts';
import { SECTION_LINKS, SECTIONS } from './sections.tsx';
import { sectionOf } from './settings/setting-sections.ts';
import { received } from './shell/admin-api.ts';
import type { SectionLink } from './shell/section-list.tsx';

const MAX_FOUND = 20;

/** Price tables that are requested before their section is open. */
const TABLES: Readonly<Record<string, readonly number[]>> = { fuel: [1], fertilizer: [2, 3, 4] };

const FIELDS = SECTIONS.flatMap(({ id, fields = [] }) => fields.map((field) => ({ section: id, ...field })));

const SETTINGS = SITE_SETTINGS.filter((name) => SETTING_FIELDS[name].kind !== 'other').flatMap((name) => {
  const { label } = SETTING_FIELDS[name];
  const inner = Object.values(fieldsIn(SETTING_FIELDS[name])).map((each) => `${label}: ${each.label}`);
  return [label, ...inner].map((text) => ({ section: sectionOf(name), text, field: `setting-${name}` }));
});

/** What people also call sections and fields, by the id of a section or the name of a field. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  AnnouncementMessage: 'news notice alert',
  'operating-hours': 'times open closed',
  'image-uploading': 'pictures photos gallery',
  'employee-section': 'emails phones staff crew people',
  locations: 'branches elevators maps',
  documents: 'pdf files forms',
  'cash-bids': 'grain basis futures prices',
  'your-account': 'passwords usernames sign out',
  people: 'administrators users invite roles rights permissions',
  'setting-publicAddress': 'website domain url link',
  'setting-brand': 'pictures',
  'setting-descriptions': 'google search',
};

/** Finds sections, their fields, and rows whose names, or other words for them, have all words. */
export function findFields(query: string): SectionLink[] {
  const words = query.toLowerCase().split(/\s+/);
  const rows = SECTIONS.flatMap(({ id: section }) =>
    [...new Set(rowsIn(section))].map((row) => ({ section, text: row, row })),
  );
  return [...SECTION_LINKS, ...FIELDS, ...SETTINGS, ...rows]
    .filter((link) => words.every((word) => namesOf(link).includes(word)))
    .slice(0, MAX_FOUND);
}

const namesOf = ({ section, text, field, row }: SectionLink): string =>
  `${text} ${(row === undefined && OTHER_WORDS[field ?? section]) || ''}`.toLowerCase();

/** Returns the names of the rows in a section, which are on the page once it was open. */
function rowsIn(section: string): readonly string[] {
  const shown = [...document.querySelectorAll<HTMLElement>(`#${section} [data-row-toggle]`)];
  return shown.length > 0 ? shown.map(({ dataset }) => dataset['rowToggle'] ?? '') : receivedRows(section);
}

function receivedRows(section: string): readonly string[] {
  const employees = (received.get(API.employees) ?? []) as Employees;
  if (section === 'employee-section') return employees.map(({ name }) => name);
  const { bids = [] } = (received.get(API.bidList) ?? {}) as Partial<BidList>;
  if (section === 'cash-bids')
    return bids.map((bid) => [bid.location, bid.commodity, bid.delivery].filter(Boolean).join(', '));
  return (TABLES[section] ?? []).flatMap((type) => {
    const table = received.get(`${API.priceTable}/${type}`) as PriceTableResponse | undefined;
    return table ? toPriceTable(table).rows.map(([name = '']) => name) : [];
  });
}
