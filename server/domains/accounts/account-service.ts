import type { PasswordChange, CurrentAdmin, SignIn } from '#contract/accounts.ts';
import type { Confirmation, SignInStep } from '#contract/factors.ts';
import { ForbiddenError, UnauthorizedError } from '#server/platform/errors.ts';
import { browserName } from './browser-name.ts';
import { isInUse } from './account-rights.ts';
import { accountStores, type Admin, type AdminStore } from './account-stores.ts';
import { checkNewPassword } from './account-rules.ts';
import { removeTokensOf } from './api-token-service.ts';
import { createFactorService } from './factor-service.ts';
import { createPasskeys, findRpId, passkeyRefused } from './passkeys.ts';
import {
  createCredentialLimit,
  type AccountParts,
  authorOf,
  createSessions,
  hashOf,
  NOT_PUBLIC,
  type SignInOrigin,
} from './sessions.ts';
import { GENERATED_PASSWORD_DAYS, hashPassword, verifyPassword } from './password.ts';
import { logAccount } from './log-account.ts';
import { createSignInKey, findKnownBrowser, findSignInKey, hiddenName } from './sign-in-key.ts';
import { createSignInLimits, type Reservation } from './sign-in-limits.ts';
import { accountEnded, createSignInSteps, type Begun, type SignedIn } from './sign-in-steps.ts';

export const invalidCredentials = () => new UnauthorizedError('invalid-credentials', 'Invalid credentials');

export type AccountService = ReturnType<typeof createAccountService>;

export function createAccountService({
  database,
  content = database,
  names = () => [],
  now = () => new Date(),
  credentials = createCredentialLimit({ now: () => now().getTime() }),
  isRequired = () => false,
  siteName = () => '',
}: Pick<AccountParts, 'database'> &
  Partial<AccountParts> & {
    /** Names that a password may not consist of, in addition to the username. */
    names?: () => readonly string[];
    /** Returns whether everyone needs a second factor. */
    isRequired?: () => boolean;
    siteName?: () => string;
  }) {
  const signInKey = async () =>
    (await database.read(findSignInKey)) ?? (await database.writeAside(createSignInKey));
  const common = { database, content, now, credentials, isRequired, signInKey };
  const limits = createSignInLimits(common);
  const sessions = createSessions(common);
  const passkeys = createPasskeys(common);
  const steps = createSignInSteps({ ...common, limits, sessions, passkeys });

  /**
   * Returns the administrator that `find` finds if the password is right. Returns the reserved failure if the check
   * throws, because the password was not wrong.
   */
  async function check(
    reservation: Reservation,
    password: string,
    find: (admins: AdminStore) => Promise<Admin | undefined>,
  ): Promise<Admin | undefined> {
    try {
      const admin = await database.read((db) => find(accountStores(db).admins));
      return (await verifyPassword(password, admin?.password, reservation)) ? admin : undefined;
    } catch (error) {
      await limits.release(reservation);
      throw error;
    } finally {
      reservation.onStart?.();
    }
  }

  /** Checks the password of a signed-in administrator. Throws like `changePassword`. */
  async function confirm({ id, username }: CurrentAdmin, password: string, address: string, path?: string) {
    const account = hiddenName(await signInKey(), username);
    const reservation = await limits.reservePasswordChange({ account, address, browser: '' });
    const admin = await check(reservation, password, (admins) => admins.findById(id));
    if (!admin) throw wrongPassword(path);
    return { admin, succeed: () => limits.succeed(reservation, account) };
  }

  return {
    find: sessions.find,
    checkChangesOf: sessions.checkChangesOf,
    listSessions: sessions.list,
    settleSession: sessions.settle,
    signOut: sessions.signOut,
    endSessions: sessions.endAll,
    checkConfirmed: sessions.checkConfirmed,
    steps,
    passkeys,
    factors: createFactorService({ ...common, passkeys, siteName }),

    /**
     * Starts a session, or returns the step that must follow the password. Throws UnauthorizedError for wrong credentials,
     * TooManyRequestsError for too many failures, and UnavailableError if too many attempts wait.
     */
    async signIn({ username, password }: SignIn, from: SignInOrigin): Promise<SignedIn | Begun> {
      const key = await signInKey();
      const account = hiddenName(key, username);
      const browser = findKnownBrowser(key, from.knownBrowser, username, now()) ?? '';
      const reservation = await limits.reserveSignIn({ account, address: from.address, browser });
      const admin = await check(reservation, password, (admins) => admins.find(username));
      if (!admin) throw invalidCredentials();
      const { passwordExpiresAt } = admin;
      const isExpired = passwordExpiresAt !== null && Date.parse(passwordExpiresAt) <= now().getTime();
      if (isExpired || !isInUse(admin, now())) {
        await limits.release(reservation);
        throw isExpired ? passwordExpired(admin) : accountEnded();
      }
      const begun = await steps.begin(admin, from);
      if (!begun) throw invalidCredentials();
      await ('stepToken' in begun ? limits.release(reservation) : limits.succeed(reservation, account));
      return begun;
    },

    /** Counts a request for a link to a new password like a failed sign-in. Throws like `signIn`. */
    async reserveLink(username: string, address: string): Promise<void> {
      const account = hiddenName(await signInKey(), `link ${username}`);
      (await limits.reserveSignIn({ account, address, browser: '' })).onStart?.();
    },

    /** Returns what is left of a sign-in. Throws UnauthorizedError if that is nothing. */
    async describeStep(stepToken: string | undefined, from: SignInOrigin): Promise<SignInStep> {
      const { formerToken, address } = from;
      const settingUp = await sessions.find(formerToken, address, true);
      const isSetup = settingUp !== undefined && !(await sessions.find(formerToken, address));
      const { id, username } = isSetup ? settingUp : await steps.getAdmin(stepToken, address);
      const found = await database.read((db) => accountStores(db).factors.list(id, 'app', 'passkey'));
      const hasTotp = found.some(({ kind }) => kind === 'app');
      const rpId = findRpId(from.host);
      const hasPasskeys = found.some((factor) => factor.kind === 'passkey' && factor.rp_id === rpId);
      return { step: isSetup ? 'setup' : 'code', username, hasTotp, passkeys: hasPasskeys };
    },

    /** Returns the name of an account as it is stored, or undefined if there is no such account. */
    async findName(username: string): Promise<string | undefined> {
      return (await database.read((db) => accountStores(db).admins.find(username)))?.username;
    },

    /** Records that a session has proved whose it is. Throws like `changePassword` and `Passkeys.check`. */
    async confirm(
      current: CurrentAdmin,
      { password = '', response }: Confirmation,
      from: SignInOrigin,
    ): Promise<void> {
      const passkey = response && (await passkeys.check(response, `\nconfirm\n${current.id}`, from));
      if (passkey && passkey.adminId !== current.id) throw passkeyRefused();
      const proof = passkey ? undefined : await confirm(current, password, from.address, '/password');
      await database.write(async (db) => {
        await passkey?.spend(db);
        await accountStores(db).sessions.saveConfirmed(hashOf(from.formerToken ?? ''), now().toISOString());
      });
      await proof?.succeed();
    },

    /**
     * Changes the password, ends all sessions, and returns the token of a new one. With `endTokens`, deletes the API
     * tokens that the account created. Throws ValidationError for an invalid new password, ForbiddenError for a wrong
     * current one, TooManyRequestsError for too many failures, and UnavailableError if too many attempts wait.
     */
    async changePassword(
      current: CurrentAdmin,
      { currentPassword, newPassword, endTokens = false }: PasswordChange,
      address: string,
      userAgent?: string,
    ): Promise<string> {
      const { id, username } = current;
      await checkNewPassword(newPassword, { names: [...names(), username], path: '/newPassword' });
      const { admin, succeed } = await confirm(current, currentPassword, address);
      const password = await hashPassword(newPassword);
      const token = await content.write(async (db) => {
        const stores = accountStores(db);
        if ((await stores.admins.findById(id))?.password !== admin.password) return undefined;
        await stores.admins.savePassword(id, { password, passwordExpiresAt: null });
        await stores.sessions.removeAll(id);
        await stores.links.removeOf({ id, username });
        const after = { password: 'new', signedOut: 'others' } as const;
        await logAccount(stores, authorOf(username), { id, username }, { after });
        if (endTokens) await removeTokensOf(stores, authorOf(username), username);
        return sessions.begin(db, { id, password }, { address, browser: browserName(userAgent) });
      }, NOT_PUBLIC);
      if (!token) throw wrongPassword();
      await succeed();
      return token;
    },
  };
}

const passwordExpired = ({ username }: Admin) =>
  new UnauthorizedError(
    'password-expired',
    `This generated password stopped working after ${GENERATED_PASSWORD_DAYS} days. To get a new one, ask the person who runs your website to run: npm run admin -- reset-password "${username}" --generate`,
  );

const wrongPassword = (path = '/currentPassword') =>
  new ForbiddenError('wrong-password', "That isn't your current password. Try again.", path);
