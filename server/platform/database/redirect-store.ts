import type { DatabaseHandle } from './database.ts';

/** Stores where earlier addresses of pages lead: to the id of a page of administrators, or to the address of a seed brand. */
export function createRedirectStore(db: DatabaseHandle) {
  async function remove(address: string): Promise<void> {
    await db.deleteFrom('page_redirect').where('address', '=', address).execute();
  }

  return {
    /** Returns the targets by address. */
    async list(): Promise<Map<string, string>> {
      const rows = await db.selectFrom('page_redirect').selectAll().execute();
      return new Map(rows.map(({ address, page_id: target }) => [address, target]));
    },

    async save(address: string, target: string): Promise<void> {
      await remove(address);
      await db.insertInto('page_redirect').values({ address, page_id: target }).execute();
    },

    remove,
  };
}
