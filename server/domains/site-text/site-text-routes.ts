import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { API } from '#contract/paths.ts';
import {
  AllSiteTexts,
  SavedSiteText,
  SiteTextEntries,
  SiteTextIds,
  SiteTextIdsQuery,
  SiteTextSave,
  SITE_TEXTS,
} from '#contract/site-text.ts';
import { baseVersionOf, route, type AdminApi, type Api } from '#server/http/api.ts';
import { sendFile } from '#server/http/send-file.ts';
import { versionHeaders } from '#server/http/headers.ts';
import type { SiteTextService } from './site-texts.ts';

type Services = { siteText: SiteTextService };

/** Adds the public routes: POST for the site's own pages, and a cacheable GET for other clients. */
export function addSiteTextRoutes({ app, services, sendCached }: Api<Services>): void {
  /** Sends texts uncompressed, so that clients that do not read what they requested share the bytes in memory. */
  function sendShared(request: FastifyRequest, reply: FastifyReply, ids: readonly number[]) {
    const parts = services.siteText.listParts(ids);
    const hash = parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest('base64url');
    const size = parts.reduce((sum, { length }) => sum + length, 0);
    const file = { size, etag: `"${hash}"`, stream: () => Readable.from(parts) };
    return sendFile(request, reply, file, HEADERS, { ranges: false });
  }

  app.post(
    API.siteTexts,
    route('Get site text by ID', { bodyLimit: 8 * 1024, body: SiteTextIds, response: SiteTextEntries }),
    (request, reply) => sendShared(request, reply, request.body),
  );

  app.get(
    API.siteTexts,
    route('Get site text by ID, with the IDs in the query string', {
      querystring: SiteTextIdsQuery,
      response: SiteTextEntries,
    }),
    (request, reply) => {
      const ids = request.query.ids.split(',').map(Number);
      const key = keyOf(ids);
      if (key === null) return sendShared(request, reply, ids);
      return sendCached(request, reply, { key, read: () => services.siteText.list(ids) });
    },
  );
}

const HEADERS = { 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' };

const KNOWN_IDS: ReadonlySet<number> = new Set(SITE_TEXTS.map(({ id }) => id));

/**
 * Returns the cache key of the known ids, or null if they are not in ascending order. The response has the order of the
 * request, so that each of the many other orders would need a separate entry.
 */
function keyOf(ids: readonly number[]): string | null {
  const known = [...new Set(ids)].filter((id) => KNOWN_IDS.has(id));
  const isAscending = known.every((id, at) => at === 0 || id > (known[at - 1] ?? 0));
  return isAscending ? `${API.siteTexts}?ids=${known.join()}` : null;
}

export function addSiteTextEditingRoutes({ app, services, content, authorOf }: AdminApi<Services>): void {
  app.get(
    API.allSiteTexts,
    route('List all site text by name', { response: AllSiteTexts }),
    async (_, reply) => {
      // Set the version in the same tick as the read: a later version would hide a concurrent change.
      void reply.headers(versionHeaders(content.snapshot()));
      return services.siteText.all();
    },
  );

  app.post(
    API.saveSiteText,
    route('Save one site text', { body: SiteTextSave, response: SavedSiteText }),
    async (request) =>
      services.siteText.save(authorOf(request), { ...request.body, baseVersion: baseVersionOf(request) }),
  );
}
