import { Harvest, HarvestBoard, HarvestSave, SavedHarvest } from '#contract/harvest.ts';
import { API } from '#contract/paths.ts';
import { basedOn, route, type AdminApi, type Api } from '#server/http/api.ts';
import { addOpenData } from '#server/http/open-data.ts';
import { formatHarvestCsv } from './harvest-csv.ts';
import type { HarvestService } from './harvest.ts';

type Services = { harvest: HarvestService };

export function addHarvestRoutes(api: Api<Services>): void {
  addOpenData(api, {
    path: API.harvest,
    summary: 'List what locations take at harvest, as JSON or CSV',
    response: Harvest,
    read: () => api.services.harvest.list(),
    formatCsv: ({ entries }) => formatHarvestCsv(entries),
  });
}

export function addHarvestEditingRoutes({ app, services }: AdminApi<Services>): void {
  app.get(
    API.harvestBoard,
    route('Get the harvest board, with the locations and commodities that it can have', {
      response: HarvestBoard,
    }),
    async () => services.harvest.board(),
  );
}

/** Adds the route that changes entries, for the editor and API clients. */
export function addHarvestUpdateRoute({ app, services, authorOf }: AdminApi<Services>): void {
  app.put(
    API.harvest,
    route('Change entries of the harvest board; others stay', { body: HarvestSave, response: SavedHarvest }),
    async (request) =>
      services.harvest.save(authorOf(request), { entries: request.body.entries, ...basedOn(request) }),
  );
}
