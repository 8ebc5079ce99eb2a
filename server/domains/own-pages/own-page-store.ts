import { BLOCK_KINDS, type OwnPage, type PageBlock } from '#contract/own-pages.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import { readableOnly, type ReadRow } from '#server/records/content/part-reader.ts';
import type { DatabaseHandle, Tables } from '#server/platform/database/database.ts';
import { createRedirectStore } from '#server/platform/database/redirect-store.ts';
import { checkRow, parseStored } from '#server/platform/database/stored-values.ts';

export type StoredOwnPage = OwnPage & { position: number };

/** Creates the stores that the rules for pages need. */
export const ownPageStores = (db: DatabaseHandle) => ({
  ownPages: createOwnPageStore(db),
  redirects: createRedirectStore(db),
  changeLog: createChangeLogStore(db),
});
export type OwnPageStores = ReturnType<typeof ownPageStores>;

const COLUMNS = {
  id: 'text',
  position: 'number',
  address: 'text',
  title: 'text',
  description: 'text',
  in_menu: [0, 1],
  hidden: [0, 1],
  blocks: 'text',
} as const;

function createOwnPageStore(db: DatabaseHandle) {
  return {
    /** Returns all pages in their order. */
    async list(read: ReadRow = readableOnly): Promise<StoredOwnPage[]> {
      const rows = await db.selectFrom('own_page').selectAll().execute();
      return rows.flatMap((row) => read(row.id, () => toPage(row)) ?? []).toSorted(byPosition);
    },

    async find(id: string): Promise<StoredOwnPage | undefined> {
      const row = await db.selectFrom('own_page').selectAll().where('id', '=', id).executeTakeFirst();
      return row && readableOnly(id, () => toPage(row));
    },

    async save(page: StoredOwnPage): Promise<void> {
      await db.deleteFrom('own_page').where('id', '=', page.id).execute();
      const { id, position, address, title, description, inMenu, hidden, blocks } = page;
      await db
        .insertInto('own_page')
        .values({
          id,
          position,
          address,
          title,
          description,
          in_menu: Number(inMenu),
          hidden: Number(hidden),
          blocks: JSON.stringify(blocks),
        })
        .execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('own_page').where('id', '=', id).execute();
    },

    async savePosition(id: string, position: number): Promise<void> {
      await db.updateTable('own_page').set({ position }).where('id', '=', id).execute();
    },

    async nextPosition(): Promise<number> {
      const { last } = await db
        .selectFrom('own_page')
        .select(({ fn }) => fn.max('position').as('last'))
        .executeTakeFirstOrThrow();
      return (last ?? -1) + 1;
    },
  };
}

/** Positions can be equal after a restore. Ids differ, and are not sorted in SQL, where the order depends on the database. */
const byPosition = (one: StoredOwnPage, other: StoredOwnPage) =>
  one.position - other.position || (one.id < other.id ? -1 : 1);

function toPage(row: Tables['own_page']): StoredOwnPage {
  const { in_menu: inMenu, hidden, blocks, ...page } = checkRow(row, COLUMNS);
  return {
    ...page,
    inMenu: inMenu === 1,
    hidden: hidden === 1,
    blocks: parseStored('blocks', blocks, isBlocks),
  };
}

const isBlocks = (value: unknown): value is PageBlock[] =>
  Array.isArray(value) &&
  value.every(
    (each: Partial<PageBlock> | null) =>
      typeof each?.id === 'string' && BLOCK_KINDS.some((kind) => kind === each.kind),
  );
