import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { CurrentAdmin } from '#contract/accounts.ts';
import * as Contract from '#contract/factors.ts';
import { API, DASHBOARD_PAGE, SECOND_STEP_PAGE } from '#contract/paths.ts';
import { route, type AdminApi, type Api } from '#server/http/api.ts';
import { checkSameOrigin, type Cookies } from '#server/http/cookies.ts';
import { logSecurity } from '#server/http/security-log.ts';
import type { AccountService } from './account-service.ts';
import type { SignInOrigin } from './sessions.ts';
import { KNOWN_BROWSER_DAYS } from './sign-in-key.ts';
import type { SignedIn } from './sign-in-steps.ts';

const { NewRecoveryCodes, OneTimeCode, PasskeyOptions, PasskeySignIn } = Contract;
const Done = Type.Object({});
/** Answers of browsers can contain certificates. */
const LIMIT = { bodyLimit: 64 * 1024 };

export type SignInParts = { accounts: AccountService; cookies: Cookies };
type ShowFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export const originOf = (request: FastifyRequest, cookies: Cookies): SignInOrigin => ({
  address: request.ip,
  host: request.headers.host,
  formerToken: cookies.read(request),
  knownBrowser: cookies.readKnownBrowser(request),
  userAgent: request.headers['user-agent'],
});

/** Sets the cookies of a complete sign-in, and logs it. */
export function respondSignedIn(
  request: FastifyRequest,
  reply: FastifyReply,
  cookies: Cookies,
  { currentAdmin, token, knownBrowser }: SignedIn,
): CurrentAdmin {
  request.account = currentAdmin.username;
  logSecurity(request, 'sign-in');
  void cookies.write(reply, token).header('cache-control', 'no-store');
  if (cookies.readStep(request) !== undefined) void cookies.clearStep(reply);
  cookies.writeKnownBrowser(reply, knownBrowser, KNOWN_BROWSER_DAYS);
  return currentAdmin;
}

/** Completes a sign-in with a code. Throws like `SignInSteps.signInWithCode`. */
async function signInWithCode(
  request: FastifyRequest<{ Body: Contract.OneTimeCode }>,
  reply: FastifyReply,
  { accounts: { steps }, cookies }: SignInParts,
): Promise<CurrentAdmin> {
  const step = cookies.readStep(request);
  request.account = (await steps.getAdmin(step, request.ip)).username;
  const signedIn = await steps.signInWithCode(step, request.body.code, originOf(request, cookies));
  return respondSignedIn(request, reply, cookies, signedIn);
}

async function onRequest(request: FastifyRequest, reply: FastifyReply) {
  if (request.method === 'POST') checkSameOrigin(request.headers);
  void reply.header('cache-control', 'no-store');
}

/** Adds what completes a sign-in, and the sign-in with a passkey. */
export function addSignInStepRoutes({ app }: Api, parts: SignInParts): void {
  const { accounts, cookies } = parts;

  const left = route('Find what is left of a sign-in', { response: Contract.SignInStep });
  app.get(API.signInStep, { onRequest, ...left }, async (request) =>
    accounts.describeStep(cookies.readStep(request), originOf(request, cookies)),
  );

  const code = route('Complete a sign-in with a code', { body: OneTimeCode, response: CurrentAdmin });
  app.post(API.signInCode, { onRequest, ...code }, async (request, reply) =>
    signInWithCode(request, reply, parts),
  );

  const start = route('Start a sign-in with a passkey', { response: PasskeyOptions });
  app.post(API.signInPasskeyOptions, { onRequest, ...start }, async ({ headers }) =>
    accounts.passkeys.requestOptions('\nsign-in', headers.host),
  );

  const finish = route('Sign in with a passkey', { ...LIMIT, body: PasskeySignIn, response: CurrentAdmin });
  app.post(API.signInPasskey, { onRequest, ...finish }, async (request, reply) => {
    const from = originOf(request, cookies);
    const signedIn = await accounts.steps.signInWithPasskey(request.body.response, from);
    return respondSignedIn(request, reply, cookies, signedIn);
  });
}

/** Adds the form of the second step, for submissions before hydration and without scripts. */
export function addSecondStepFormRoute({ app }: Api, parts: SignInParts, showFailure: ShowFailure): void {
  const errorHandler = (...failure: Parameters<ShowFailure>) => void showFailure(...failure);
  const schema = { hide: true, body: OneTimeCode };
  app.post(SECOND_STEP_PAGE, { onRequest, schema, errorHandler }, async (request, reply) => {
    await signInWithCode(request, reply, parts);
    return reply.redirect(DASHBOARD_PAGE, 303);
  });
}

/** Adds what administrators do with their own second factors, and with which they prove who they are. */
export function addFactorRoutes(
  { app, services: { accounts }, currentAdmin }: AdminApi<{ accounts: AccountService }>,
  cookies: Cookies,
): void {
  const { factors, passkeys } = accounts;
  const one = `${API.passkeys}/:id`;
  const callerOf = (request: FastifyRequest) => ({ ...currentAdmin(request), token: cookies.read(request) });

  app.get(API.factors, route('List your second factors', { response: Contract.Factors }), async (request) =>
    factors.list(currentAdmin(request)),
  );

  const start = route('Start to set up an app that shows codes', { response: Contract.NewTotp });
  app.post(API.totp, start, async (request) => factors.startApp(currentAdmin(request)));

  const addApp = route('Set up an app with its code', { body: OneTimeCode, response: NewRecoveryCodes });
  app.post(API.totpConfirmation, addApp, async (request) =>
    factors.addApp(callerOf(request), request.body.code),
  );

  const removeApp = route('Remove the app that shows codes', { response: Done });
  app.delete(API.totp, removeApp, async (request) => factors.remove(callerOf(request), 'app'));

  const codes = route('Replace your recovery codes', { response: NewRecoveryCodes });
  app.post(API.recoveryCodes, codes, async (request) => factors.createRecoveryCodes(callerOf(request)));

  const options = route('Start to add a passkey', { response: PasskeyOptions });
  app.post(API.passkeyOptions, options, async (request) =>
    factors.passkeyOptions(currentAdmin(request), request.headers.host),
  );

  const add = route('Add a passkey', { ...LIMIT, body: Contract.NewPasskey, response: NewRecoveryCodes });
  app.post(API.passkeys, add, async (request) =>
    factors.addPasskey(callerOf(request), request.body, request.headers.host),
  );

  const rename = route('Rename a passkey', {
    params: Contract.OnePasskey,
    body: Contract.PasskeyName,
    response: Done,
  });
  app.put(one, rename, async (request) =>
    factors.renamePasskey(currentAdmin(request), request.params.id, request.body.name),
  );

  const remove = route('Remove a passkey', { params: Contract.OnePasskey, response: Done });
  app.delete(one, remove, async (request) => factors.remove(callerOf(request), 'passkey', request.params.id));

  const ask = route('Start to prove with a passkey who you are', { response: PasskeyOptions });
  app.post(API.confirmationOptions, ask, async (request) =>
    passkeys.requestOptions(`\nconfirm\n${currentAdmin(request).id}`, request.headers.host),
  );

  const confirm = route('Prove who you are', { ...LIMIT, body: Contract.Confirmation, response: Done });
  app.post(API.confirmation, confirm, async (request) => {
    await accounts.confirm(currentAdmin(request), request.body, originOf(request, cookies));
    logSecurity(request, 'confirmed');
    return {};
  });
}
