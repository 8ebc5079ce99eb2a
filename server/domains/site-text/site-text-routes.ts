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
import { versionHeaders } from '#server/http/headers.ts';
import type { SiteTextService } from './site-texts.ts';

type Services = { siteText: SiteTextService };

/** Adds the public routes: POST for the site's own pages, and a cacheable GET for other clients. */
export function addSiteTextRoutes({ app, services, sendCached }: Api<Services>): void {
  app.post(
    API.siteTexts,
    route('Get site text by ID', { bodyLimit: 8 * 1024, body: SiteTextIds, response: SiteTextEntries }),
    async (request) => services.siteText.list(request.body),
  );

  app.get(
    API.siteTexts,
    route('Get site text by ID, with the IDs in the query string', {
      querystring: SiteTextIdsQuery,
      response: SiteTextEntries,
    }),
    (request, reply) => {
      const ids = request.query.ids.split(',').map(Number);
      return sendCached(request, reply, { key: keyOf(ids), read: () => services.siteText.list(ids) });
    },
  );
}

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
