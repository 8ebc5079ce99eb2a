import type { CurrentAdmin } from '#contract/accounts.ts';
import { FACTOR_SETUP_NEEDED, SECOND_FACTOR_NEEDED, type PasskeyResponse } from '#contract/factors.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { UnauthorizedError } from '#server/platform/errors.ts';
import { isInUse } from './account-rights.ts';
import { accountStores, type Admin } from './account-stores.ts';
import { browserName } from './browser-name.ts';
import { isOfApp, useCode } from './one-time-codes.ts';
import type { Passkeys } from './passkeys.ts';
import { hashOf, toCurrentAdmin, type AccountParts, type Sessions, type SignInOrigin } from './sessions.ts';
import { createKnownBrowserToken, createProof, findKnownBrowser, findProof } from './sign-in-key.ts';
import type { SignInLimits } from './sign-in-limits.ts';

/** Time to enter a code after the password. */
const STEP_MS = 10 * 60_000;

/** A complete sign-in, with the tokens of its session and for later sign-ins from the same browser. */
export type SignedIn = { currentAdmin: CurrentAdmin; token: string; knownBrowser: string };
/** A sign-in whose password was right, and that needs a second factor. */
export type Begun = { stepToken: string };

const failure = (code: string, sentence: string) => () => new UnauthorizedError(code, sentence);

export const codeNeeded = failure(
  SECOND_FACTOR_NEEDED,
  'Enter the code from your authenticator app, or use a passkey.',
);
export const setupNeeded = failure(
  FACTOR_SETUP_NEEDED,
  'Set up a second factor, which everyone who edits this website needs.',
);
const stepEnded = failure(
  'step-ended',
  'This sign-in took too long, or it was finished in another tab. Sign in again.',
);
const wrongCode = failure(
  'wrong-code',
  "That code isn't right, or it was already used. Use the newest code that your app shows, or another recovery code.",
);
export const accountEnded = failure(
  'account-ended',
  'This account is switched off, or its end date has passed. Ask an owner of your website.',
);

/** Wrong codes count apart from wrong passwords, which a right one resets. */
export const codeAttempts = (adminId: string) => `code ${adminId}`;

/** A new password ends the proof of the one before. */
const aboutPassword = ({ id, password }: Admin) => `\npassword\n${id}\n${password}`;

/** Creates what follows a right password, and the sign-in with a passkey. */
export function createSignInSteps(
  parts: Omit<AccountParts, 'content'> & {
    limits: SignInLimits;
    sessions: Sessions;
    passkeys: Passkeys;
    signInKey: () => Promise<Buffer>;
  },
) {
  const { database, now, credentials, limits, sessions, passkeys, signInKey } = parts;

  /** Begins the session of a complete sign-in. Returns undefined if the account has changed since. */
  async function start(db: DatabaseHandle, key: Buffer, admin: Admin, from: SignInOrigin) {
    const { address, formerToken, knownBrowser, userAgent } = from;
    const isNew = Number(!findKnownBrowser(key, knownBrowser, admin.username, now()));
    const origin = { address, formerToken, browser: browserName(userAgent), isNew };
    const token = await sessions.begin(db, admin, origin);
    if (token === undefined) return undefined;
    const known = createKnownBrowserToken(key, admin.username, now());
    return { currentAdmin: toCurrentAdmin(admin), token, knownBrowser: known };
  }

  /** Returns the administrator whose password was right. Throws UnauthorizedError after ten minutes, and after a change. */
  async function getAdmin(stepToken = '', address: string): Promise<Admin> {
    const key = await signInKey();
    const admin = await credentials.check(hashOf(stepToken), address, async () => {
      const [id = '', ...proof] = stepToken.split('.');
      const found = await database.read((db) => accountStores(db).admins.findById(id));
      const isRight = found && findProof(key, proof.join('.'), aboutPassword(found), now());
      return isRight && isInUse(found, now()) ? found : undefined;
    });
    if (!admin) throw stepEnded();
    return admin;
  }

  return {
    getAdmin,

    /** Begins a session after a right password, or the step before it. Returns undefined if the account has changed since. */
    async begin(admin: Admin, from: SignInOrigin): Promise<SignedIn | Begun | undefined> {
      const key = await signInKey();
      return database.write(async (db) => {
        if (!(await accountStores(db).factors.has(admin.id))) return start(db, key, admin, from);
        const stepToken = `${admin.id}.${createProof(key, aboutPassword(admin), now(), STEP_MS)}`;
        credentials.accept(hashOf(stepToken));
        return { stepToken };
      });
    },

    /**
     * Completes a sign-in with a code of an app, or a recovery code. Throws UnauthorizedError for a wrong one, and if the
     * sign-in has ended; and TooManyRequestsError for too many wrong ones.
     */
    async signInWithCode(stepToken: string | undefined, code: string, from: SignInOrigin): Promise<SignedIn> {
      const { address } = from;
      const [admin, key] = [await getAdmin(stepToken, address), await signInKey()];
      const account = codeAttempts(admin.id);
      const reservation = await limits.reserveCode({ account, address, browser: '' }, isOfApp(code));
      const signedIn = await database.write(async (db) => {
        const isRight = await useCode(accountStores(db).factors, admin.id, code, now());
        return isRight ? start(db, key, admin, from) : undefined;
      });
      if (!signedIn) throw wrongCode();
      await limits.succeed(reservation, account);
      return signedIn;
    },

    /** Signs the owner of a passkey in. Throws like `Passkeys.check`, and UnauthorizedError for an account that has ended. */
    async signInWithPasskey(response: PasskeyResponse, from: SignInOrigin): Promise<SignedIn> {
      const { adminId, spend } = await passkeys.check(response, '\nsign-in', from);
      const key = await signInKey();
      return database.write(async (db) => {
        await spend(db);
        const admin = await accountStores(db).admins.findById(adminId);
        const signedIn = admin && (await start(db, key, admin, from));
        if (!signedIn) throw accountEnded();
        return signedIn;
      });
    },
  };
}
