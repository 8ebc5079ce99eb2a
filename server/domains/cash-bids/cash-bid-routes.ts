import { parseBidsCsv, formatBidsCsv } from '#shared/bids-csv.ts';
import { decodeText } from '#shared/decode-text.ts';
import {
  BidList,
  BidListUpdate,
  CashBids,
  CommodityList,
  SavedBidList,
  SavedCommodities,
} from '#contract/cash-bids.ts';
import { CSV_MEDIA_TYPE } from '#contract/open-data.ts';
import { API } from '#contract/paths.ts';
import { basedOn, route, type AdminApi, type Api } from '#server/http/api.ts';
import { addOpenData } from '#server/http/open-data.ts';
import type { CashBidService } from './cash-bid-service.ts';
import { ValidationError, type Issue } from '#server/platform/errors.ts';
import { invalidBids } from './cash-bids.ts';

type Services = { cashBids: CashBidService };

export function addCashBidRoutes(api: Api<Services>): void {
  addOpenData(api, {
    path: API.cashBids,
    summary: 'List cash bids in order',
    response: CashBids,
    read: () => api.services.cashBids.list(),
    formatCsv: ({ bids }) => formatBidsCsv(bids),
  });
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
export function addBidListUpdateRoute({ app, services, authorOf }: AdminApi<Services>): void {
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
