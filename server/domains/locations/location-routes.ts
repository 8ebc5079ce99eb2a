import { Type } from 'typebox';
import type { Image } from '#contract/images.ts';
import { ItemId } from '#contract/item-id.ts';
import {
  EXCEPTION_HOURS_LENGTH,
  EXCEPTIONS_MAX,
  LocationBidsQuery,
  LOCATION_MAX_LENGTH,
  Locations,
  LOCATIONS_MAX,
  LocationsSave,
  SavedLocations,
} from '#contract/locations.ts';
import { API } from '#contract/paths.ts';
import { basedOn, route, type AdminApi, type Api } from '#server/http/api.ts';
import { withImages, type LocationService } from './locations.ts';

type Services = { locations: LocationService; images: { find(id: string): Image | undefined } };

const TEXTS_LENGTH = Object.values(LOCATION_MAX_LENGTH).reduce((sum, length) => sum + length, 0);
/** Size of the longest list if each character is an escape of six bytes, such as \u00e9. */
const BODY_LIMIT_BYTES =
  LOCATIONS_MAX * (6 * TEXTS_LENGTH + EXCEPTIONS_MAX * (6 * EXCEPTION_HOURS_LENGTH + 50) + 700);

export function addLocationRoutes({ app, services, sendCached }: Api<Services>): void {
  app.get(
    API.locations,
    route('List the locations other than the main one, in order', { response: Locations }),
    (request, reply) =>
      sendCached(request, reply, { read: () => withImages(services.locations.list(), services.images) }),
  );
}

export function addLocationEditingRoutes({ app, services, authorOf }: AdminApi<Services>): void {
  app.post(
    API.locations,
    route('Replace the locations other than the main one, in this order', {
      bodyLimit: BODY_LIMIT_BYTES,
      body: LocationsSave,
      querystring: LocationBidsQuery,
      response: SavedLocations,
    }),
    async (request) =>
      services.locations.save(authorOf(request), {
        locations: request.body,
        bids: request.query.bids,
        ...basedOn(request),
      }),
  );

  app.delete(
    `${API.locations}/:id`,
    route('Delete a location', {
      params: Type.Object({ id: ItemId }),
      querystring: LocationBidsQuery,
      response: SavedLocations,
    }),
    async (request) =>
      services.locations.remove(authorOf(request), {
        id: request.params.id,
        bids: request.query.bids,
        ...basedOn(request),
      }),
  );
}
