import {
  PRICE_TABLE_LIMITS,
  PriceTableResponse,
  PriceTableParams,
  PriceTableSave,
  SavedPriceTable,
  type PriceTableType,
} from '#contract/price-tables.ts';
import { API } from '#contract/paths.ts';
import { basedOn, route, type AdminApi, type Api } from '#server/http/api.ts';
import type { PriceTableService } from './price-tables.ts';

type Services = { priceTables: PriceTableService };

const { columns, rows, headerLength, cellLength } = PRICE_TABLE_LIMITS;
/** Size of the largest table if each character is an escape of six bytes, such as \u00e9. */
const BODY_LIMIT_BYTES = columns * (6 * headerLength + 50) + rows * columns * (6 * cellLength + 50);

export function addPriceTableRoutes({ app, services, sendCached }: Api<Services>): void {
  app.get(
    `${API.priceTable}/:type`,
    route('Get a price table', { params: PriceTableParams, response: PriceTableResponse }),
    (request, reply) => {
      const type = Number(request.params.type) as PriceTableType;
      const read = () => services.priceTables.present(type);
      return sendCached(request, reply, { read });
    },
  );
}

export function addPriceTableEditingRoutes({ app, services, authorOf }: AdminApi<Services>): void {
  app.post(
    API.priceTable,
    route('Replace a price table', {
      bodyLimit: BODY_LIMIT_BYTES,
      body: PriceTableSave,
      response: SavedPriceTable,
    }),
    async (request) => services.priceTables.save(authorOf(request), { ...request.body, ...basedOn(request) }),
  );
}
