import type { ApiToken } from '#contract/api-tokens.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { toLocations, toRights, type Rights } from './account-rights.ts';

/** API token with the rights of the account that created it; without them if it was created before that was removed. */
export type ApiTokenOf = { token: ApiToken; creator: Rights | undefined };

const withLocations = <Row extends { locations: string | null }>(row: Row) => ({
  ...row,
  locations: toLocations(row.locations),
});

/** Stores API tokens only as SHA-256 hashes. */
export function createApiTokenStore(db: DatabaseHandle) {
  const tokens = () =>
    db
      .selectFrom('api_token')
      .select([
        'id',
        'name',
        'scope',
        'locations',
        'created_at as createdAt',
        'created_by as createdBy',
        'used_at as usedAt',
        'expires_at as expiresAt',
      ]);

  async function findWhere(column: 'id' | 'token_hash', value: string): Promise<ApiTokenOf | undefined> {
    const row = await tokens().where(column, '=', value).executeTakeFirst();
    const creator =
      row &&
      (await db
        .selectFrom('admin')
        .select(['role', 'locations', 'disabled_at as disabledAt', 'ends_at as endsAt'])
        .where('username', '=', row.createdBy)
        .executeTakeFirst());
    return row && { token: withLocations(row), creator: creator && toRights(creator) };
  }

  return {
    async list(): Promise<ApiToken[]> {
      return (await tokens().orderBy('created_at').orderBy('id').execute()).map(withLocations);
    },

    find: (id: string) => findWhere('id', id),
    findByHash: (tokenHash: string) => findWhere('token_hash', tokenHash),

    async insert(
      tokenHash: string,
      { id, name, scope, locations, createdAt, createdBy, usedAt, expiresAt }: ApiToken,
    ): Promise<void> {
      const limits = { scope, locations: locations && JSON.stringify(locations) };
      const times = { created_at: createdAt, used_at: usedAt, expires_at: expiresAt };
      await db
        .insertInto('api_token')
        .values({ id, name, token_hash: tokenHash, created_by: createdBy, ...limits, ...times })
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
