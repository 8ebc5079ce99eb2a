import {
  BLOCK_KINDS,
  FRAME_HEIGHT,
  PAGE_LABELS,
  type BlockKind,
  type OwnPage,
  type OwnPageList,
  type PageBlock,
} from '#contract/own-pages.ts';
import { uniqueId } from '#contract/item-id.ts';
import { API } from '#contract/paths.ts';
import { adminApi, put } from '#app/editor/shell/admin-api.ts';
import { conflictKey, mergeShowing, REMOVED } from '#app/editor/field/merge-draft.ts';
import { savedBy } from '#app/editor/field/save-result.ts';
import { jsonForm } from '#app/editor/field/stored-form.ts';
import type { RowListRecord } from '#app/editor/lists/row-list.ts';
import type { Conflict } from '#shared/merge-lists.ts';
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

/** Path of the list of pages, which the id of a page follows. */
export const LIST_PATH = '/admin/pages';

export const PAGE_FORM = jsonForm<OwnPage>((json) => {
  const page = json as OwnPage;
  const texts: unknown[] = [page.id, page.address, page.title, page.description];
  const isPage =
    texts.every((text) => typeof text === 'string') &&
    page.blocks.every(({ id, kind }) => typeof id === 'string' && BLOCK_KINDS.includes(kind));
  return isPage ? page : undefined;
});

type Blank<Block> = Block extends PageBlock ? Omit<Block, 'id' | 'kind'> : never;

const BLANK_BLOCKS: { [Kind in BlockKind]: Blank<Extract<PageBlock, { kind: Kind }>> } = {
  heading: { level: 2, text: '' },
  text: { html: '' },
  picture: { imageId: '', caption: '' },
  gallery: { imageIds: [] },
  table: { caption: '', headers: ['', ''], rows: [['', '']] },
  people: { employeeIds: [] },
  documents: { documentIds: [] },
  phone: { message: '', phoneNumber: '' },
  frame: { title: '', address: '', height: FRAME_HEIGHT.first },
};

export const newBlock = (kind: BlockKind, id: string = uniqueId()) =>
  ({ id, kind, ...BLANK_BLOCKS[kind] }) as PageBlock;

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

/** Returns what happens to links of another page that had the address of a page, or '' if none had it. */
export function earlierAddressHint({ pages, earlier }: OwnPageList, { id, address }: OwnPage): string {
  const former = pages.find((page) => page.id === earlier[address] && page.id !== id);
  if (!former) return '';
  return `“${former.title}” had this address before. Links to /${address} will lead to this page instead.`;
}

/** Merges a draft into the page of someone else. */
export const mergePages = mergeShowing<OwnPage, Conflict<PageRow>>(
  ({ base, mine, theirs }, decide) => {
    const versions = { base: toPageRows(base), mine: toPageRows(mine), theirs: toPageRows(theirs) };
    return fromPageRows(mine.id, mergePageRows(versions, decide).rows) ?? mine;
  },
  ({ id, field, base, mine, theirs }) => {
    const row = mine ?? theirs ?? base;
    const label = field === undefined ? '' : PAGE_LABELS[field as keyof typeof PAGE_LABELS];
    const valueOf = (of: PageRow | undefined) => {
      if (!of) return REMOVED;
      return field === undefined ? blockName(of) : shown(field, of[field]);
    };
    return {
      key: conflictKey(id, field),
      name: [id === PAGE_ROW || !row ? 'Page' : blockName(row), label].filter(Boolean).join(', '),
      mine: valueOf(mine),
      theirs: valueOf(theirs),
    };
  },
);

function shown(field: string, value: PageRow[string] | undefined): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'html') return visibleText(String(value));
  if (field === 'headers') return (listIn(value) as string[]).join(', ');
  if (field === 'rows') return (listIn(value) as string[][]).map((row) => row.join(' | ')).join(' / ');
  if (field.endsWith('Ids')) return String((listIn(value) as string[]).length);
  return value === undefined ? '' : String(value);
}

export const saveOfPage = (page: OwnPage) => put(`${API.ownPages}/${page.id}`, page);

/** Describes the blocks of a page as a list of rows. */
export const pageList = (pageId: string): RowListRecord<OwnPage, PageBlock> => ({
  section: 'pages',
  field: `page-${pageId}`,
  subject: `own-page:${pageId}`,
  form: PAGE_FORM,
  merge: mergePages,
  rowsIn: ({ blocks }) => blocks,
  withRows: (page, blocks) => ({ ...page, blocks: [...blocks] }),
  isBlank: () => false,
  nameOf: blockName,
  inputId: (id) => `block-${id}`,
  load: () => adminApi.ownPage(pageId),
  ...savedBy(saveOfPage, (saved: OwnPage) => saved),
});
