import Negotiator from 'negotiator';
import { parseBidsCsv, formatBidsCsv } from '#shared/bids-csv.ts';
import { BOM } from '#shared/csv.ts';
import { decodeText } from '#shared/decode-text.ts';
import {
  BidList,
  BidListUpdate,
  CashBids,
  CashBidsQuery,
  CommodityList,
  CSV_MEDIA_TYPE,
  SavedBidList,
  SavedCommodities,
} from '#contract/cash-bids.ts';
import { API } from '#contract/paths.ts';
import { basedOn, route, type AdminApi, type Api, type ProgramApi } from '#server/http/api.ts';
import type { CashBidService } from './cash-bid-service.ts';
import { ValidationError, type Issue } from '#server/platform/errors.ts';
import { invalidBids } from './cash-bids.ts';

type Services = { cashBids: CashBidService };

/** CORS headers: pages of any origin may read the cash bids. */
const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, content-version, content-epoch, age',
  vary: 'accept',
};

export function addCashBidRoutes({ app, services, sendCached }: Api<Services>): void {
  app.get(
    API.cashBids,
    route('List cash bids in order', { querystring: CashBidsQuery, response: CashBids }),
    (request, reply) =>
      (request.query.format ?? preferredFormat(request.headers.accept)) === 'csv'
        ? sendCached(request, reply, {
            key: `${API.cashBids}?format=csv&bom=${request.query.bom}`,
            read: () => services.cashBids.list().bids,
            write: (bids) => (request.query.bom ? BOM : '') + formatBidsCsv(bids),
            headers: { ...CORS_HEADERS, 'content-type': `${CSV_MEDIA_TYPE}; charset=utf-8` },
          })
        : sendCached(request, reply, { read: () => services.cashBids.list(), headers: CORS_HEADERS }),
  );

  // Respond to the CORS preflight of cross-origin requests with `If-None-Match`.
  app.options(API.cashBids, { schema: { hide: true } }, async (_, reply) => {
    void reply.headers({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'if-none-match',
      'access-control-max-age': '86400',
    });
    return reply.code(204).send();
  });
}

/** Returns `csv` if `Accept` names CSV explicitly and prefers it to JSON. */
export function preferredFormat(accept: string | undefined): 'csv' | 'json' {
  if (!accept?.includes(CSV_MEDIA_TYPE)) return 'json';
  const types = new Negotiator({ headers: { accept: accept.toLowerCase() } }).mediaTypes();
  const preferred = types.find((type) => type === CSV_MEDIA_TYPE || type === 'application/json');
  return preferred === CSV_MEDIA_TYPE ? 'csv' : 'json';
}

export function addCashBidEditingRoutes({ app, services, authorOf }: AdminApi<Services>): void {
  app.get(
    API.bidList,
    route('Get all bids, including hidden ones, and the commodity settings', { response: BidList }),
    async () => services.cashBids.bidList(),
  );

  app.put(
    API.commodities,
    route('Replace all commodities of the cash bids', { body: CommodityList, response: SavedCommodities }),
    async (request) =>
      services.cashBids.saveCommodities(authorOf(request), {
        commodities: request.body.commodities,
        ...basedOn(request),
      }),
  );
}

/** Size that fits the largest bid list, however its characters are encoded. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

/** Adds the route that replaces all bids, for the editor and API clients. */
export function addBidListUpdateRoute({ app, services, authorOf }: ProgramApi<Services>): void {
  /** Line numbers of the rows of CSV bodies. */
  const linesOf = new WeakMap<object, readonly number[]>();

  app.addContentTypeParser(CSV_MEDIA_TYPE, { parseAs: 'buffer' }, (_request, bytes, done) => {
    const { rows: bids, lines, issues } = parseBidsCsv(decodeText(bytes as Buffer));
    if (issues.length > 0) {
      done(invalidBids(issues.map(({ field: path, line, message }) => ({ path, line, message }))));
      return;
    }
    const bidList = { bids };
    linesOf.set(bidList, lines);
    done(null, bidList);
  });

  app.put(
    API.cashBids,
    route('Replace all cash bids, as JSON or CSV (text/csv)', {
      bodyLimit: BODY_LIMIT_BYTES,
      body: BidListUpdate,
      response: SavedBidList,
    }),
    async (request) => {
      const { bids, commodities } = request.body;
      const lines = linesOf.get(request.body);
      try {
        return await services.cashBids.saveBidList(authorOf(request), {
          bids,
          commodities,
          ...basedOn(request),
          lines,
        });
      } catch (error) {
        throw lines && error instanceof ValidationError && error.issues
          ? invalidBids(error.issues.map((issue) => inFile(issue, lines)))
          : error;
      }
    },
  );
}

/** Replaces a path such as `/bids/0/basis` by the column and the line in the CSV file. */
function inFile({ path, message }: Issue, lines: readonly number[]): Issue {
  const [, , row, column = ''] = path.split('/');
  return { path: column, line: lines[Number(row)] ?? Number(row) + 1, message };
}
