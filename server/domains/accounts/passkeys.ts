import { isIP } from 'node:net';
import type { CurrentAdmin } from '#contract/accounts.ts';
import type { PasskeyResponse } from '#contract/factors.ts';
import type { DatabaseHandle } from '#server/platform/database/database.ts';
import { ForbiddenError, ValidationError } from '#server/platform/errors.ts';
import { accountStores } from './account-stores.ts';
import { hashOf, type AccountParts, type SignInOrigin } from './sessions.ts';
import { createProof, findProof } from './sign-in-key.ts';

/** Loaded when a passkey is first used, because it takes long to load. */
const library = () => import('@simplewebauthn/server');

/** COSE numbers of EdDSA, ES256, and RS256, which all platforms have. */
const ALGORITHMS = [-8, -7, -257];
const CHALLENGE_MS = 5 * 60_000;

/** What a passkey is asked for. No username has line breaks, so the token of a known browser is no challenge. */
type Purpose = '\nsign-in' | `\n${'add' | 'confirm'}\n${string}`;

const decode = (base64url: string) => Buffer.from(base64url, 'base64url').toString();

/** Returns the host name to which passkeys belong; undefined for an IP address, for which browsers have none. */
export function findRpId(host = ''): string | undefined {
  const { hostname = '' } = URL.parse(`https://${host}`) ?? {};
  return hostname === '' || hostname.startsWith('[') || isIP(hostname) ? undefined : hostname;
}

function getRpId(host: string | undefined): string {
  const found = findRpId(host);
  if (found !== undefined) return found;
  const detail =
    'Passkeys need a web address with a name. Open the website at its name, or use an authenticator app.';
  throw new ValidationError('no-passkeys-here', detail);
}

export function passkeyRefused(): ForbiddenError {
  const detail = "This passkey didn't work. It may have been removed here. Try again, or use your password.";
  return new ForbiddenError('passkey-refused', detail);
}

export type Passkeys = ReturnType<typeof createPasskeys>;

/**
 * Creates the checks of passkeys. Their challenges are signed instead of stored, so that asking for one writes nothing. All
 * throw ValidationError at an IP address, and ForbiddenError for an answer that is not as expected.
 */
export function createPasskeys(parts: Omit<AccountParts, 'content'> & { signInKey: () => Promise<Buffer> }) {
  const { database, now, credentials, signInKey } = parts;
  const sign = async (purpose: Purpose) => createProof(await signInKey(), purpose, now(), CHALLENGE_MS);

  /** Returns the end of the challenge of an answer, and what the library checks. Throws for a frame of another site. */
  async function expect(response: PasskeyResponse, purpose: Purpose, host: string | undefined) {
    const client = JSON.parse(decode(response.response.clientDataJSON)) as Record<string, unknown>;
    const expectedChallenge = String(client['challenge']);
    const proof = findProof(await signInKey(), decode(expectedChallenge), purpose, now());
    if (!proof || client['crossOrigin'] === true) throw passkeyRefused();
    // Browsers offer passkeys over HTTP only on the machine itself.
    const expectedOrigin = [`https://${host}`, `http://${host}`];
    const expected = { expectedChallenge, expectedOrigin, expectedRPID: getRpId(host) };
    return { challenge: proof.expiresAt, options: { response: response as never, ...expected } };
  }

  return {
    /** Returns the options with which a browser asks for a passkey. */
    async requestOptions(purpose: Purpose, host: string | undefined) {
      const rpId = getRpId(host);
      // While the person finds the passkey.
      void library();
      const challenge = Buffer.from(await sign(purpose)).toString('base64url');
      return { challenge, rpId, timeout: CHALLENGE_MS, userVerification: 'required' };
    },

    /** Returns the options with which a browser creates a passkey that names its owner, and asks for a fingerprint or a PIN. */
    async creationOptions({ id, username }: CurrentAdmin, rpName: string, host: string | undefined) {
      const rpID = getRpId(host);
      const { generateRegistrationOptions } = await library();
      const known = await database.read((db) => accountStores(db).factors.list(id, 'passkey'));
      return generateRegistrationOptions({
        rpName,
        rpID,
        challenge: await sign(`\nadd\n${id}`),
        timeout: CHALLENGE_MS,
        userID: new TextEncoder().encode(id),
        userName: username,
        userDisplayName: username,
        excludeCredentials: known.map((passkey) => ({ id: passkey.id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      });
    },

    /** Returns a new passkey as it is stored. */
    async checkNew(response: PasskeyResponse, adminId: string, host: string | undefined) {
      const rpId = getRpId(host);
      const { verifyRegistrationResponse } = await library();
      try {
        const { options } = await expect(response, `\nadd\n${adminId}`, host);
        const checked = await verifyRegistrationResponse({ ...options, supportedAlgorithmIDs: ALGORITHMS });
        const { id, publicKey, counter } = checked.registrationInfo!.credential;
        return { id, secret: Buffer.from(publicKey).toString('base64url'), counter, rp_id: rpId };
      } catch {
        throw passkeyRefused();
      }
    },

    /**
     * Returns the owner of a passkey that has signed a challenge. `spend` makes both count once, in a transaction. Throws
     * TooManyRequestsError for many unknown passkeys.
     */
    async check(response: PasskeyResponse, purpose: Purpose, { host, address }: SignInOrigin) {
      getRpId(host);
      const { id, response: answer } = response;
      const passkey = await credentials.check(hashOf(id), address, () =>
        database.read((db) => accountStores(db).factors.findPasskey(id)),
      );
      const isOther = answer.userHandle !== undefined && decode(answer.userHandle) !== passkey?.admin_id;
      if (!passkey || isOther) throw passkeyRefused();
      const publicKey = new Uint8Array(Buffer.from(passkey.secret, 'base64url'));
      const { verifyAuthenticationResponse } = await library();
      try {
        const { options, challenge } = await expect(response, purpose, host);
        const credential = { id, publicKey, counter: passkey.counter };
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...options,
          credential,
        });
        if (!verified) throw passkeyRefused();
        return {
          adminId: passkey.admin_id,
          async spend(db: DatabaseHandle) {
            const isNew = await accountStores(db).factors.use(
              id,
              authenticationInfo.newCounter,
              challenge,
              now(),
            );
            if (!isNew) throw passkeyRefused();
          },
        };
      } catch {
        throw passkeyRefused();
      }
    },
  };
}
