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
import { basedOn, route, type AdminApi, type Api } from '#server/http/api.ts';
import { sendFile } from '#server/http/send-file.ts';
import { versionHeaders } from '#server/http/headers.ts';
import type { SiteTextService } from './site-texts.ts';

type Services = { siteText: SiteTextService };

/** Adds the public routes: POST for the site's own pages, and a cacheable GET for other clients. */
export function addSiteTextRoutes({ app, services, sendCached }: Api<Services>): void {
  app.post(
    API.siteTexts,
    route('Get site text by ID', { bodyLimit: 8 * 1024, body: SiteTextIds, response: SiteTextEntries }),
    async (request, reply) => {
      const parts = services.siteText.listParts(request.body);
      return reply.headers({ ...HEADERS, 'content-length': sizeOf(parts) }).send(Readable.from(parts));
    },
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
      if (key !== null) return sendCached(request, reply, { key, read: () => services.siteText.list(ids) });
      const parts = services.siteText.listParts(ids);
      const hash = parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest('base64url');
      const file = { size: sizeOf(parts), etag: `"${hash}"`, stream: () => Readable.from(parts) };
      return sendFile(request, reply, file, HEADERS, { ranges: false });
    },
  );
}

/**
 * Lists in an order of their own share the bytes of their texts, uncompressed: the server would otherwise keep a copy for
 * each client that requests another order and does not read the response.
 */
const HEADERS = { 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' };

const sizeOf = (parts: readonly Buffer[]) => parts.reduce((sum, { length }) => sum + length, 0);

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
    async (request) => services.siteText.save(authorOf(request), { ...request.body, ...basedOn(request) }),
  );
}
