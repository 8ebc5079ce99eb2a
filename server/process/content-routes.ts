import { DOMAINS } from '#server/domains/domains.ts';
import { addHarvestUpdateRoute } from '#server/domains/harvest/harvest-routes.ts';
import { addHistoryRoutes } from '#server/domains/history/history-routes.ts';
import type { Services } from '#server/domains/services.ts';
import type { AdminApi } from '#server/http/api.ts';

/** Adds the endpoints with which administrators change content. Those for bids are apart, as they also accept CSV. */
export function addContentRoutes(api: AdminApi<Services>): void {
  for (const { addEditingRoutes } of Object.values(DOMAINS)) addEditingRoutes(api);
  addHarvestUpdateRoute(api);
  addHistoryRoutes(api, { timeZone: () => api.services.site.current().timeZone });
}
