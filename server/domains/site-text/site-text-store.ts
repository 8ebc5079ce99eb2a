import { createChangeLogStore } from '#server/platform/change-log/change-log-store.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';

export type SiteTextStore = ReturnType<typeof createSiteTextStore>;

/** Creates the stores that the rules for site texts need. */
export const siteTextStores = (db: DatabaseHandle) => ({
  siteText: createSiteTextStore(db),
  changeLog: createChangeLogStore(db),
});
export type SiteTextStores = ReturnType<typeof siteTextStores>;

export function createSiteTextStore(db: DatabaseHandle) {
  return {
    async list(): Promise<Map<number, string>> {
      const rows = await db
        .selectFrom('site_text')
        .select(['config_id', 'content'])
        .orderBy('config_id')
        .execute();
      return new Map(rows.map((row) => [row.config_id, row.content]));
    },

    async find(id: number): Promise<string | undefined> {
      const row = await db
        .selectFrom('site_text')
        .select('content')
        .where('config_id', '=', id)
        .executeTakeFirst();
      return row?.content;
    },

    async save(id: number, content: string): Promise<void> {
      await db
        .insertInto('site_text')
        .values({ config_id: id, content })
        .onConflict((conflict) => conflict.column('config_id').doUpdateSet({ content }))
        .execute();
    },
  };
}
