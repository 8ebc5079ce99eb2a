import type { DatabaseHandle } from './database.ts';

export function createSettingStore(db: DatabaseHandle) {
  return {
    async find(name: 'first-content'): Promise<string | undefined> {
      const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
      return row?.value;
    },

    async save(name: 'first-content', value: string): Promise<void> {
      await db
        .insertInto('setting')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
  };
}
