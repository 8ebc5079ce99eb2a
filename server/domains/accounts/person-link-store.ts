import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { toColumns, toRights, type Rights } from './account-rights.ts';

/** Link with which a person creates an account or, if it has an `adminId`, sets the password of that one. */
export type PersonLinkRow = Omit<Rights, 'disabledAt'> & {
  id: string;
  adminId: string | null;
  createdAt: string;
  createdBy: string;
  expiresAt: string;
  usedAt: string | null;
};

/** Stores links under the SHA-256 hash of their token. */
export function createPersonLinkStore(db: DatabaseHandle) {
  const links = () =>
    db
      .selectFrom('invitation')
      .leftJoin('admin', 'admin.id', 'invitation.admin_id')
      .leftJoin('admin as creator', 'creator.username', 'invitation.created_by')
      .select([
        'invitation.id',
        'invitation.admin_id as adminId',
        'admin.username',
        'invitation.role',
        'invitation.locations',
        'invitation.ends_at as endsAt',
        'invitation.created_at as createdAt',
        'invitation.created_by as createdBy',
        'creator.ends_at as creatorEndsAt',
        'invitation.expires_at as expiresAt',
        'invitation.used_at as usedAt',
      ]);
  const removal = () => db.deleteFrom('invitation').where('used_at', 'is', null);

  return {
    /** Lists the links that can be used at a time. */
    async list(at: string) {
      const rows = await links()
        .where('used_at', 'is', null)
        .where('expires_at', '>', at)
        .where(({ or, eb }) => or([eb('creator.ends_at', 'is', null), eb('creator.ends_at', '>', at)]))
        .orderBy('invitation.created_at', 'desc')
        .execute();
      return rows.map(toRights);
    },

    async findByHash(tokenHash: string) {
      const row = await links().where('token_hash', '=', tokenHash).executeTakeFirst();
      return row && toRights(row);
    },

    async insert(tokenHash: string, row: PersonLinkRow): Promise<void> {
      const { id, adminId, createdAt, createdBy, expiresAt, usedAt } = row;
      const times = { created_at: createdAt, expires_at: expiresAt, used_at: usedAt };
      await db
        .insertInto('invitation')
        .values({
          id,
          token_hash: tokenHash,
          admin_id: adminId,
          created_by: createdBy,
          ...times,
          ...toColumns(row),
        })
        .execute();
    },

    async saveUsed(id: string, at: string): Promise<void> {
      await db.updateTable('invitation').set({ used_at: at }).where('id', '=', id).execute();
    },

    /** Removes an unused link. Returns false if there is none. */
    async remove(id: string): Promise<boolean> {
      return Number((await removal().where('id', '=', id).executeTakeFirst()).numDeletedRows) > 0;
    },

    /** Removes the unused links to the password of an account. */
    async removeFor(adminId: string): Promise<void> {
      await removal().where('admin_id', '=', adminId).execute();
    },

    /** Removes the unused links that a person has created. */
    async removeBy(username: string): Promise<void> {
      await removal().where('created_by', '=', username).execute();
    },

    /** Removes both, so that a person who knew the old password of an account keeps no way in. */
    async removeOf({ id, username }: { id: string; username: string }): Promise<void> {
      await this.removeFor(id);
      await this.removeBy(username);
    },
  };
}
