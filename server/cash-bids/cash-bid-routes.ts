import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBoardCsv, writeBoardCsv } from '#contract/board-csv.ts';
import {
  BidBoard,
  BidBoardSave,
  CashBids,
  CashBidsQuery,
  CSV_MEDIA_TYPE,
  SavedBidBoard,
} from '#contract/cash-bids.ts';
import { API } from '#contract/paths.ts';
import type { AdminApi, Api, ProgramApi } from '#server/api.ts';
import { HttpError } from '#server/errors.ts';
import { CSV_ADDRESS, prefersCsv } from './kept-address.ts';
import { WrongBoardError, wrongBoardDetail } from './save-cash-bids.ts';

/** CORS headers: pages of any origin may read the cash bids. */
const OPEN_TO_ALL = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, content-version',
  vary: 'accept',
};

export function addCashBidRoutes({ app, services, sendKept, describe }: Api): void {
  app.get(
    API.cashBids,
    {
      schema: describe('List cash bids in order', {
        querystring: CashBidsQuery,
        answer: CashBids,
      }),
    },
    (request, reply) => {
      const { format } = request.query;
      const isCsv = format === undefined ? prefersCsv(request.headers.accept) : format === 'csv';
      return isCsv ? sendCsv(request, reply) : sendJson(request, reply);
    },
  );

  const sendJson = (request: FastifyRequest, reply: FastifyReply) =>
    sendKept(request, reply, {
      address: API.cashBids,
      read: () => services.cashBids.list(),
      headers: OPEN_TO_ALL,
    });

  const sendCsv = (request: FastifyRequest, reply: FastifyReply) =>
    sendKept(request, reply, {
      address: CSV_ADDRESS,
      read: () => services.cashBids.list().bids,
      write: writeBoardCsv,
      headers: { ...OPEN_TO_ALL, 'content-type': `${CSV_MEDIA_TYPE}; charset=utf-8` },
    });

  // Answer the CORS preflight of cross-origin requests with `If-None-Match`.
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

export function addCashBidEditingRoutes({ app, services, describe }: AdminApi): void {
  app.get(
    API.bidBoard,
    {
      schema: describe('Get all bids, including hidden ones, and the commodity settings', {
        answer: BidBoard,
      }),
    },
    async () => services.cashBids.board(),
  );
}

/** Fits the largest bid list in any encoding of its characters. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

/** Adds the route that replaces all bids, for the editor and API clients. */
export function addBoardSaveRoute({ app, services, describe, authorOf, basedOn }: ProgramApi): void {
  /** Line numbers of the rows of CSV bodies. */
  const linesOf = new WeakMap<object, readonly number[]>();

  app.addContentTypeParser(CSV_MEDIA_TYPE, { parseAs: 'string' }, (_request, text, done) => {
    const { rows: bids, lines, mistakes } = readBoardCsv(String(text));
    if (mistakes.length > 0) {
      done(wrongBoard(mistakes));
      return;
    }
    const board = { bids };
    linesOf.set(board, lines);
    done(null, board);
  });

  app.put(
    API.cashBids,
    {
      bodyLimit: BODY_LIMIT_BYTES,
      schema: describe('Replace all cash bids, as JSON or CSV (text/csv)', {
        body: BidBoardSave,
        answer: SavedBidBoard,
      }),
    },
    async (request) => {
      const { bids, commodities } = request.body;
      try {
        return await services.cashBids.saveBoard(authorOf(request), {
          bids,
          commodities,
          basedOn: basedOn(request),
        });
      } catch (error) {
        if (error instanceof WrongBoardError) throw toRefusal(error, linesOf.get(request.body));
        throw error;
      }
    },
  );
}

function toRefusal({ mistakes }: WrongBoardError, lines: readonly number[] | undefined): HttpError {
  return wrongBoard(
    mistakes.map(({ row, field, message }) => ({
      field: lines ? field : `body/bids/${row}/${field}`,
      ...(lines && { line: lines[row] ?? row + 1 }),
      message,
    })),
  );
}

const wrongBoard = (errors: NonNullable<HttpError['more']['errors']>) =>
  new HttpError(400, 'wrong-board', wrongBoardDetail(errors.length), { errors });
