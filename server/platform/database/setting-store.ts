import type { DatabaseHandle } from './database.ts';

/** `files-folder` identifies the `DATA_DIR` with the images. */
export type SettingName = 'first-content' | 'files-folder' | 'last-backup' | 'clock-checks';

export function createSettingStore(db: DatabaseHandle) {
  return {
    async find(name: SettingName): Promise<string | undefined> {
      const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
      return row?.value;
    },

    async save(name: SettingName, value: string): Promise<void> {
      await db
        .insertInto('setting')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
  };
}
