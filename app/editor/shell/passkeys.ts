import type { CurrentAdmin } from '#contract/accounts.ts';
import { API } from '#contract/paths.ts';
import { call, UNREACHABLE, type CallResult } from './admin-api.ts';

/** The library that asks the browser for passkeys, which most visits do not need. */
type Library = typeof import('@simplewebauthn/browser');
type Request = Parameters<Library['startAuthentication']>[0];
type Creation = Parameters<Library['startRegistration']>[0];

/** Time after which new options replace those that the name box waits with, before the server rejects them. */
const OPTIONS_MS = 4 * 60_000;

const ALREADY_HERE = 'This device already has a passkey for your account.';
const NOT_CONFIRMED = "Your device didn't confirm the passkey. Try again.";

/** Asks for one of the person's passkeys, with the options at a path. */
export const findPasskey = (path: string, useBrowserAutofill = false) =>
  ask(call<Request['optionsJSON']>(path, { body: {} }), ({ startAuthentication }, optionsJSON) =>
    startAuthentication({ optionsJSON, useBrowserAutofill }),
  );

/** Creates a passkey on this device or another one. */
export const createPasskey = () =>
  ask(call<Creation['optionsJSON']>(API.passkeyOptions, { body: {} }), ({ startRegistration }, optionsJSON) =>
    startRegistration({ optionsJSON }),
  );

async function ask<Options, Answer>(
  request: Promise<CallResult<Options>>,
  start: (library: Library, options: Options) => Promise<Answer>,
): Promise<CallResult<Answer>> {
  const loading = import('@simplewebauthn/browser').catch(() => undefined);
  const [options, library] = await Promise.all([request, loading]);
  if (options.outcome !== 'done') return options;
  if (!library) return UNREACHABLE;
  try {
    return { ...options, body: await start(library, options.body) };
  } catch (error) {
    const isHere = error instanceof Error && error.name === 'InvalidStateError';
    return { outcome: 'rejected', reason: isHere ? ALREADY_HERE : NOT_CONFIRMED };
  }
}

/** Signs in with a passkey, which is both factors. */
export async function signInWithPasskey(): Promise<CallResult<CurrentAdmin>> {
  const passkey = await findPasskey(API.signInPasskeyOptions);
  return passkey.outcome === 'done' ? sendSignIn(passkey.body) : passkey;
}

const sendSignIn = (response: unknown) => call<CurrentAdmin>(API.signInPasskey, { body: { response } });

/** Returns whether this device can have passkeys, and its browser can offer them in a box. */
export async function canOfferPasskeys(): Promise<boolean> {
  // Missing without HTTPS.
  if (!('PublicKeyCredential' in window)) return false;
  const answers = await Promise.all([
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable(),
    PublicKeyCredential.isConditionalMediationAvailable?.(),
  ]);
  return answers.every(Boolean);
}

/**
 * Offers passkeys in the box with `autocomplete="… webauthn"`, until one is chosen: some devices would immediately choose a
 * refused one again. Returns a function that ends the offer.
 */
export function offerPasskeys(onSignIn: (result: CallResult<CurrentAdmin>) => void): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function offer(): Promise<void> {
    clearTimeout(timer);
    timer = setTimeout(() => void offer(), OPTIONS_MS);
    const passkey = await findPasskey(API.signInPasskeyOptions, true);
    // Without a passkey, another request has taken the place of this one, or the network is down.
    if (passkey.outcome !== 'done' || isOver) return;
    clearTimeout(timer);
    onSignIn(await sendSignIn(passkey.body));
  }

  void offer();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
