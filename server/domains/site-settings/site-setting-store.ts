import { isSiteSetting, type SiteSetting } from '#contract/site-settings.ts';
import { createChangeLogStore } from '#server/records/change-log/change-log-store.ts';
import { readableOnly, type ReadRow } from '#server/records/content/part-reader.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { createRedirectStore } from '#server/platform/database/redirect-store.ts';
import { parseStored } from '#server/platform/database/stored-values.ts';
import { checkSetting } from '#server/platform/settings/site-file.ts';

/** Values by name. Each is valid for its key of the site file. */
export type StoredSettings = ReadonlyMap<SiteSetting, unknown>;

/** Creates the stores that the rules for site settings need. */
export const siteSettingStores = (db: DatabaseHandle) => ({
  siteSettings: createSiteSettingStore(db),
  redirects: createRedirectStore(db),
  changeLog: createChangeLogStore(db),
});
export type SiteSettingStores = ReturnType<typeof siteSettingStores>;

function createSiteSettingStore(db: DatabaseHandle) {
  return {
    async list(read: ReadRow = readableOnly): Promise<StoredSettings> {
      const rows = await db.selectFrom('site_setting').select(['name', 'value']).orderBy('name').execute();
      return new Map(rows.flatMap((row) => [read(row.name, () => parseRow(row)) ?? []].filter(isEntry)));
    },

    async save(name: SiteSetting, value: unknown): Promise<void> {
      const text = JSON.stringify(value);
      await db
        .insertInto('site_setting')
        .values({ name, value: text })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
        .execute();
    },

    async remove(name: SiteSetting): Promise<void> {
      await db.deleteFrom('site_setting').where('name', '=', name).execute();
    },
  };
}

type Entry = [SiteSetting, unknown];

const isEntry = (entry: Entry | never[]): entry is Entry => entry.length > 0;

/** Throws for a value that this release does not accept, such as one that another release has saved. */
function parseRow({ name, value }: { name: string; value: string }): Entry {
  if (!isSiteSetting(name)) throw new TypeError("this version of Scalehouse doesn't have this setting");
  const {
    value: valid,
    issues: [issue],
  } = checkSetting(
    name,
    parseStored('value', value, (each): each is unknown => each !== undefined),
  );
  if (issue) throw new TypeError(`${issue.key} ${issue.problem}. ${issue.fix.replace(/\.$/, '')}`);
  return [name, valid];
}
