import { sql } from 'kysely';
import { BLOCK_KINDS, type OwnPage, type PageBlock } from '#contract/own-pages.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import { readableOnly, type ReadRow } from '#server/records/content/part-reader.ts';
import { byPlace, createRowStore, type Columns } from '#server/records/row-store.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { createRedirectStore } from '#server/platform/database/redirect-store.ts';
import { parseStored } from '#server/platform/database/stored-values.ts';

export type StoredOwnPage = OwnPage & { position: number };

export type UnreadablePage = Pick<StoredOwnPage, 'id' | 'address' | 'title' | 'position'>;

/** Creates the stores that the rules for pages need. */
export const ownPageStores = (db: DatabaseHandle) => ({
  ownPages: createOwnPageStore(db),
  redirects: createRedirectStore(db),
  changeLog: createChangeLogStore(db),
});
export type OwnPageStores = ReturnType<typeof ownPageStores>;

/** Page as a row: flags are 0 or 1, and the blocks are JSON. */
type PageColumns = Omit<StoredOwnPage, 'inMenu' | 'hidden' | 'blocks'> & {
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
  const rows = createRowStore(db, {
    table: 'own_page',
    columns: COLUMNS,
    orderBy: ['position'],
    check: toPage,
  });
  return {
    /** Returns all pages in their order. */
    list: async (read?: ReadRow): Promise<StoredOwnPage[]> =>
      (await rows.list(read)).map(toPage).sort(byPlace),

    find: async (id: string): Promise<StoredOwnPage | undefined> =>
      (await rows.list(readableOnly, [id])).map(toPage)[0],

    /** Lists what can be read of the pages whose rows cannot be read. */
    async listUnreadable(): Promise<UnreadablePage[]> {
      const readable = new Set((await rows.list()).map(({ id }) => id));
      const others = (await rows.listStored()).filter(({ id }) => !readable.has(id));
      return others.map(({ id, address, title, position }) => ({
        id,
        address: textIn(address),
        title: textIn(title),
        position: Number.isSafeInteger(position) ? position : 0,
      }));
    },

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

const textIn = (value: unknown) => (typeof value === 'string' ? value : '');

const toPage = ({ inMenu, hidden, blocks, ...page }: PageColumns): StoredOwnPage => ({
  ...page,
  inMenu: inMenu === 1,
  hidden: hidden === 1,
  blocks: parseStored('blocks', blocks, isBlocks),
});

const isBlocks = (value: unknown): value is PageBlock[] =>
  Array.isArray(value) &&
  value.every(
    (each: Partial<PageBlock> | null) =>
      typeof each?.id === 'string' && BLOCK_KINDS.some((kind) => kind === each.kind),
  );
