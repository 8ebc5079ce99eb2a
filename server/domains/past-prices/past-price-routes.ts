import { CSV_MEDIA_TYPE } from '#contract/open-data.ts';
import { PastPrices, PastPricesQuery } from '#contract/past-prices.ts';
import { API } from '#contract/paths.ts';
import { route, type Api } from '#server/http/api.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { BOM } from '#shared/csv.ts';
import { formatPastPricesCsv } from './past-prices-csv.ts';
import type { PastPriceService } from './past-price-service.ts';

/** Adds the endpoint, for administrators or, with the setting, for everyone. */
export function addPastPriceRoutes(api: Api<{ pastPrices: PastPriceService }>): void {
  const { app, services, sendCached } = api;
  const { pastPrices } = services;

  async function findOne(at: string): Promise<PastPrices> {
    const [first, second] = await pastPrices.find(at);
    if (first && !second) return first;
    throw new ValidationError(
      'invalid',
      'Clocks repeated this time. Add the offset from UTC, such as -05:00, to choose one.',
      '/at',
    );
  }

  app.get(
    API.pastPrices,
    route('Get the prices of a past minute, as JSON or CSV, with the changes they come from', {
      querystring: PastPricesQuery,
      response: PastPrices,
    }),
    async (request, reply) => {
      const { at, format = 'json', bom } = request.query;
      const start = bom ? BOM : '';
      const { key, cacheControl } = pastPrices.cachingOf(at);
      return sendCached(request, reply, {
        key: key && `${API.pastPrices} ${key} ${format} ${start}`,
        read: () => findOne(at),
        write: (prices) => (format === 'csv' ? start + formatPastPricesCsv(prices) : JSON.stringify(prices)),
        headers: (prices) => ({
          'cache-control': cacheControl,
          ...(format === 'csv' && csvHeaders(prices)),
        }),
      });
    },
  );
}

const csvHeaders = ({ minute }: PastPrices) => ({
  'content-type': `${CSV_MEDIA_TYPE}; charset=utf-8`,
  'content-disposition': `attachment; filename="prices-${minute.slice(0, 16).replace(':', '')}Z.csv"`,
});
