import { Readable } from 'node:stream';
import { Type } from 'typebox';
import {
  HistoryCsvQuery,
  HistoryPage,
  HistoryPeople,
  HistoryQuery,
  HistoryRestore,
  HistoryRestored,
} from '#contract/history.ts';
import { API } from '#contract/paths.ts';
import { basedOn, route, type AdminApi } from '#server/http/api.ts';
import { formatHistoryCsv } from './history-csv.ts';
import type { HistoryService } from './history-service.ts';

type Services = { history: HistoryService };

export function addHistoryRoutes(
  { app, services: { history }, authorOf }: AdminApi<Services>,
  { timeZone }: { timeZone: () => string },
): void {
  app.get(
    API.history,
    route('List changes, newest first', { querystring: HistoryQuery, response: HistoryPage }),
    async ({ query: { cursor, limit, ...filters } }) =>
      history.list(filters, { cursor, ...(limit !== undefined && { limit: Number(limit) }) }),
  );

  app.post(
    API.historyRestore,
    route('Restore the values before a change, or before all changes of a save', {
      body: HistoryRestore,
      response: HistoryRestored,
    }),
    async (request) =>
      history.restore(authorOf(request), { changes: request.body.changes, ...basedOn(request) }),
  );

  app.get(
    API.historyPeople,
    route('List everyone who has made a change', { response: HistoryPeople }),
    async () => history.listPeople(),
  );

  app.get(
    API.historyCsv,
    route('Export changes as CSV, newest first', {
      querystring: HistoryCsvQuery,
      response: Type.String({ description: 'CSV (text/csv)' }),
    }),
    async ({ query }, reply) => {
      void reply.header('content-type', 'text/csv; charset=utf-8');
      void reply.header('content-disposition', 'attachment; filename="history.csv"');
      return reply.send(Readable.from(formatHistoryCsv(history.pages(query), timeZone())));
    },
  );
}
