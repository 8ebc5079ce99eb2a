import { fieldsIn, SETTING_FIELDS, type Field, type Fields } from '#contract/setting-fields.ts';
import type { SiteSetting } from '#contract/site-settings.ts';
import type { DraftStore } from '#app/editor/field/drafts.ts';
import {
  isObject,
  mapValues,
  textIn,
  toDraft,
  toValue,
  type Draft,
  type Row,
  type Values,
} from './setting-draft.ts';

const isText = (field: Field) => !['list', 'form', 'pageTexts'].includes(field.kind);

/** Serializes a draft. A draft of one text is that text. */
export const draftText = (name: SiteSetting, draft: Draft): string =>
  isText(SETTING_FIELDS[name]) ? textIn(draft) : JSON.stringify(draft);

/** Serializes a saved value as its draft. */
export const savedText = (name: SiteSetting, value: unknown): string =>
  draftText(name, toDraft(SETTING_FIELDS[name], value));

export const valueOfText = (name: SiteSetting, text: string): unknown =>
  toValue(SETTING_FIELDS[name], parseDraft(name, text));

/** Parses a draft, also of an earlier release. Throws SyntaxError if it is broken. */
export function parseDraft(name: SiteSetting, text: string): Draft {
  const field: Field = SETTING_FIELDS[name];
  if (isText(field)) return text;
  const stored = JSON.parse(text) as unknown;
  const draft = Array.isArray(stored) ? fromRows(stored) : fromPaths(name, stored);
  if (!isDraftOf(field, draft)) throw new SyntaxError(`Not a draft of ${name}.`);
  return draft;
}

function isDraftOf(field: Field, draft: unknown): boolean {
  const hasFields = (values: Record<string, unknown>) =>
    Object.entries(fieldsIn(field)).every(([name, each]) =>
      values[name] === undefined ? isText(each) || each.isOptional : isDraftOf(each, values[name]),
    );
  if (isText(field)) return typeof draft !== 'object';
  if (field.kind !== 'list') return isObject(draft) && hasFields(draft);
  return (
    Array.isArray(draft) &&
    draft.every((row) => isObject(row) && typeof row['key'] === 'string' && hasFields(row))
  );
}

/** Reads rows. Before, their keys were ids, and links of the menu followed their entry. */
function fromRows(stored: readonly unknown[]): Row[] {
  const rows: (Row & { links?: Row[] })[] = [];
  for (const row of stored) {
    if (!isObject(row)) throw new SyntaxError('Not a row.');
    const { id, isLink, ...values } = row;
    const read = (typeof row['key'] === 'string' ? row : { key: id, ...values }) as Row;
    const entry = rows.at(-1);
    if (isLink && entry) entry.links = [...(entry.links ?? []), read];
    else rows.push(read);
  }
  return rows;
}

/** Reads the values of a form. Before, names were paths such as light|accent, and a brand had a key. */
function fromPaths(name: SiteSetting, stored: unknown): Values {
  if (!isObject(stored)) throw new SyntaxError('Not a form.');
  const { key: _key, ...leaves } = stored;
  const values: Record<string, unknown> = {};
  for (const [path, leaf] of Object.entries(leaves)) {
    const names = path.split('|');
    const last = names.pop() ?? '';
    let parent = values;
    for (const each of names) parent = (parent[each] ??= {}) as typeof parent;
    parent[last] = leaf;
  }
  const fields: Fields = fieldsIn(SETTING_FIELDS[name]);
  const withRows = mapValues(values, (each, list) =>
    fields[list]?.kind === 'list' && isObject(each)
      ? Object.entries(each).map(([key, row]) => ({ key, ...(row as Values) }))
      : each,
  );
  return { ...withRows, ...EMPTY[name], ...withRows } as Values;
}

/** What forms of an earlier release left out if it was empty. */
const EMPTY: Partial<Record<SiteSetting, Values>> = {
  links: { exchanges: [] },
  colors: { light: {}, dark: {} },
};

/** Replaces a stored draft of an earlier release, whose base would otherwise differ from the saved text. */
export function upgradeDraft(drafts: DraftStore, key: string, name: SiteSetting): void {
  const stored = drafts.find(key);
  if (!stored) return;
  try {
    const upgrade = (text: string) => savedText(name, valueOfText(name, text));
    const base = upgrade(stored.base);
    if (base !== stored.base) drafts.save(key, { ...stored, text: upgrade(stored.text), base });
  } catch {
    // A broken draft is reported when it is saved.
  }
}
