import { isDeepStrictEqual } from 'node:util';
import type { HistoryValue } from '#contract/history.ts';
import type { Site } from '#contract/site.ts';
import {
  SITE_SETTINGS,
  siteSettingSubject,
  type SettingValue,
  type SiteSetting,
} from '#contract/site-settings.ts';
import { cells, idOf, textOf, type ItemHistory, type Row } from '#server/records/history.ts';
import { capitalized, leavesOf, partInWords, partName, SETTING_NAMES } from '#shared/site-setting-names.ts';
import { seasonText, specialDaysText } from '#shared/special-days.ts';
import type { SiteSettingStores } from './site-setting-store.ts';
import { undoSiteSetting, type SettingContext } from './site-settings.ts';

export const siteSettingHistory: ItemHistory<SiteSettingStores, { settings: SettingContext }> = {
  subject: siteSettingSubject(''),
  kind: 'setting',
  names: Object.fromEntries(SITE_SETTINGS.map((name) => [siteSettingSubject(name), SETTING_NAMES[name]])),
  show: ({ value }: SettingValue, { entry, other }) =>
    present(idOf(entry.subject) as SiteSetting, value, (other as SettingValue | null)?.value),
  restore: (stores, author, { id: name, before, baseVersion, settings }) =>
    undoSiteSetting(stores, author, { name, before, baseVersion, ...settings }),
};

/** Presents a value; of an object, only the parts that the other value does not have. */
function present(name: SiteSetting, value: unknown, other: unknown): HistoryValue {
  if (name === 'season') return { type: 'text', text: seasonText(value as Site['season']) };
  if (name === 'specialDays') return { type: 'text', text: specialDaysText(value as Site['specialDays']) };
  if (name === 'navigation') return presentMenu(value as Site['navigation']);
  // Rows of brands would have whole lists in their cells.
  if (Array.isArray(value) && name !== 'seedBrands') return presentList(value as Row[]);
  if (typeof value !== 'object' || value === null) return { type: 'text', text: textOf(value) };
  const known = new Map(leavesOf(other).map((leaf) => [leaf.keys.join('/'), leaf.value]));
  return {
    type: 'fields',
    fields: leavesOf(value)
      .filter((leaf) => !isDeepStrictEqual(leaf.value, known.get(leaf.keys.join('/'))))
      .map((leaf) => ({ label: partInWords(name, leaf.keys), text: textOf(leaf.value) })),
  };
}

const presentMenu = (entries: Site['navigation']) =>
  cells(
    ['Entry', 'Link', 'Address'],
    entries.flatMap(({ label, to = '', links = [] }) => [
      [label, '', to],
      ...links.map((link) => [label, link.label, link.to]),
    ]),
  );

function presentList(items: readonly Row[]): HistoryValue {
  const keys = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const headers = keys.map(partName).map(capitalized);
  return cells(
    headers,
    items.map((item) => keys.map((key) => textOf(item[key]))),
  );
}
