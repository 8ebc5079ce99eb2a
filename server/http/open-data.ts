import Negotiator from 'negotiator';
import type { TSchema } from 'typebox';
import { CSV_MEDIA_TYPE, OpenDataQuery } from '#contract/open-data.ts';
import { BOM } from '#shared/csv.ts';
import { route, type Api } from './api.ts';

/** CORS headers: pages of any origin may read open data. */
const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, content-version, content-epoch, age',
  vary: 'accept',
};

type OpenData<Value> = {
  path: string;
  summary: string;
  response: TSchema;
  read: () => Value;
  formatCsv: (value: Value) => string;
};

/** Adds the endpoint of data that any website and spreadsheet may read, as JSON or CSV. */
export function addOpenData<Value>(
  { app, sendCached }: Api,
  { path, summary, response, read, formatCsv }: OpenData<Value>,
): void {
  app.get(path, route(summary, { querystring: OpenDataQuery, response }), (request, reply) =>
    (request.query.format ?? preferredFormat(request.headers.accept)) === 'csv'
      ? sendCached(request, reply, {
          key: `${path}?format=csv&bom=${request.query.bom}`,
          read,
          write: (value) => (request.query.bom ? BOM : '') + formatCsv(value),
          headers: { ...CORS_HEADERS, 'content-type': `${CSV_MEDIA_TYPE}; charset=utf-8` },
        })
      : sendCached(request, reply, { read, headers: CORS_HEADERS }),
  );

  // Respond to the CORS preflight of cross-origin requests with `If-None-Match`.
  app.options(path, { schema: { hide: true } }, async (_, reply) => {
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
