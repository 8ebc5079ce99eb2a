import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { HttpError } from './problem.ts';
import { sendPrepared, type PreparedResponse } from './response.ts';
import type { ConnectionErrors } from './connection-errors.ts';

/** Timeouts for the arrival of a request, which disconnect slow senders. */
const TIMEOUTS = { requestTimeout: 5000, headersTimeout: 4000, connectionsCheckingInterval: 1000 } as const;

/**
 * Creates the HTTP server. Rejects ambiguous requests, sends cached responses itself, and passes on all other requests.
 * That takes 23 µs of CPU time for the cash bids, where a Fastify route takes 32 µs, and two cores send 35,900 of them a
 * second, not 26,500 (`NODE_ENV=production node --max-semi-space-size=2 bench/fast-path.ts`; see decision 0024).
 */
export function createFrontServer({
  findPrepared,
  fallback,
  connectionErrors,
}: {
  findPrepared: (request: IncomingMessage) => PreparedResponse | undefined;
  fallback: (request: IncomingMessage, response: ServerResponse) => void;
  connectionErrors: ConnectionErrors;
}): Server {
  // Disable Node's own rejection of requests without Host, which has no problem details.
  const server = createServer({ ...TIMEOUTS, keepAliveTimeout: 10_000, requireHostHeader: false }, handle);
  // Ignore unknown `Expect` values and send the normal response (RFC 9110, section 10.1.1).
  server.on('checkExpectation', handle);
  server.on('connect', connectionErrors.connect);
  return server;

  function handle(request: IncomingMessage, response: ServerResponse) {
    const error = invalidRequestError(request);
    if (error) {
      // Let the parser reject the same request first: it closes the connection.
      process.nextTick(connectionErrors.rejectRequest, response, error);
      return;
    }
    request.url = originForm(request.url ?? '/');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const prepared = isRead ? findPrepared(request) : undefined;
    if (prepared) sendPrepared(request, response, prepared);
    else fallback(request, response);
  }
}

/** Strips the origin from a full URL, which proxies may send in place of the path (RFC 9112, section 3.2.2). */
function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(url) ?? [];
  if (origin === undefined) return url;
  const rest = url.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Returns the error for an ambiguous request: with several Host headers, with none (allowed only in HTTP/1.0; RFC 9112,
 * section 3.2), or with an unknown transfer encoding, which leaves the end of the request unclear.
 */
function invalidRequestError({ rawHeaders, headers, httpVersion }: IncomingMessage): HttpError | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return new HttpError(400, 'several-hosts');
  if (hosts === 0 && httpVersion !== '1.0') return new HttpError(400, 'no-host');
  const encoding = headers['transfer-encoding'];
  return encoding !== undefined && encoding.toLowerCase() !== 'chunked'
    ? new HttpError(400, 'not-http')
    : undefined;
}
