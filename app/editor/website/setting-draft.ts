import type { Site } from '#contract/site.ts';
import type { SiteSetting } from '#contract/site-settings.ts';
import { partInWords } from '#shared/site-setting-names.ts';
import { parseBrands, toBrands, toBrandsText, toPioneer, toPioneerText } from './seed-draft.ts';

/** Texts and choices of a form, by the path of their value. */
export type FormDraft = Record<string, string | boolean>;

/** Joins the keys of a path. No key contains it. */
const SEPARATOR = '|';

export const keysOf = (path: string): string[] => path.split(SEPARATOR);
export const pathOf = (...keys: readonly string[]): string => keys.join(SEPARATOR);

const NUMBERS: ReadonlySet<string> = new Set(['lat', 'lon', 'oldAfterHours', 'category']);

/** Serializes a setting as its field edits it: a text, the rows of a list, or the leaves of an object. */
export function toText(name: SiteSetting, value: unknown): string {
  if (name === 'pioneer') return toPioneerText(value as Site['pioneer']);
  if (name === 'seedBrands') return toBrandsText(value as Site['seedBrands']);
  if (name === 'navigation') return JSON.stringify(toMenuRows(value as Site['navigation']));
  if (Array.isArray(value))
    return JSON.stringify(value.map((row: object, at) => ({ id: String(at), ...row })));
  return typeof value === 'object' && value !== null ? JSON.stringify(leavesOf(value)) : String(value);
}

/** Returns the setting that a text stands for. The server checks it. Throws SyntaxError for a broken draft. */
export function toValue(name: SiteSetting, text: string): unknown {
  switch (name) {
    case 'name':
    case 'shortName':
    case 'timeZone':
    case 'language':
    case 'logo':
    case 'shareImage':
    case 'setup':
      return text;
    case 'location':
    case 'parts':
    case 'brand':
    case 'titles':
    case 'descriptions':
    case 'cashBids':
    case 'pastPrices':
    case 'fertilizer':
    case 'fuel':
    case 'film':
      return fromLeaves(JSON.parse(text) as FormDraft);
    case 'pioneer':
      return toPioneer(text);
    case 'seedBrands':
      return toBrands(text);
    case 'links':
      return toLinks(JSON.parse(text) as FormDraft);
    case 'copyrightYear':
      return toNumber(text);
    case 'navigation':
      return toMenu(JSON.parse(text) as Row[]);
    case 'services':
    case 'offers':
      return (JSON.parse(text) as Row[]).map(({ id: _id, ...row }) => row);
    case 'colors':
      return { light: {}, dark: {}, ...(fromLeaves(JSON.parse(text) as FormDraft) as object) };
  }
}

/** Returns the links with a list of exchanges even if it is empty. An exchange without a logo has no `mark`. */
function toLinks(leaves: FormDraft): object {
  const filled = Object.entries(leaves).filter(
    ([path, leaf]) => !path.endsWith(pathOf('', 'mark')) || leaf !== '',
  );
  return { exchanges: [], ...(fromLeaves(Object.fromEntries(filled)) as object) };
}

/** Leaves an unreadable number as it is typed, for the server's message. */
const toNumber = (text: string): unknown => {
  const typed = text.trim();
  return typed === '' || Number.isNaN(Number(typed)) ? typed : Number(typed);
};

function leavesOf(value: object, keys: readonly string[] = []): FormDraft {
  const leaves: FormDraft = {};
  for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
    const path = [...keys, key];
    if (typeof inner === 'object' && inner !== null) Object.assign(leaves, leavesOf(inner, path));
    else leaves[pathOf(...path)] = typeof inner === 'boolean' ? inner : String(inner);
  }
  return leaves;
}

function fromLeaves(leaves: FormDraft): unknown {
  const value: Record<string, unknown> = {};
  for (const [path, leaf] of Object.entries(leaves)) {
    const keys = keysOf(path);
    const last = keys.pop() ?? '';
    let parent = value;
    for (const key of keys) parent = (parent[key] ??= {}) as Record<string, unknown>;
    parent[last] = NUMBERS.has(last) && typeof leaf === 'string' ? toNumber(leaf) : leaf;
  }
  return withLists(value);
}

/** Turns objects whose keys are indexes into lists. */
function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

export function parseForm(text: string): FormDraft | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as FormDraft)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Row of a list, with its texts. Its id only keeps the row apart from others while it is edited. In the menu, `isLink`
 * marks a link under the entry before it.
 */
export type Row = { id: string; isLink?: boolean; [column: string]: string | boolean | undefined };

export const textIn = (row: Row, column: string): string => {
  const text = row[column];
  return typeof text === 'string' ? text : '';
};

export function parseRows(text: string): Row[] | undefined {
  try {
    const rows = JSON.parse(text) as unknown;
    return Array.isArray(rows) && rows.every((row: unknown) => typeof (row as Row | null)?.id === 'string')
      ? (rows as Row[])
      : undefined;
  } catch {
    return undefined;
  }
}

const toMenuRows = (entries: Site['navigation']): Row[] =>
  entries
    .flatMap(({ label, to = '', links = [] }) => [
      { label, to, isLink: false },
      ...links.map((link) => ({ ...link, isLink: true })),
    ])
    .map((row, at) => ({ id: String(at), ...row }));

type Entry = { label: string; to?: string; links?: { label: string; to: string }[] };

function toMenu(rows: readonly Row[]): Entry[] {
  const entries: Entry[] = [];
  for (const row of rows) {
    const [label, to] = [textIn(row, 'label'), textIn(row, 'to').trim()];
    const parent = entries.at(-1);
    if (row.isLink && parent) parent.links = [...(parent.links ?? []), { label, to }];
    else entries.push({ label, ...(to !== '' && { to }) });
  }
  return entries;
}

/** Returns the number of rows that move or are removed together: an entry of the menu and its links. */
export function blockLength(rows: readonly { isLink?: boolean }[], at: number): number {
  if (rows[at]?.isLink) return 1;
  const next = rows.findIndex((row, index) => index > at && !row.isLink);
  return rows.some(({ isLink }) => isLink) ? (next === -1 ? rows.length : next) - at : 1;
}

/** Moves a row past the one before or after it; an entry of the menu with its links, and a link within its entry. */
export function moveRow<Each extends { isLink?: boolean }>(
  rows: readonly Each[],
  at: number,
  by: -1 | 1,
): Each[] {
  if (!canMove(rows, at, by)) return [...rows];
  const block = rows.slice(at, at + blockLength(rows, at));
  const others = rows.toSpliced(at, block.length);
  if (by === 1) return others.toSpliced(at + blockLength(others, at), 0, ...block);
  let to = at - 1;
  if (!rows[at]?.isLink) while (to > 0 && others[to]?.isLink) to -= 1;
  return others.toSpliced(to, 0, ...block);
}

/** Moves a row step by step, to a position or as far as it can. */
export function moveTo<Each extends { id: string; isLink?: boolean }>(
  rows: readonly Each[],
  at: number,
  to: number,
): Each[] {
  const by = to > at ? 1 : -1;
  const id = rows[at]?.id;
  let [moved, position] = [[...rows], at];
  while ((to - position) * by > 0 && canMove(moved, position, by)) {
    moved = moveRow(moved, position, by);
    position = moved.findIndex((row) => row.id === id);
  }
  return moved;
}

export function canMove(rows: readonly { isLink?: boolean }[], at: number, by: -1 | 1): boolean {
  if (by === -1) return at > 0 && (!rows[at]?.isLink || rows[at - 1]?.isLink === true);
  const next = rows[at + blockLength(rows, at)];
  return next !== undefined && (!rows[at]?.isLink || next.isLink === true);
}

/** Returns the parts of a setting in words, one per line, to show someone else's version. */
export function linesOf(name: SiteSetting, text: string): string[] {
  if (name === 'pioneer' || name === 'seedBrands') return linesOfBrands(name, text);
  const rows = parseRows(text);
  if (rows) {
    return rows.map(({ id: _id, ...row }) =>
      Object.values(row)
        .filter((each) => typeof each === 'string' && each !== '')
        .join(': '),
    );
  }
  const form = parseForm(text);
  if (!form) return text === '' ? [] : [text];
  return linesOfLeaves(name, form);
}

function linesOfBrands(name: 'pioneer' | 'seedBrands', text: string): string[] {
  if (!parseBrands(text)) return [text];
  return linesOfLeaves(name, leavesOf(name === 'pioneer' ? toPioneer(text) : toBrands(text)));
}

const linesOfLeaves = (name: SiteSetting, leaves: FormDraft): string[] =>
  Object.entries(leaves).map(
    ([path, leaf]) =>
      `${partInWords(name, keysOf(path))}: ${typeof leaf === 'boolean' ? (leaf ? 'Yes' : 'No') : leaf}`,
  );
