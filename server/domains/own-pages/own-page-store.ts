import { sql } from 'kysely';
import { BLOCK_KINDS, type OwnPage, type PageBlock } from '#contract/own-pages.ts';
import { undoStep } from '#server/records/change-log/list-steps.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import type { ReadRow, RowReader } from '#server/records/content/part-reader.ts';
import { byPlace, completeRow, createRowStore, type Columns } from '#server/records/row-store.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { DomainError } from '#server/platform/errors.ts';
import { fromPageRows, type PageRow } from '#shared/own-page-rows.ts';
import { createRedirectStore } from '#server/platform/database/redirect-store.ts';
import { checkRow, parseStored } from '#server/platform/database/stored-values.ts';

/** Page with its position. One that cannot be read has no blocks, and only those fields that can be read. */
export type StoredOwnPage = OwnPage & { position: number; isUnreadable?: true };

/**
 * The changes of a page are those of its rows (`toPageRows`). An addition or removal of the page is one change with all
 * rows, and a removal also has its position.
 */
export const ownPageSubject = (id: string) => `own-page:${id}`;

/** Creates the stores that the rules for pages need. */
export const ownPageStores = (db: DatabaseHandle) => ({
  ownPages: createOwnPageStore(db),
  redirects: createRedirectStore(db),
  changeLog: createChangeLogStore(db),
});
export type OwnPageStores = ReturnType<typeof ownPageStores>;

/** Page as a row: flags are 0 or 1, and the blocks are JSON. */
type PageColumns = Omit<StoredOwnPage, 'inMenu' | 'hidden' | 'blocks' | 'isUnreadable'> & {
  inMenu: number;
  hidden: number;
  blocks: string;
};

const COLUMNS: Columns<PageColumns> = {
  id: 'text',
  position: 'number',
  address: 'text',
  title: 'text',
  description: 'text',
  inMenu: [0, 1],
  hidden: [0, 1],
  blocks: 'text',
};

function createOwnPageStore(db: DatabaseHandle) {
  const rows = createRowStore(db, { table: 'own_page', columns: COLUMNS, check: toPage });
  return {
    /** Returns all pages in their order. */
    list: async (read?: ReadRow): Promise<StoredOwnPage[]> =>
      (await rows.list(read)).map(toPage).sort(byPlace),

    find: async (id: string): Promise<StoredOwnPage | undefined> =>
      (await rows.listStored([id])).map(toAnyPage)[0],

    listUnreadable: async (): Promise<StoredOwnPage[]> =>
      (await rows.listStored()).map(toAnyPage).filter(({ isUnreadable }) => isUnreadable),

    /** Takes the address from an unreadable page. No page can have the one with a space. */
    releaseAddress: async (address: string, id: string): Promise<void> =>
      void (await db
        .updateTable('own_page')
        .set({ address: sql<string>`'unreadable ' || id` })
        .where('address', '=', address)
        .where('id', '!=', id)
        .execute()),

    async save(page: StoredOwnPage): Promise<void> {
      await rows.remove([page.id]);
      const { inMenu, hidden, blocks } = page;
      await rows.insert([
        { ...page, inMenu: Number(inMenu), hidden: Number(hidden), blocks: JSON.stringify(blocks) },
      ]);
    },

    remove: (id: string): Promise<void> => rows.remove([id]),
  };
}

export type OwnPageContent = Awaited<ReturnType<typeof readOwnPages>>;

/** Reads the pages' part of the content. Texts are cleaned again when they are shown. */
export async function readOwnPages(db: DatabaseHandle, rows: RowReader) {
  const stores = ownPageStores(db);
  const inOrder = await stores.ownPages.list(rows('own_page', (id) => [ownPageSubject(id)]));
  return {
    ownPages: {
      inOrder,
      byAddress: new Map(inOrder.map((page) => [page.address, page])),
      /** Ids of pages by their earlier addresses, among redirects of seed brands. */
      redirects: await stores.redirects.list(),
      unreadable: await stores.ownPages.listUnreadable(),
    },
  };
}

/** Returns true if a path is that of a page, which may be hidden, or an earlier one. */
export function isOwnPage({ inOrder, byAddress, redirects }: OwnPageContent['ownPages'], path: string) {
  const address = path.slice(1);
  return byAddress.has(address) || inOrder.some(({ id }) => id === redirects.get(address));
}

const toPage = ({ inMenu, hidden, blocks, ...page }: PageColumns): StoredOwnPage => ({
  ...page,
  inMenu: inMenu === 1,
  hidden: hidden === 1,
  blocks: parseStored('blocks', blocks, isBlocks),
});

/** Returns a page also for a row that cannot be read. */
function toAnyPage(row: PageColumns): StoredOwnPage {
  try {
    return toPage(checkRow(row, COLUMNS));
  } catch {
    const readable = completeRow({}, COLUMNS);
    for (const field of ['id', 'address', 'title'] as const)
      if (typeof row[field] === 'string') readable[field] = row[field];
    if (Number.isSafeInteger(row.position)) readable.position = row.position;
    return { ...readable, inMenu: false, hidden: true, blocks: [], isUnreadable: true };
  }
}

const isBlocks = (value: unknown): value is PageBlock[] =>
  Array.isArray(value) &&
  value.every(
    (each: Partial<PageBlock> | null) =>
      typeof each?.id === 'string' && BLOCK_KINDS.some((kind) => kind === each.kind),
  );

/**
 * Returns a page. If its row is unreadable, it is as the log has it. Throws UnavailableError or NotFoundError if the log
 * does not have it; with `isRemoved`, it is then as much as can be read.
 */
export async function findStored(stores: OwnPageStores, id: string, { isRemoved = false } = {}) {
  const page = await stores.ownPages.find(id);
  if (!page?.isUnreadable) return page;
  try {
    return { ...page, ...(await findLogged(stores, id)) };
  } catch (error) {
    if (isRemoved && error instanceof DomainError) return page;
    throw error;
  }
}

/** Repeats all changes of a page, from its addition on. */
async function findLogged({ changeLog }: OwnPageStores, id: string) {
  const steps = await Array.fromAsync(changeLog.stepsBackTo([ownPageSubject(id)], 0));
  const rows: PageRow[] = [];
  for (const { item, before, after } of steps.toReversed())
    undoStep(rows, { item, before: after, after: before });
  return fromPageRows(id, rows);
}
