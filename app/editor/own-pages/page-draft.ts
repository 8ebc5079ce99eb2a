import {
  BLOCK_KINDS,
  FRAME_HEIGHT,
  type BlockKind,
  type OwnPage,
  type PageBlock,
} from '#contract/own-pages.ts';
import { uniqueId } from '#contract/item-id.ts';
import type { VersionId } from '#contract/content-version.ts';
import { adminApi, type CallResult } from '#app/editor/frame/admin-api.ts';
import { moved } from '#app/editor/field/list-order.ts';
import { REMOVED, type MergeDraft, type ShownConflict } from '#app/editor/field/merge-draft.ts';
import { toSavedText, UNREADABLE_DRAFT, type SaveResult } from '#app/editor/field/save-result.ts';
import { blockName } from '#shared/block-names.ts';
import {
  fromPageRows,
  listIn,
  mergePageRows,
  PAGE_ROW,
  toPageRows,
  type PageRow,
} from '#shared/own-page-rows.ts';
import { visibleText } from '#shared/visible-text.ts';

/** Serializes a page with its fields in the order of the server. */
export function toText({ id, address, title, description, inMenu, hidden, blocks }: OwnPage): string {
  return JSON.stringify({ id, address, title, description, inMenu, hidden, blocks });
}

/** Parses a serialized page. Returns undefined for other text, such as a draft from an older release. */
export function toPage(text: string): OwnPage | undefined {
  try {
    const page = JSON.parse(text) as Partial<OwnPage> | null;
    const isPage =
      typeof page?.id === 'string' &&
      typeof page.address === 'string' &&
      typeof page.title === 'string' &&
      typeof page.description === 'string' &&
      Array.isArray(page.blocks) &&
      page.blocks.every(({ id, kind }) => typeof id === 'string' && BLOCK_KINDS.includes(kind));
    return isPage ? (page as OwnPage) : undefined;
  } catch {
    return undefined;
  }
}

/** Applies a step to a serialized page. Returns other text unchanged. */
export function applyStep(text: string, step: (page: OwnPage) => OwnPage): string {
  const page = toPage(text);
  return page ? toText(step(page)) : text;
}

export const withBlock =
  (changed: PageBlock) =>
  (page: OwnPage): OwnPage => ({
    ...page,
    blocks: page.blocks.map((block) => (block.id === changed.id ? changed : block)),
  });

export const withMovedBlock = (page: OwnPage, id: string, to: number): OwnPage => ({
  ...page,
  blocks: moved(page.blocks, (each) => each.id === id, to),
});

export function newBlock(kind: BlockKind, id: string = uniqueId()): PageBlock {
  switch (kind) {
    case 'heading':
      return { id, kind, level: 2, text: '' };
    case 'text':
      return { id, kind, html: '' };
    case 'picture':
      return { id, kind, imageId: '', caption: '' };
    case 'gallery':
      return { id, kind, imageIds: [] };
    case 'table':
      return { id, kind, caption: '', headers: ['', ''], rows: [['', '']] };
    case 'people':
      return { id, kind, employeeIds: [] };
    case 'documents':
      return { id, kind, documentIds: [] };
    case 'phone':
      return { id, kind, message: '', phoneNumber: '' };
    case 'frame':
      return { id, kind, title: '', address: '', height: FRAME_HEIGHT.first };
  }
}

export const newPage = (title: string, address: string): OwnPage => ({
  id: uniqueId(),
  address,
  title,
  description: '',
  inMenu: false,
  // Visitors see a page once it is ready.
  hidden: true,
  blocks: [],
});

/** Merges a serialized draft into the page of someone else. */
export const mergePages: MergeDraft = ({ draft, base, theirs }, choose = () => 'mine') => {
  const [before, mine, newer] = [base, draft, theirs].map(toPage);
  if (!before || !mine || !newer) return undefined;
  const conflicts: ShownConflict[] = [];
  const { rows } = mergePageRows(
    { base: toPageRows(before), mine: toPageRows(mine), theirs: toPageRows(newer) },
    (each) => {
      const { id, field } = each;
      const row = each.mine ?? each.theirs ?? each.base;
      const label = field === undefined ? '' : (FIELD_NAMES[field] ?? '');
      const valueOf = (of: PageRow | undefined) => {
        if (!of) return REMOVED;
        return field === undefined ? blockName(of) : shown(field, of[field]);
      };
      const conflict = {
        key: `${id} ${field}`,
        name: [id === PAGE_ROW || !row ? 'Page' : blockName(row), label].filter(Boolean).join(', '),
        mine: valueOf(each.mine),
        theirs: valueOf(each.theirs),
      };
      conflicts.push(conflict);
      return choose(conflict.key);
    },
  );
  const merged = fromPageRows(mine.id, rows);
  return merged && { merged: toText(merged), conflicts };
};

const FIELD_NAMES: Readonly<Record<string, string>> = {
  title: 'Title',
  address: 'Address',
  description: 'Description',
  inMenu: 'In the menu',
  hidden: 'Hidden',
  level: 'Size',
  text: 'Heading',
  html: 'Text',
  imageId: 'Image',
  imageIds: 'Images',
  caption: 'Caption',
  headers: 'Headers',
  rows: 'Rows',
  employeeIds: 'People',
  documentIds: 'Documents',
  message: 'Message',
  phoneNumber: 'Phone number',
  height: 'Height',
};

function shown(field: string, value: PageRow[string] | undefined): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'html') return visibleText(String(value));
  if (field === 'headers') return (listIn(value) as string[]).join(' | ');
  if (field === 'rows') return (listIn(value) as string[][]).map((row) => row.join(' | ')).join(' / ');
  if (field.endsWith('Ids')) return String((listIn(value) as string[]).length);
  return value === undefined ? '' : String(value);
}

export const loadPage = async (id: string): Promise<CallResult<string>> => {
  const result = await adminApi.ownPage(id);
  return result.outcome === 'done' ? { ...result, body: toText(result.body) } : result;
};

export async function submitPage(text: string, baseVersion: VersionId): Promise<SaveResult> {
  const page = toPage(text);
  if (!page) return UNREADABLE_DRAFT;
  return toSavedText(await adminApi.saveOwnPage(page, baseVersion), toText, {
    sent: text,
    merge: (texts) => mergePages(texts)?.merged,
  });
}
