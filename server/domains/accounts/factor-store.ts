import type { Insertable, Selectable } from 'kysely';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.ts';

export type Factor = Selectable<Tables['factor']>;
type Kind = Factor['kind'];

/** What counts. Recovery codes come with one of them. */
const SECOND_FACTORS = ['passkey', 'app'] as const;

export type FactorStore = ReturnType<typeof createFactorStore>;

/** Stores second factors, and recovery codes as hashes. */
export function createFactorStore(db: DatabaseHandle) {
  const ofKinds = (kinds: readonly Kind[]) =>
    db.selectFrom('factor').selectAll().where('kind', 'in', kinds).orderBy('created_at');

  return {
    list: (adminId: string, ...kinds: Kind[]): Promise<Factor[]> =>
      ofKinds(kinds).where('admin_id', '=', adminId).execute(),

    /** Returns whether an administrator has a second factor. */
    has: async (adminId: string): Promise<boolean> =>
      (await ofKinds(SECOND_FACTORS).where('admin_id', '=', adminId).executeTakeFirst()) !== undefined,

    /** Returns the IDs of administrators with a second factor. */
    listOwners: async (): Promise<Set<string>> =>
      new Set((await ofKinds(SECOND_FACTORS).execute()).map((factor) => factor.admin_id)),

    findPasskey: (id: string): Promise<Factor | undefined> =>
      ofKinds(['passkey']).where('id', '=', id).executeTakeFirst(),

    async insert(factors: readonly Insertable<Tables['factor']>[]): Promise<void> {
      await db.insertInto('factor').values(factors).execute();
    },

    /** Records a use. Returns false unless its counter, which may stay 0, and its challenge are newer than the last ones. */
    async use(id: string, counter: number, challenge: number, at: Date): Promise<boolean> {
      const query = db
        .updateTable('factor')
        .set({ counter, challenged_at: challenge, used_at: at.toISOString() })
        .where('id', '=', id)
        .where('counter', counter === 0 ? '=' : '<', counter)
        .where('challenged_at', '<', challenge);
      return (await query.executeTakeFirst()).numUpdatedRows > 0n;
    },

    async rename(adminId: string, id: string, name: string): Promise<boolean> {
      const passkeys = db.updateTable('factor').set({ name }).where('kind', '=', 'passkey');
      const query = passkeys.where('admin_id', '=', adminId).where('id', '=', id);
      return (await query.executeTakeFirst()).numUpdatedRows > 0n;
    },

    /** Removes all factors, those of a kind, or one. Returns false if there was none. */
    async remove(adminId: string, kind?: Kind, id?: string): Promise<boolean> {
      let query = db.deleteFrom('factor').where('admin_id', '=', adminId);
      if (kind !== undefined) query = query.where('kind', '=', kind);
      if (id !== undefined) query = query.where('id', '=', id);
      return (await query.executeTakeFirst()).numDeletedRows > 0n;
    },
  };
}
