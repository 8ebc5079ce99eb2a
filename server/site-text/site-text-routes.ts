import { API, CONTENT_VERSION_HEADER } from '#contract/paths.ts';
import {
  AllSiteTexts,
  SavedSiteText,
  SiteTextEntries,
  SiteTextIds,
  SiteTextIdsQuery,
  SiteTextSave,
} from '#contract/site-text.ts';
import type { AdminApi, Api } from '#server/api.ts';

/** The site's texts for everybody: by a list of numbers, as the site's own pages ask, or by an address of its own. */
export function addSiteTextRoutes({ app, services, sendKept, describe }: Api): void {
  app.post(
    API.siteTexts,
    {
      bodyLimit: 8 * 1024,
      schema: describe('Texts of the site by their numbers', { body: SiteTextIds, answer: SiteTextEntries }),
    },
    async ({ body }) => services.siteText.list(body),
  );

  app.get(
    API.siteTexts,
    {
      schema: describe('Texts of the site by their numbers, for other readers', {
        querystring: SiteTextIdsQuery,
        answer: SiteTextEntries,
      }),
    },
    (request, reply) => {
      const { ids } = request.query;
      const read = () => services.siteText.list(ids.split(',').map(Number));
      return sendKept(request, reply, { address: `${API.siteTexts}?ids=${ids}`, read });
    },
  );
}

/** The site's texts for the editor. */
export function addSiteTextEditingRoutes({ app, services, describe, authorOf, basedOn }: AdminApi): void {
  app.get(
    API.allSiteTexts,
    { schema: describe('Every text by its name', { answer: AllSiteTexts }) },
    async (_, reply) => {
      // In one breath with the reading: a later number would hide a change from whoever saves with it.
      void reply.header(CONTENT_VERSION_HEADER, services.content.version());
      return services.siteText.all();
    },
  );

  app.post(
    API.saveSiteText,
    { schema: describe('Save a text', { body: SiteTextSave, answer: SavedSiteText }) },
    async (request) =>
      services.siteText.save(authorOf(request), { ...request.body, basedOn: basedOn(request) }),
  );
}
