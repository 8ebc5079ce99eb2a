import {
  PRICE_TABLE_LIMITS,
  PriceTableAnswer,
  PriceTableParams,
  PriceTableSave,
  SavedPriceTable,
  type PriceTableType,
} from '#contract/price-tables.ts';
import { API } from '#contract/paths.ts';
import type { AdminApi, Api } from '#server/api.ts';

const { columns, rows, headerLength, cellLength } = PRICE_TABLE_LIMITS;
/** Size of the largest table if each character is an escape of six bytes, such as \u00e9. */
const BODY_LIMIT_BYTES = columns * (6 * headerLength + 50) + rows * columns * (6 * cellLength + 50);

export function addPriceTableRoutes({ app, services, sendKept, describe }: Api): void {
  app.get(
    `${API.priceTable}/:type`,
    { schema: describe('Get a price table', { params: PriceTableParams, answer: PriceTableAnswer }) },
    (request, reply) => {
      const type = Number(request.params.type) as PriceTableType;
      const read = () => services.priceTables.present(type);
      return sendKept(request, reply, { address: `${API.priceTable}/${type}`, read });
    },
  );
}

export function addPriceTableEditingRoutes({ app, services, describe, authorOf, basedOn }: AdminApi): void {
  app.post(
    API.priceTable,
    {
      bodyLimit: BODY_LIMIT_BYTES,
      schema: describe('Replace a price table', { body: PriceTableSave, answer: SavedPriceTable }),
    },
    async (request) =>
      services.priceTables.save(authorOf(request), { ...request.body, basedOn: basedOn(request) }),
  );
}
