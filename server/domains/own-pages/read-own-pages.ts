import type { DatabaseHandle } from '#server/platform/database/database.ts';
import type { RowReader } from '#server/records/content/part-reader.ts';
import { ownPageStores, ownPageSubject } from './own-page-store.ts';

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
