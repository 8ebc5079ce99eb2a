import { CSV_MEDIA_TYPE } from '#contract/cash-bids.ts';
import { PastPrices, PastPricesQuery } from '#contract/past-prices.ts';
import { API } from '#contract/paths.ts';
import { route, type Api } from '#server/http/api.ts';
import { ValidationError } from '#server/platform/errors.ts';
import { BOM } from '#shared/csv.ts';
import { formatPastPricesCsv } from './past-prices-csv.ts';
import type { PastPriceService } from './past-price-service.ts';
import type { FoundPrices } from './past-prices.ts';

/** Adds the endpoint, for administrators or, with the setting, for everyone. */
export function addPastPriceRoutes(api: Api<{ pastPrices: PastPriceService }>): void {
  const { app, services, sendCached } = api;
  const { pastPrices } = services;

  async function findOne(at: string): Promise<FoundPrices> {
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
      const minute = pastPrices.keyOf(at);
      return sendCached(request, reply, {
        key: minute && `${API.pastPrices} ${minute} ${format} ${start}`,
        read: () => findOne(at),
        write: ({ prices }) =>
          format === 'csv' ? start + formatPastPricesCsv(prices) : JSON.stringify(prices),
        headers: (found) => ({
          'cache-control': cacheControlOf([found], pastPrices),
          ...(format === 'csv' && csvHeaders(found.prices)),
        }),
      });
    },
  );
}

const csvHeaders = ({ minute }: PastPrices) => ({
  'content-type': `${CSV_MEDIA_TYPE}; charset=utf-8`,
  'content-disposition': `attachment; filename="prices-${minute.slice(0, 16).replace(':', '')}Z.csv"`,
});

/**
 * Returns the caching of past prices. Administrators' responses must not remain on a shared device. Public ones are kept
 * for a day only, because a restored backup or a trimmed history can change them.
 */
export function cacheControlOf(
  found: readonly FoundPrices[],
  { isPublic }: { isPublic: () => boolean },
): string {
  if (!isPublic()) return 'private, no-store';
  return found.every(({ isFinal }) => isFinal) ? 'public, max-age=86400, immutable' : 'no-cache';
}
