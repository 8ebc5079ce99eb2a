import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Draft, DRAFT_MAX_BYTES, NewPreviewLink, Preview, PreviewLinks } from '#contract/drafts.ts';
import { OneItem } from '#contract/item-id.ts';
import { API, PREVIEW_PAGE } from '#contract/paths.ts';
import type { PreviewLinkService } from '#server/domains/preview-links.ts';
import { route, type AdminApi } from '#server/http/api.ts';
import { DATA_POLICY, responseHeaders } from '#server/http/headers.ts';
import { prepareResponse, replyPrepared } from '#server/http/response.ts';
import { logSecurity } from '#server/http/security-log.ts';
import { UnauthorizedError } from '#server/platform/errors.ts';
import { previewPolicy, type Previews } from './previews.ts';

const INPUT = { body: Draft, bodyLimit: DRAFT_MAX_BYTES };
const JSON_TYPE = 'application/json; charset=utf-8';

type Services = { previewLinks: PreviewLinkService };

/** Adds the endpoints of previews and of links to them. */
export function addPreviewRoutes({ app, services, currentAdmin }: AdminApi<Services>, previews: Previews) {
  const { previewLinks } = services;

  app.post(
    API.preview,
    route('Render a page with unsaved changes', { ...INPUT, response: Preview }),
    async (request, reply) => {
      const { id } = currentAdmin(request);
      const { html, failed } = await previews.show({ ...request.body, adminId: id }, id);
      // Compressed, because it is sent again while someone types.
      return replyPrepared(
        request,
        reply,
        prepareResponse({
          status: 200,
          headers: responseHeaders({ type: JSON_TYPE, policy: DATA_POLICY, cache: 'never' }),
          body: Buffer.from(JSON.stringify({ html, failed } satisfies Preview)),
        }),
      );
    },
  );

  app.get(
    API.previewLinks,
    route('List your links to previews; as an owner, those of everyone', { response: PreviewLinks }),
    async (request) => previewLinks.list(currentAdmin(request)),
  );

  app.post(
    API.previewLinks,
    route('Create a link to a preview, which works for an hour', { ...INPUT, response: NewPreviewLink }),
    async (request) => {
      const admin = currentAdmin(request);
      await previews.check({ ...request.body, adminId: admin.id });
      const link = await previewLinks.create(admin, request.body);
      logSecurity(request, 'preview-link-created');
      return link;
    },
  );

  app.delete(
    `${API.previewLinks}/:id`,
    route('Delete a link to a preview', { params: OneItem, response: Type.Object({}) }),
    async (request) => {
      await previewLinks.remove(currentAdmin(request), request.params.id);
      return {};
    },
  );
}

/** Adds the pages that links open. Any link that does not work leads to the page of unknown addresses. */
export function addPreviewPage(
  app: FastifyInstance,
  {
    previews,
    services: { previewLinks },
    sendMissing,
  }: {
    previews: Previews;
    services: Services;
    sendMissing: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  },
): void {
  app.get(`${PREVIEW_PAGE}/:token`, { schema: { hide: true } }, async (request, reply) => {
    const { params, ip } = request;
    const link = await previewLinks.find((params as { token: string }).token, ip);
    const preview = link && (await previews.show(link, `${link.id} ${ip}`).catch(unlessEnded));
    const lacksRight = preview?.failed.some(({ problem }) => [401, 403].includes(problem.status));
    if (!preview || lacksRight) return sendMissing(request, reply);
    const policy = previewPolicy(String(preview.page.headers['content-security-policy']));
    return replyPrepared(
      request,
      reply,
      prepareResponse({
        status: preview.page.status,
        headers: {
          ...responseHeaders({ type: 'text/html; charset=utf-8', policy, cache: 'never' }),
          'x-robots-tag': 'noindex',
          'referrer-policy': 'no-referrer',
        },
        body: Buffer.from(preview.html),
      }),
    );
  });
}

function unlessEnded(error: unknown): undefined {
  if (!(error instanceof UnauthorizedError)) throw error;
}
