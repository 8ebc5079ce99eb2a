import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { PasswordChange, CurrentAdmin, SignIn } from '#contract/accounts.ts';
import { OneItem } from '#contract/item-id.ts';
import { Sessions, type SessionInfo } from '#contract/sessions.ts';
import { API, DASHBOARD_PAGE, SIGN_IN_PAGE } from '#contract/paths.ts';
import { route, type AdminApi, type Api } from '#server/http/api.ts';
import { logSecurity } from '#server/http/security-log.ts';
import { checkSameOrigin, type Cookies } from '#server/http/cookies.ts';
import type { AccountService } from './account-service.ts';
import { originOf, respondSignedIn, type SignInParts } from './second-factor-routes.ts';
import { codeNeeded, setupNeeded } from './sign-in-steps.ts';

const BODY_LIMIT_BYTES = 8 * 1024;

/** Adds the sign-in with a password. */
export function addSignInRoute({ app }: Api, parts: SignInParts): void {
  app.post(
    API.signIn,
    {
      onRequest: async ({ headers }) => checkSameOrigin(headers),
      ...route('Sign in', { bodyLimit: BODY_LIMIT_BYTES, body: SignIn, response: CurrentAdmin }),
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

/** Starts a session and sets its cookies. Throws like `AccountService.signIn`, and UnauthorizedError if a step must follow. */
async function signIn(
  request: FastifyRequest<{ Body: SignIn }>,
  reply: FastifyReply,
  { accounts, cookies }: SignInParts,
): Promise<CurrentAdmin> {
  try {
    const result = await accounts.signIn(request.body, originOf(request, cookies));
    if ('stepToken' in result) {
      void cookies.writeStep(reply, result.stepToken).header('cache-control', 'no-store');
      throw codeNeeded();
    }
    respondSignedIn(request, reply, cookies, result);
    if (!(await accounts.find(result.token, request.ip))) throw setupNeeded();
    return result.currentAdmin;
  } catch (error) {
    request.account ??= await accounts.findName(request.body.username).catch(() => undefined);
    throw error;
  }
}

export function addAccountRoutes(
  { app, currentAdmin }: AdminApi,
  accounts: AccountService,
  cookies: Cookies,
): void {
  app.get(
    API.verify,
    route('Get the signed-in administrator', { response: CurrentAdmin }),
    async (request) => {
      const admin = currentAdmin(request);
      const sessions = await accounts.listSessions(admin, cookies.read(request));
      const isUnknown = ({ isNew, isCurrent, username }: SessionInfo) =>
        isNew && !isCurrent && username === admin.username;
      const newSessions = sessions.filter(isUnknown).length;
      return { ...admin, ...(newSessions > 0 && { newSessions }) };
    },
  );

  app.get(
    API.sessions,
    route('List your sessions, or as an owner those of everyone', { response: Sessions }),
    async (request) => accounts.listSessions(currentAdmin(request), cookies.read(request)),
  );

  app.delete(
    `${API.sessions}/:id`,
    route('End a session', { params: OneItem, response: Type.Object({}) }),
    async (request) => {
      await accounts.settleSession(currentAdmin(request), request.params.id, 'end');
      return {};
    },
  );

  app.post(
    `${API.sessions}/:id/known`,
    route('Say that a new browser is yours', { params: OneItem, response: Type.Object({}) }),
    async (request) => {
      await accounts.settleSession(currentAdmin(request), request.params.id, 'known');
      return {};
    },
  );

  app.post(
    API.otherSessions,
    route('End all your other sessions', { response: Type.Object({}) }),
    async (request) => {
      await accounts.endSessions(currentAdmin(request), cookies.read(request));
      return {};
    },
  );

  app.post(API.signOut, route('Sign out', { response: Type.Object({}) }), async (request, reply) => {
    await accounts.signOut(cookies.read(request) ?? '');
    void cookies.clear(reply);
    return {};
  });

  app.post(
    API.signOutEverywhere,
    route('Sign out on every device', { response: Type.Object({}) }),
    async (request, reply) => {
      await accounts.endSessions(currentAdmin(request));
      void cookies.clear(reply);
      return {};
    },
  );

  app.post(
    API.password,
    route('Change your password and end your other sessions', {
      bodyLimit: BODY_LIMIT_BYTES,
      body: PasswordChange,
      response: Type.Object({}),
    }),
    async (request, reply) => {
      const token = await accounts.changePassword(
        currentAdmin(request),
        request.body,
        request.ip,
        request.headers['user-agent'],
      );
      logSecurity(request, 'password-changed');
      void cookies.write(reply, token);
      return {};
    },
  );
}
