import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { PasswordChange, CurrentAdmin, SignIn } from '#contract/accounts.ts';
import { API, DASHBOARD_PAGE, SIGN_IN_PAGE } from '#contract/paths.ts';
import type { AdminApi, Api } from '#server/http/api.ts';
import { logSecurity, setAccount } from '#server/http/security-log.ts';
import { checkSameOrigin, type KnownBrowserCookie, type SessionCookie } from '#server/http/cookies.ts';
import type { AccountService } from './account-service.ts';

const BODY_LIMIT_BYTES = 8 * 1024;

type SignInParts = {
  accounts: AccountService;
  cookie: SessionCookie;
  knownBrowserCookie: KnownBrowserCookie;
};

/** Adds the only endpoint of the editor that needs no session. */
export function addSignInRoute({ app, describe }: Api, parts: SignInParts): void {
  app.post(
    API.signIn,
    {
      bodyLimit: BODY_LIMIT_BYTES,
      onRequest: async ({ headers }) => checkSameOrigin(headers),
      schema: describe('Sign in', { body: SignIn, response: CurrentAdmin }),
    },
    async (request, reply) => signIn(request, reply, parts),
  );
}

/** Adds the form of the sign-in page, for submissions before hydration and without scripts. */
export function addSignInFormRoute(
  { app }: Api,
  parts: SignInParts,
  showFailure: (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  app.post(
    SIGN_IN_PAGE,
    {
      bodyLimit: BODY_LIMIT_BYTES,
      onRequest: async ({ headers }) => checkSameOrigin(headers),
      schema: { hide: true, body: SignIn },
      errorHandler: (error, request, reply) => void showFailure(error, request, reply),
    },
    async (request, reply) => {
      await signIn(request, reply, parts);
      return reply.redirect(DASHBOARD_PAGE, 303);
    },
  );
}

/** Starts a session and sets its cookies. Throws like `AccountService.signIn`. */
async function signIn(
  request: FastifyRequest<{ Body: SignIn }>,
  reply: FastifyReply,
  { accounts, cookie, knownBrowserCookie }: SignInParts,
): Promise<CurrentAdmin> {
  const from = {
    address: request.ip,
    formerToken: cookie.read(request),
    knownBrowser: knownBrowserCookie.read(request),
  };
  const { currentAdmin, token, knownBrowser } = await accounts
    .signIn(request.body, from)
    .catch(async (error) => {
      const known = await accounts.findName(request.body.username).catch(() => undefined);
      if (known !== undefined) setAccount(request, known);
      throw error;
    });
  setAccount(request, currentAdmin.username);
  logSecurity(request, 'sign-in');
  void cookie.write(reply, token).header('cache-control', 'no-store');
  knownBrowserCookie.write(reply, knownBrowser);
  return currentAdmin;
}

export function addAccountRoutes(
  { app, describe, currentAdmin }: AdminApi,
  accounts: AccountService,
  cookie: SessionCookie,
): void {
  app.get(
    API.verify,
    { schema: describe('Get the signed-in administrator', { response: CurrentAdmin }) },
    async (request) => currentAdmin(request),
  );

  app.post(
    API.signOut,
    { schema: describe('Sign out', { response: Type.Object({}) }) },
    async (request, reply) => {
      await accounts.signOut(cookie.read(request) ?? '');
      void cookie.clear(reply);
      return {};
    },
  );

  app.post(
    API.signOutEverywhere,
    { schema: describe('Sign out on every device', { response: Type.Object({}) }) },
    async (request, reply) => {
      await accounts.signOutEverywhere(currentAdmin(request));
      void cookie.clear(reply);
      return {};
    },
  );

  app.post(
    API.password,
    {
      bodyLimit: BODY_LIMIT_BYTES,
      schema: describe('Change your password and end your other sessions', {
        body: PasswordChange,
        response: Type.Object({}),
      }),
    },
    async (request, reply) => {
      const token = await accounts.changePassword(currentAdmin(request), request.body, request.ip);
      logSecurity(request, 'password-changed');
      void cookie.write(reply, token);
      return {};
    },
  );
}
