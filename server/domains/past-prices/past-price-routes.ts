import type { FastifyReply } from 'fastify';
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
export function addPastPriceRoutes({ app, services }: Api<{ pastPrices: PastPriceService }>): void {
  app.get(
    API.pastPrices,
    route('Get the prices of a past minute, as JSON or CSV, with the changes they come from', {
      querystring: PastPricesQuery,
      response: PastPrices,
    }),
    async (request, reply) => {
      const { at, format, bom } = request.query;
      const found = await services.pastPrices.find(at);
      const [first, second] = found;
      if (!first || second) {
        throw new ValidationError(
          'invalid',
          'Clocks repeated this time. Add the offset from UTC, such as -05:00, to choose one.',
          '/at',
        );
      }
      void reply.header('cache-control', cacheControlOf(found, services.pastPrices));
      return format === 'csv' ? sendCsv(reply, first.prices, bom ? BOM : '') : first.prices;
    },
  );
}

function sendCsv(reply: FastifyReply, prices: PastPrices, start: string): never {
  const name = `prices-${prices.minute.slice(0, 16).replace(':', '')}Z.csv`;
  void reply.header('content-disposition', `attachment; filename="${name}"`);
  void reply.type(`${CSV_MEDIA_TYPE}; charset=utf-8`).serializer((text: string) => text);
  // The schema describes the JSON.
  return (start + formatPastPricesCsv(prices)) as never;
}

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
