import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { PasswordChange, CurrentAdmin, SignIn } from '#contract/accounts.ts';
import { API } from '#contract/paths.ts';
import type { AdminApi, Api } from '#server/platform/http/api.ts';
import { checkSameOrigin } from '#server/platform/http/same-origin.ts';
import type { SessionCookie } from '#server/platform/http/session-cookie.ts';
import type { AccountService } from './account-service.ts';

const BODY_LIMIT_BYTES = 8 * 1024;

/** Adds the only endpoint of the editor that needs no session. */
export function addSignInRoute(
  { app, describe }: Api,
  accounts: AccountService,
  cookie: SessionCookie,
): void {
  app.post(
    API.signIn,
    {
      bodyLimit: BODY_LIMIT_BYTES,
      onRequest: async ({ headers }) => checkSameOrigin(headers),
      schema: describe('Sign in', { body: SignIn, response: CurrentAdmin }),
    },
    async (request, reply) => {
      const { currentAdmin, token } = await accounts.signIn(request.body, {
        address: request.ip,
        formerToken: cookie.read(request),
      });
      void cookie.write(reply, token);
      return currentAdmin;
    },
  );
}

/** Redirects a form submitted before hydration to the sign-in page, without reading the password in its body. */
export function addSignInFormRoute(app: FastifyInstance): void {
  const goBack = async (_: FastifyRequest, reply: FastifyReply) => reply.redirect(SIGN_IN_PAGE, 303);
  app.post(SIGN_IN_PAGE, { schema: { hide: true }, onRequest: goBack }, goBack);
}

const SIGN_IN_PAGE = '/admin';

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
      void cookie.write(reply, token);
      return {};
    },
  );
}
