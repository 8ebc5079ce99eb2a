import type { DatabaseHandle } from '#server/platform/database/database.ts';

export type ApiTokenRow = {
  id: string;
  name: string;
  created_at: string;
  created_by: string;
  used_at: string | null;
};

/** Stores API tokens only as SHA-256 hashes. */
export function createApiTokenStore(db: DatabaseHandle) {
  const tokens = () =>
    db.selectFrom('api_token').select(['id', 'name', 'created_at', 'created_by', 'used_at']);

  return {
    list: (): Promise<ApiTokenRow[]> => tokens().orderBy('created_at').orderBy('id').execute(),

    async find(id: string): Promise<ApiTokenRow | undefined> {
      return tokens().where('id', '=', id).executeTakeFirst();
    },

    async findByHash(tokenHash: string): Promise<ApiTokenRow | undefined> {
      return tokens().where('token_hash', '=', tokenHash).executeTakeFirst();
    },

    async insert(row: ApiTokenRow & { token_hash: string }): Promise<void> {
      await db.insertInto('api_token').values(row).execute();
    },

    async saveUsed(id: string, at: string): Promise<void> {
      await db.updateTable('api_token').set({ used_at: at }).where('id', '=', id).execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('api_token').where('id', '=', id).execute();
    },
  };
}
