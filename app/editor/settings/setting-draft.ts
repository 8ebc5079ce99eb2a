import { uniqueId } from '#contract/item-id.ts';
import { addressOf } from '#contract/own-pages.ts';
import { CROP_ID_MAX_LENGTH } from '#contract/seed-brands.ts';
import { fieldsIn, SETTING_FIELDS, type Field, type Fields } from '#contract/setting-fields.ts';
import type { SiteSetting } from '#contract/site-settings.ts';
import { leavesOf, partInWords } from '#shared/site-setting-names.ts';
import { withScheme } from '#shared/web-address.ts';
import { jsonForm, TEXT_FORM, type StoredForm } from '#app/editor/field/stored-form.ts';
import type { Drawings } from './drawings.ts';

/** A value of a setting as its form edits it: numbers are texts as they are typed, and rows have keys. */
export type Draft = string | number | boolean | undefined | Values | readonly Row[];
export type Values = { readonly [name: string]: Draft };
/** Row of a list. Its key only keeps it apart from others while it is edited. A removed row stays until the save. */
export type Row = Values & { readonly key: string; readonly isRemoved?: true };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const valuesIn = (draft: Draft): Values => (isObject(draft) ? draft : {});
export const rowsIn = (draft: Draft): readonly Row[] => (Array.isArray(draft) ? (draft as Row[]) : []);
export const keptIn = (rows: readonly Row[]) => rows.filter(({ isRemoved }) => !isRemoved);
export const textIn = (draft: Draft): string =>
  typeof draft === 'string' || typeof draft === 'number' ? String(draft) : '';

export const mapValues = <Value, Result>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));

/** Returns the draft of a value of the site file. */
export function toDraft(field: Field | undefined, value: unknown): Draft {
  const draftsIn = (values: Record<string, unknown>) =>
    mapValues(values, (each, name) => toDraft(fieldsIn(field)[name], each));
  if (Array.isArray(value)) return value.map((row, at) => ({ key: String(at), ...draftsIn(row) }));
  if (isObject(value)) return draftsIn(value);
  return field?.kind === 'number' ? String(value) : (value as Draft);
}

/** Returns the value of a draft for the site file. The server checks it. */
export function toValue(field: Field | undefined, draft: Draft): unknown {
  const fields = fieldsIn(field);
  const valueOf = (values: Values) => {
    const entries = Object.entries(values).map(
      ([name, each]) => [name, toValue(fields[name], each)] as const,
    );
    const inner = field?.kind === 'pageTexts' ? ({ isOptional: true } as const) : undefined;
    return Object.fromEntries(entries.filter(([name, each]) => !isLeftOut(fields[name] ?? inner, each)));
  };
  if (Array.isArray(draft))
    return withIds(fields, keptIn(draft)).map(({ key: _key, ...row }) => valueOf(row));
  if (isObject(draft)) return valueOf(draft);
  if (field?.kind === 'number') return toNumber(textIn(draft));
  if (field?.kind !== 'address') return draft;
  const typed = withScheme(textIn(draft).trim());
  // Browsers copy addresses with a slash at the end.
  return field.isOrigin ? typed.replace(/\/+$/, '') : typed;
}

const isText = ({ kind }: Field) => !['list', 'form', 'pageTexts'].includes(kind);

/** Returns how drafts of a field are stored. A draft of one text is that text. */
export const storedFormOf = (field: Field): StoredForm<Draft> =>
  isText(field) && field.kind !== 'switch'
    ? (TEXT_FORM as StoredForm<Draft>)
    : jsonForm<Draft>((json) => {
        const draft = isDraftOf(field, json) ? json : readEarlierDraft(field, json);
        return isDraftOf(field, draft) ? (draft as Draft) : undefined;
      });

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

/**
 * Reads a draft that an earlier release may have stored. Its rows had ids in place of keys, links of the menu followed
 * their entry, the names of values in forms were paths such as light|accent, and empty parts were left out.
 */
const readEarlierDraft = (field: Field, stored: unknown): unknown =>
  Array.isArray(stored) ? fromRows(stored) : isObject(stored) ? fromPaths(field, stored) : stored;

function fromRows(stored: readonly unknown[]): unknown[] {
  const rows: Record<string, unknown>[] = [];
  for (const row of stored) {
    if (!isObject(row) || typeof row['key'] === 'string') {
      rows.push(row as Row);
      continue;
    }
    const { id: key, isLink, ...values } = row;
    const entry = rows.at(-1);
    if (isLink && entry)
      entry['links'] = [...((entry['links'] as Row[] | undefined) ?? []), { key, ...values }];
    else rows.push({ key, ...values });
  }
  return rows;
}

function fromPaths(field: Field, { key: _key, ...leaves }: Record<string, unknown>): Values {
  const values: Record<string, unknown> = {};
  for (const [path, leaf] of Object.entries(leaves)) {
    const names = path.split('|');
    const last = names.pop() ?? '';
    let parent = values;
    for (const each of names) parent = (parent[each] ??= {}) as typeof parent;
    parent[last] = leaf;
  }
  const fields = fieldsIn(field);
  const isWhole = Object.keys(fields).every(
    (name) => name in values || fields[name]?.isOptional || !isText(fields[name]!),
  );
  return mapValues(fields, (each, name) => {
    const value = values[name] ?? (isText(each) || !isWhole ? undefined : each.kind === 'list' ? [] : {});
    return each.kind === 'list' && isObject(value)
      ? Object.entries(value).map(([key, row]) => ({ key, ...(row as Values) }))
      : value;
  }) as Values;
}

const isLeftOut = (field: Pick<Field, 'isOptional'> | undefined, value: unknown) =>
  value === undefined ||
  (field?.isOptional === true && (value === '' || (Array.isArray(value) && value.length === 0)));

/** Leaves an unreadable number as it is typed, for the server's message. */
const toNumber = (text: string): unknown => {
  const typed = text.trim();
  return typed === '' || Number.isNaN(Number(typed)) ? typed : Number(typed);
};

/** Names new rows for the address of their page. Those of earlier rows stay, because other websites link to them. */
function withIds(fields: Fields, rows: readonly Row[]): readonly Row[] {
  const [naming = ''] = Object.keys(fields);
  const idName = Object.keys(fields).find((name) => fields[name]?.kind === 'id');
  if (idName === undefined) return rows;
  const taken = new Set(rows.map((row) => textIn(row[idName])));
  return rows.map((row) => {
    if (textIn(row[idName]) !== '') return row;
    const id = freeId(addressOf(textIn(row[naming])) || 'crop', taken);
    taken.add(id);
    return { ...row, [idName]: id };
  });
}

function freeId(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? '' : `-${count}`;
    const id = name.slice(0, CROP_ID_MAX_LENGTH - end.length).replace(/-+$/, '') + end;
    if (!taken.has(id)) return id;
  }
}

/** Returns a new row for a list, with a blank or the first possible value in each field. */
export function newRow(
  fields: Fields,
  { rows, drawings }: { rows: readonly Row[]; drawings: Drawings },
): Row {
  const values = mapValues(fields, (field, name): Draft => {
    if (field.kind === 'drawing') return drawings[field.of][0] ?? '';
    if (field.kind === 'list') return [];
    if (field.kind === 'switch') return false;
    if (field.kind === 'image') return undefined;
    if (field.kind !== 'freeNumber') return '';
    return [...rows, undefined].findIndex((_, number) => rows.every((row) => row[name] !== number));
  });
  return { ...values, key: uniqueId() };
}

/** Returns the parts of a setting in words, one per line, to show someone else's version. */
export function linesOf(name: SiteSetting, value: unknown): string[] {
  const fields = Object.values(fieldsIn(SETTING_FIELDS[name]));
  // Rows of brands would have whole lists in their lines.
  const areRowsShort = fields.filter(({ kind }) => kind === 'list').length < 2;
  if (Array.isArray(value) && areRowsShort) return value.flatMap(linesOfRow);
  return leavesOf(value).flatMap(({ keys, value: leaf }) => {
    const text = typeof leaf === 'boolean' ? (leaf ? 'Yes' : 'No') : String(leaf);
    return keys.length > 0 ? `${partInWords(name, keys)}: ${text}` : text || [];
  });
}

function linesOfRow(row: object): string[] {
  const values = Object.values(row) as unknown[];
  const texts = values.filter((each) => typeof each === 'string' && each !== '');
  return [texts.join(': '), ...values.filter(Array.isArray).flat().flatMap(linesOfRow)];
}
