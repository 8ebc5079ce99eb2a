import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { SignIn } from '#contract/accounts.ts';
import { OneItem } from '#contract/item-id.ts';
import { API, FORGOTTEN_PASSWORD_PAGE } from '#contract/paths.ts';
import {
  EmailChange,
  LinkPurpose,
  LinkToken,
  LinkUse,
  NewPersonLink,
  People,
  PersonChange,
  PersonRights,
} from '#contract/people.ts';
import { route, type AdminApi, type Api } from '#server/http/api.ts';
import { checkSameOrigin } from '#server/http/cookies.ts';
import { TooManyRequestsError } from '#server/platform/errors.ts';
import { logSecurity } from '#server/http/security-log.ts';
import type { AccountService } from './account-service.ts';
import { authorOf as authorOfName } from './sessions.ts';
import type { PeopleService } from './people-service.ts';

type Services = { people: PeopleService };

const LIMIT = { bodyLimit: 16 * 1024 };
const Done = Type.Object({});

export function addPeopleRoutes({ app, services, authorOf, currentAdmin }: AdminApi<Services>): void {
  const { people } = services;
  const one = { params: OneItem, response: Done };

  app.get(
    API.people,
    route('List administrators, and unused links to join', { response: People }),
    async () => people.list(),
  );

  const change = route("Change an administrator's rights, or switch the account off", {
    ...one,
    ...LIMIT,
    body: PersonChange,
  });
  app.put(`${API.people}/:id`, change, async (request) => {
    const { username: of } = await people.change(authorOf(request), request.params.id, request.body);
    logSecurity(request, 'rights-changed', { of });
    return {};
  });

  const ownEmail = route('Change your email', { ...LIMIT, body: EmailChange, response: Done });
  app.post(API.email, ownEmail, async (request) => {
    const current = currentAdmin(request);
    await people.change(authorOfName(current.username), current.id, { email: request.body.email });
    return {};
  });

  app.delete(
    `${API.people}/:id/factors`,
    route('Remove the second factors of an administrator, such as after a lost phone', one),
    async (request) => {
      const { username: of } = await people.resetFactors(authorOf(request), request.params.id);
      logSecurity(request, 'factors-removed', { of });
      return {};
    },
  );

  app.delete(`${API.people}/:id`, route('Remove an administrator', one), async (request) => {
    const { username: of } = await people.remove(authorOf(request), request.params.id);
    logSecurity(request, 'account-removed', { of });
    return {};
  });

  const forPassword = route('Create a link with which an administrator sets a new password', {
    params: OneItem,
    response: NewPersonLink,
  });
  app.post(`${API.people}/:id/password-link`, forPassword, async (request) => {
    const link = await people.createPasswordLink(authorOf(request), request.params.id);
    logSecurity(request, 'link-created');
    return link;
  });

  const forPerson = route('Create a link with which someone becomes an administrator', {
    ...LIMIT,
    body: PersonRights,
    response: NewPersonLink,
  });
  app.post(API.personLinks, forPerson, async (request) => {
    const link = await people.invite(authorOf(request), request.body);
    logSecurity(request, 'link-created');
    return link;
  });

  app.delete(`${API.personLinks}/:id`, route('Delete an unused link', one), async (request) => {
    await people.removeLink(authorOf(request), request.params.id);
    return {};
  });
}

async function onRequest(request: FastifyRequest, reply: FastifyReply) {
  checkSameOrigin(request.headers);
  void reply.header('cache-control', 'no-store');
}

/** Adds what the page of a link needs, without a session. */
export function addLinkRoutes({ app, services: { people } }: Api<Services>): void {
  const find = route('Find what a link is for', { ...LIMIT, body: LinkToken, response: LinkPurpose });
  app.post(API.linkPurpose, { onRequest, ...find }, async ({ body, ip }) => people.findLink(body.token, ip));

  const use = route('Create an account, or set a password, with a link', {
    ...LIMIT,
    body: LinkUse,
    response: Type.Object({ username: Type.String() }),
  });
  app.post(API.linkUse, { onRequest, ...use }, async (request) => {
    const used = await people.useLink(request.body, request.ip);
    request.account = used.username;
    logSecurity(request, 'link-used');
    return used;
  });
}

/** Adds the form for a forgotten password. Its response does not depend on the name, and does not wait for the email. */
export function addForgottenPasswordRoute({
  app,
  services: { accounts, people },
}: Api<Services & { accounts: AccountService }>): void {
  const schema = { hide: true, body: Type.Pick(SignIn, ['username']) };
  app.post(FORGOTTEN_PASSWORD_PAGE, { ...LIMIT, onRequest, schema }, async ({ body, ip, log }, reply) => {
    try {
      await accounts.reserveLink(body.username, ip);
    } catch (error) {
      if (error instanceof TooManyRequestsError)
        return reply.redirect(`${FORGOTTEN_PASSWORD_PAGE}#wait`, 303);
      throw error;
    }
    // After the response, so that its time does not depend on the name either.
    setImmediate(() => {
      people
        .sendPasswordLink(body.username)
        .catch((error: Error) => log.error(error, "Couldn't email a link to a new password."));
    });
    return reply.redirect(`${FORGOTTEN_PASSWORD_PAGE}#sent`, 303);
  });
}
