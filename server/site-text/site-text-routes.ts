import type { Api } from '#server/api.ts';
import { SiteTextEntries, SiteTextIds, SiteTextIdsQuery } from '#contract/site-text.ts';
import { API } from '#contract/paths.ts';

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
