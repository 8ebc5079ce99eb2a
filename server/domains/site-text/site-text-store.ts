import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import { readableOnly, type ReadRow } from '#server/records/content/row-reader.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { checkRow } from '#server/platform/database/stored-values.ts';

/** Creates the stores that the rules for site texts need. */
export const siteTextStores = (db: DatabaseHandle) => ({
  siteText: createSiteTextStore(db),
  changeLog: createChangeLogStore(db),
});
export type SiteTextStores = ReturnType<typeof siteTextStores>;

const COLUMNS = { config_id: 'number', content: 'text' } as const;

function createSiteTextStore(db: DatabaseHandle) {
  return {
    /** Returns all texts, or those with an id of `ids`. */
    async list(read: ReadRow = readableOnly, ids?: readonly number[]): Promise<Map<number, string>> {
      const all = db.selectFrom('site_text').select(['config_id', 'content']).orderBy('config_id');
      const rows = await (ids ? all.where('config_id', 'in', ids) : all).execute();
      const readable = rows.flatMap((row) => read(row.config_id, () => checkRow(row, COLUMNS)) ?? []);
      return new Map(readable.map((row) => [row.config_id, row.content]));
    },

    async find(id: number): Promise<string | undefined> {
      const row = await db
        .selectFrom('site_text')
        .select('content')
        .where('config_id', '=', id)
        .executeTakeFirst();
      return typeof row?.content === 'string' ? row.content : undefined;
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
