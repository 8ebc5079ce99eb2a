import { API } from '#contract/paths.ts';
import { SavedSiteSettings, SiteSettings, SiteSettingsSave } from '#contract/site-settings.ts';
import { basedOn, route, type AdminApi } from '#server/http/api.ts';
import { versionHeaders } from '#server/http/headers.ts';
import type { SiteSettingService } from './site-settings.ts';

type Services = { site: SiteSettingService };

export function addSiteSettingEditingRoutes({ app, services, content, authorOf }: AdminApi<Services>): void {
  app.get(
    API.siteSettings,
    route('List the site settings, and whether the site file sets them', { response: SiteSettings }),
    async (_, reply) => {
      // Set the version in the same tick as the read: a later version would hide a concurrent change.
      void reply.headers(versionHeaders(content.snapshot()));
      return services.site.list();
    },
  );

  app.post(
    API.siteSettings,
    route('Save site settings, or let the site file set them again', {
      body: SiteSettingsSave,
      response: SavedSiteSettings,
    }),
    async (request) => services.site.save(authorOf(request), { ...request.body, ...basedOn(request) }),
  );
}
