import { isDeepStrictEqual } from 'node:util';
import { HISTORY_ROWS_SHOWN, type HistoryValue } from '#contract/history.ts';
import type { Site } from '#contract/site.ts';
import { isSiteSetting, type SettingValue, type SiteSetting } from '#contract/site-settings.ts';
import { partInWords, partName } from '#shared/site-setting-names.ts';

/** Presents the values of a setting before and after a change; of an object, only the parts that differ. */
export function presentSetting(
  name: string,
  before: SettingValue,
  after: SettingValue,
): [HistoryValue | null, HistoryValue | null] {
  if (!isSiteSetting(name)) return [null, null];
  const [old, next] = [leavesOf(before.value), leavesOf(after.value)];
  return [present(name, before.value, next), present(name, after.value, old)];
}

type Leaf = { keys: readonly string[]; value: unknown };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function leavesOf(value: unknown, keys: readonly string[] = []): Leaf[] {
  if (!isObject(value)) return [{ keys, value }];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...keys, key]));
}

function present(name: SiteSetting, value: unknown, other: readonly Leaf[]): HistoryValue {
  if (name === 'navigation') return presentMenu(value as Site['navigation']);
  // Rows of brands would have whole lists in their cells.
  if (Array.isArray(value) && name !== 'seedBrands') return cells(value as Record<string, unknown>[]);
  if (!isObject(value)) return { type: 'text', text: textOf(value) };
  const known = new Map(other.map((leaf) => [leaf.keys.join('/'), leaf.value]));
  return {
    type: 'fields',
    fields: leavesOf(value)
      .filter((leaf) => !isDeepStrictEqual(leaf.value, known.get(leaf.keys.join('/'))))
      .map((leaf) => ({ label: partInWords(name, leaf.keys), text: textOf(leaf.value) })),
  };
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const presentMenu = (entries: Site['navigation']): HistoryValue =>
  rowsOf(
    ['Entry', 'Link', 'Address'],
    entries.flatMap(({ label, to = '', links = [] }) => [
      [label, '', to],
      ...links.map((link) => [label, link.label, link.to]),
    ]),
  );

function cells(items: readonly Record<string, unknown>[]): HistoryValue {
  const keys = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const headers = keys.map((key) => capitalized(partName(key)));
  return rowsOf(
    headers,
    items.map((item) => keys.map((key) => (key in item ? textOf(item[key]) : ''))),
  );
}

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

const rowsOf = (headers: string[], rows: string[][]): HistoryValue => ({
  type: 'cells',
  firstRow: 1,
  headers,
  rows: rows.slice(0, HISTORY_ROWS_SHOWN),
  moreRows: Math.max(0, rows.length - HISTORY_ROWS_SHOWN),
});
