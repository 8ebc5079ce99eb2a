import { USERNAME_MAX_LENGTH } from '#contract/account-limits.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';

export type Admin = {
  id: string;
  username: string;
  /** PHC string. */
  password: string;
  /** End of a generated password; null for a chosen one. */
  passwordExpiresAt: string | null;
};

export type AdminStore = ReturnType<typeof createAdminStore>;

export function createAdminStore(db: DatabaseHandle) {
  const admins = () =>
    db.selectFrom('admin').select(['id', 'username', 'password', 'password_expires_at as passwordExpiresAt']);

  return {
    async list(): Promise<{ id: string; username: string; createdAt: string }[]> {
      return db
        .selectFrom('admin')
        .select(['id', 'username', 'created_at as createdAt'])
        .orderBy('username_key')
        .execute();
    },

    async find(username: string): Promise<Admin | undefined> {
      return admins().where('username_key', '=', usernameKey(username)).executeTakeFirst();
    },

    async findById(id: string): Promise<Admin | undefined> {
      return admins().where('id', '=', id).executeTakeFirst();
    },

    async exists(): Promise<boolean> {
      return (await db.selectFrom('admin').select('id').limit(1).executeTakeFirst()) !== undefined;
    },

    async insert({
      id,
      username,
      password,
      passwordExpiresAt = null,
    }: Omit<Admin, 'passwordExpiresAt'> & Partial<Admin>): Promise<void> {
      await db
        .insertInto('admin')
        .values({
          id,
          username,
          username_key: usernameKey(username),
          password,
          password_expires_at: passwordExpiresAt,
          created_at: new Date().toISOString(),
        })
        .execute();
    },

    async savePassword(
      id: string,
      { password, passwordExpiresAt }: Pick<Admin, 'password' | 'passwordExpiresAt'>,
    ): Promise<void> {
      await db
        .updateTable('admin')
        .set({ password, password_expires_at: passwordExpiresAt })
        .where('id', '=', id)
        .execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('admin').where('id', '=', id).execute();
    },
  };
}

/** Normalizes a name for comparison, which ignores case, surrounding whitespace and Unicode composition. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase();
}

/** Returns the name under which sign-in attempts are counted. Truncated, because clients send names of any length. */
export function attemptedAccount(username: string): string {
  return usernameKey(username).slice(0, USERNAME_MAX_LENGTH);
}
