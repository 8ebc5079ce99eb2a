import type { ApiToken } from '#contract/api-tokens.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';

/** Stores API tokens only as SHA-256 hashes. */
export function createApiTokenStore(db: DatabaseHandle) {
  const tokens = () =>
    db
      .selectFrom('api_token')
      .select([
        'id',
        'name',
        'created_at as createdAt',
        'created_by as createdBy',
        'used_at as usedAt',
        'expires_at as expiresAt',
      ]);

  return {
    list: (): Promise<ApiToken[]> => tokens().orderBy('created_at').orderBy('id').execute(),

    async find(id: string): Promise<ApiToken | undefined> {
      return tokens().where('id', '=', id).executeTakeFirst();
    },

    async findByHash(tokenHash: string): Promise<ApiToken | undefined> {
      return tokens().where('token_hash', '=', tokenHash).executeTakeFirst();
    },

    async insert(
      tokenHash: string,
      { id, name, createdAt, createdBy, usedAt, expiresAt }: ApiToken,
    ): Promise<void> {
      const times = { created_at: createdAt, used_at: usedAt, expires_at: expiresAt };
      await db
        .insertInto('api_token')
        .values({ id, name, token_hash: tokenHash, created_by: createdBy, ...times })
        .execute();
    },

    async saveUsed(id: string, at: string): Promise<void> {
      await db.updateTable('api_token').set({ used_at: at }).where('id', '=', id).execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('api_token').where('id', '=', id).execute();
    },
  };
}
