import { randomUUID } from 'node:crypto';
import type { CurrentAdmin } from '#contract/accounts.ts';
import { PASSKEYS_MAX, type Factors, type NewPasskey, type NewRecoveryCodes } from '#contract/factors.ts';
import type { Author } from '#server/platform/change.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { ConflictError, NotFoundError, ValidationError } from '#server/platform/errors.ts';
import { accountStores, type Admin } from './account-stores.ts';
import type { FactorStore } from './factor-store.ts';
import { logAccount } from './log-account.ts';
import { createAppSecret, createRecoveryCodes, findPeriod } from './one-time-codes.ts';
import { passkeyRefused, type Passkeys } from './passkeys.ts';
import { authorOf, hashOf, NOT_PUBLIC, type AccountParts } from './sessions.ts';
import { codeAttempts } from './sign-in-steps.ts';

type Caller = CurrentAdmin & { token: string | undefined };

export const factorGone = () =>
  new NotFoundError('no-such-factor', 'This was already removed. Reload the page.');

const refused = (code: string, sentence: string) => new ConflictError(code, sentence);

/** Creates the service with which administrators manage their own second factors. */
export function createFactorService(
  parts: Omit<AccountParts, 'credentials'> & {
    passkeys: Passkeys;
    isRequired: () => boolean;
    siteName: () => string;
  },
) {
  const { database, content, now, passkeys, isRequired, siteName } = parts;

  /**
   * Changes factors, and logs that. The first one brings recovery codes, and ends sessions that had only the password. The
   * last one takes recovery codes with it. Throws ConflictError if the last one is required.
   */
  const change = (
    { token = '', ...account }: Caller,
    factor: string,
    work: (factors: FactorStore) => Promise<NewRecoveryCodes | void>,
  ): Promise<NewRecoveryCodes> =>
    content.write(async (db) => {
      const stores = accountStores(db);
      const { factors, sessions } = stores;
      const had = await factors.has(account.id);
      const result = await work(factors);
      await logAccount(stores, authorOf(account.username), account, { after: { factor } });
      const has = await factors.has(account.id);
      if (has === had) return result ?? {};
      if (has) {
        await sessions.removeAll(account.id, hashOf(token));
        return { recoveryCodes: await createRecoveryCodes(factors, account.id, now()) };
      }
      if (isRequired())
        throw refused(
          'last-factor',
          'Everyone who edits this website needs a second factor. Add another one first.',
        );
      await factors.remove(account.id);
      return {};
    }, NOT_PUBLIC);

  return {
    async list({ id: adminId }: CurrentAdmin): Promise<Factors> {
      const all = await database.read((db) =>
        accountStores(db).factors.list(adminId, 'passkey', 'app', 'code'),
      );
      const of = (wanted: string) => all.filter(({ kind }) => kind === wanted);
      const shown = of('passkey').map(({ id, name, created_at: createdAt, used_at: usedAt }) => {
        return { id, name, createdAt, usedAt };
      });
      const totp = of('app').length > 0;
      return { totp, recoveryCodes: of('code').length, passkeys: shown, isRequired: isRequired() };
    },

    /** Creates a secret for an app, which counts once the app shows a code. Until then, the one before still works. */
    async startApp({ id, username }: CurrentAdmin): Promise<{ secret: string; uri: string }> {
      const created = createAppSecret(siteName(), username);
      const row = {
        id: randomUUID(),
        admin_id: id,
        kind: 'new app',
        created_at: now().toISOString(),
      } as const;
      await database.write(async (db) => {
        const { factors } = accountStores(db);
        await factors.remove(id, 'new app');
        await factors.insert([{ ...row, secret: created.secret }]);
      });
      return created;
    },

    /** Throws ValidationError for a wrong code. */
    addApp: (current: Caller, code: string) =>
      change(current, 'Authenticator app added', async (factors) => {
        const [app] = await factors.list(current.id, 'new app');
        const counter = app && findPeriod(app.secret, code, now());
        if (!app || counter === undefined)
          throw new ValidationError('wrong-code', "That code isn't right. Use the newest one.", '/code');
        for (const kind of ['app', 'new app'] as const) await factors.remove(current.id, kind);
        await factors.insert([{ ...app, kind: 'app', counter }]);
      }),

    passkeyOptions: (current: CurrentAdmin, host: string | undefined) =>
      passkeys.creationOptions(current, siteName(), host),

    /** Throws ConflictError for one too many, and otherwise like `Passkeys.checkNew`. */
    async addPasskey(current: Caller, { name, response }: NewPasskey, host: string | undefined) {
      const passkey = await passkeys.checkNew(response, current.id, host);
      const row = { admin_id: current.id, kind: 'passkey', name, created_at: now().toISOString() } as const;
      return change(current, 'Passkey added', async (factors) => {
        if ((await factors.list(current.id, 'passkey')).length >= PASSKEYS_MAX)
          throw refused('too-many-passkeys', `You have ${PASSKEYS_MAX} passkeys. Remove one first.`);
        if (await factors.findPasskey(passkey.id)) throw passkeyRefused();
        await factors.insert([{ ...passkey, ...row }]);
      });
    },

    async renamePasskey({ id: adminId }: CurrentAdmin, id: string, name: string): Promise<object> {
      const isDone = await database.write((db) => accountStores(db).factors.rename(adminId, id, name));
      if (!isDone) throw factorGone();
      return {};
    },

    /** Removes a passkey, or the app. Throws NotFoundError, and ConflictError for the last factor if that is required. */
    remove: (current: Caller, kind: 'app' | 'passkey', id?: string) =>
      change(current, kind === 'app' ? 'Authenticator app removed' : 'Passkey removed', async (factors) => {
        if (!(await factors.remove(current.id, kind, id))) throw factorGone();
      }),

    /** Replaces all recovery codes. Throws NotFoundError without a second factor. */
    createRecoveryCodes: (current: Caller) =>
      change(current, 'New recovery codes', async (factors) => {
        if (!(await factors.has(current.id))) throw factorGone();
        return { recoveryCodes: await createRecoveryCodes(factors, current.id, now()) };
      }),
  };
}

/** Removes all factors of someone, whose phone may be lost, and ends the sessions. Returns false if there was none. */
export async function resetFactors(
  db: DatabaseHandle,
  author: Author,
  account: Pick<Admin, 'id' | 'username'>,
): Promise<boolean> {
  const stores = accountStores(db);
  if (!(await stores.factors.remove(account.id))) return false;
  await stores.sessions.removeAll(account.id);
  await stores.signInAttempts.removeFor(codeAttempts(account.id));
  await logAccount(stores, author, account, { after: { factor: 'All removed', signedOut: 'all' } });
  return true;
}
