import type { DatabaseHandle } from '#server/platform/database/database.ts';

export type Session = {
  adminId: string;
  username: string;
  /** End of a generated password; null for a chosen one. */
  passwordExpiresAt: string | null;
  createdAt: string;
  seenAt: string;
};

/** Stores sessions under the SHA-256 hash of their token, which exists only in the cookie. */
export function createSessionStore(db: DatabaseHandle) {
  const sessions = () =>
    db
      .selectFrom('session')
      .innerJoin('admin', 'admin.id', 'session.admin_id')
      .select([
        'session.token_hash as tokenHash',
        'session.admin_id as adminId',
        'admin.username as username',
        'admin.password_expires_at as passwordExpiresAt',
        'session.created_at as createdAt',
        'session.seen_at as seenAt',
      ]);

  return {
    async list(): Promise<(Session & { tokenHash: string })[]> {
      return sessions().orderBy('session.seen_at', 'desc').execute();
    },

    async find(tokenHash: string): Promise<Session | undefined> {
      return sessions().where('session.token_hash', '=', tokenHash).executeTakeFirst();
    },

    async insert(tokenHash: string, adminId: string, at: string): Promise<void> {
      await db
        .insertInto('session')
        .values({ token_hash: tokenHash, admin_id: adminId, created_at: at, seen_at: at })
        .execute();
    },

    async saveSeen(tokenHash: string, at: string): Promise<void> {
      await db.updateTable('session').set({ seen_at: at }).where('token_hash', '=', tokenHash).execute();
    },

    async remove(tokenHash: string): Promise<void> {
      await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
    },

    /** Deletes the sessions of one administrator, or all without `adminId`. Returns their number. */
    async removeAll(adminId?: string): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('session')
        .$if(adminId !== undefined, (query) => query.where('admin_id', '=', adminId ?? ''))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    async deleteExpired(limits: { createdBefore: string; seenBefore: string }): Promise<void> {
      await db
        .deleteFrom('session')
        .where(({ or, eb }) =>
          or([eb('created_at', '<', limits.createdBefore), eb('seen_at', '<', limits.seenBefore)]),
        )
        .execute();
    },
  };
}
