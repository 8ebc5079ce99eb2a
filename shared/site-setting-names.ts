import { fieldsIn, SETTING_FIELDS, type Field } from '#contract/setting-fields.ts';
import { SITE_SETTINGS, type SiteSetting } from '#contract/site-settings.ts';

/** What people call the settings. */
export const SETTING_NAMES = Object.fromEntries(
  SITE_SETTINGS.map((name) => [name, SETTING_FIELDS[name].label]),
) as Readonly<Record<SiteSetting, string>>;

function partNamesIn(field: Field): [key: string, name: string][] {
  return Object.entries(fieldsIn(field)).flatMap(([key, inner]) => [
    [key, inner.label],
    ...partNamesIn(inner),
  ]);
}

/** What people call the parts of settings. A key has the same name in all of them. */
const PART_NAMES: ReadonlyMap<string, string> = new Map(Object.values(SETTING_FIELDS).flatMap(partNamesIn));

export const partName = (key: string): string => PART_NAMES.get(key) ?? key;

/** Names a value inside a setting, such as "Menu, entry 2, link 1, address". */
export const pathInWords = ([setting, ...keys]: readonly [SiteSetting, ...string[]]): string =>
  [SETTING_NAMES[setting], ...wordsOf(SETTING_FIELDS[setting], keys)].join(', ');

/** Names a value inside a setting without the setting, such as "Entry 2, link 1, address". */
export const partInWords = (setting: SiteSetting, keys: readonly string[]): string =>
  capitalized(wordsOf(SETTING_FIELDS[setting], keys).join(', '));

export const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Returns the single values in a value, each with the keys that lead to it. */
export function leavesOf(
  value: unknown,
  keys: readonly string[] = [],
): { keys: readonly string[]; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ keys, value }];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...keys, key]));
}

const isIndex = (key: string | undefined) => key !== undefined && /^\d+$/.test(key);

function wordsOf(field: Field | undefined, [key, ...keys]: readonly string[]): string[] {
  if (key === undefined) return [];
  if (isIndex(key)) {
    const noun = field && 'noun' in field ? field.noun : 'item';
    return [`${noun} ${Number(key) + 1}`, ...wordsOf(field, keys)];
  }
  const inner = fieldsIn(field)[key];
  // The list before an item goes without saying.
  return [...(isIndex(keys[0]) ? [] : [inner?.label ?? key]), ...wordsOf(inner, keys)];
}
