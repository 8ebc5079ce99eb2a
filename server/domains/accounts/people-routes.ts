import { Type } from 'typebox';
import { OneItem } from '#contract/item-id.ts';
import { API } from '#contract/paths.ts';
import {
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
import { logSecurity } from '#server/http/security-log.ts';
import type { PeopleService } from './people-service.ts';

type Services = { people: PeopleService };

const BODY_LIMIT_BYTES = 16 * 1024;
const Done = Type.Object({});

export function addPeopleRoutes({ app, services, authorOf }: AdminApi<Services>): void {
  const { people } = services;

  app.get(
    API.people,
    route('List administrators, and links to join that have not been used', { response: People }),
    async () => people.list(),
  );

  app.put(
    `${API.people}/:id`,
    route("Change an administrator's rights, or switch the account on or off", {
      bodyLimit: BODY_LIMIT_BYTES,
      params: OneItem,
      body: PersonChange,
      response: Done,
    }),
    async (request) => {
      const { username: account } = await people.change(authorOf(request), request.params.id, request.body);
      logSecurity(request, 'rights-changed', { of: account });
      return {};
    },
  );

  app.delete(
    `${API.people}/:id`,
    route('Remove an administrator', { params: OneItem, response: Done }),
    async (request) => {
      const { username } = await people.remove(authorOf(request), request.params.id);
      logSecurity(request, 'account-removed', { of: username });
      return {};
    },
  );

  app.post(
    `${API.people}/:id/password-link`,
    route('Create a link with which an administrator sets a new password', {
      params: OneItem,
      response: NewPersonLink,
    }),
    async (request) => {
      const link = await people.createPasswordLink(authorOf(request), request.params.id);
      logSecurity(request, 'link-created');
      return link;
    },
  );

  app.post(
    API.personLinks,
    route('Create a link with which someone becomes an administrator', {
      bodyLimit: BODY_LIMIT_BYTES,
      body: PersonRights,
      response: NewPersonLink,
    }),
    async (request) => {
      const link = await people.invite(authorOf(request), request.body);
      logSecurity(request, 'link-created');
      return link;
    },
  );

  app.delete(
    `${API.personLinks}/:id`,
    route('Delete a link that has not been used', { params: OneItem, response: Done }),
    async (request) => {
      await people.removeLink(authorOf(request), request.params.id);
      return {};
    },
  );
}

/** Adds what the page of a link needs, without a session. */
export function addLinkRoutes({ app, services }: Api<Services>): void {
  const guard = {
    onRequest: async ({ headers }: { headers: Parameters<typeof checkSameOrigin>[0] }) =>
      checkSameOrigin(headers),
  };

  app.post(
    API.linkPurpose,
    {
      ...guard,
      ...route('Find what a link is for', {
        bodyLimit: BODY_LIMIT_BYTES,
        body: LinkToken,
        response: LinkPurpose,
      }),
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      return services.people.findLink(request.body.token, request.ip);
    },
  );

  app.post(
    API.linkUse,
    {
      ...guard,
      ...route('Create an account, or set a password, with a link', {
        bodyLimit: BODY_LIMIT_BYTES,
        body: LinkUse,
        response: Type.Object({ username: Type.String() }),
      }),
    },
    async (request, reply) => {
      const used = await services.people.useLink(request.body, request.ip);
      request.account = used.username;
      logSecurity(request, 'link-used');
      void reply.header('cache-control', 'no-store');
      return used;
    },
  );
}
