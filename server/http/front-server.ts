import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { oneAtATime } from './connections.ts';
import { HttpError } from './problem.ts';
import { sendPrepared, type PreparedResponse } from './response.ts';
import { rejectConnect, rejectRequest } from './connection-errors.ts';

/** Timeouts for the arrival of a request, which disconnect slow senders. */
const TIMEOUTS = { requestTimeout: 5000, headersTimeout: 4000, connectionsCheckingInterval: 1000 } as const;

type Handle<Result = void> = (request: IncomingMessage, response: ServerResponse) => Result;

/**
 * Creates the HTTP server. Rejects ambiguous requests, sends cached responses itself, and passes on all other requests.
 * That takes less CPU time than a route of Fastify (decision 0003).
 */
export function createFrontServer({
  beforeResponse,
  findPrepared,
  fallback,
  observer,
}: {
  /** Adds headers that depend on the request. */
  beforeResponse: Handle;
  /** Returns the cached response. May add headers that do not depend on its content. */
  findPrepared: Handle<PreparedResponse | undefined>;
  fallback: Handle;
  /** For metrics: called after a cached response was sent, and before any other response. */
  observer?: { onCached: Handle; onUncached: Handle } | undefined;
}): Server {
  const onRequest = oneAtATime(handle);
  // Disable Node's own rejection of requests without Host, which has no problem details.
  const server = createServer(
    // Most requests have no body, and need no stream of it.
    { ...TIMEOUTS, keepAliveTimeout: 10_000, requireHostHeader: false, optimizeEmptyRequests: true },
    onRequest,
  );
  // Ignore unknown `Expect` values and send the normal response (RFC 9110, section 10.1.1).
  server.on('checkExpectation', onRequest);
  server.on('connect', rejectConnect);
  return server;

  function handle(request: IncomingMessage, response: ServerResponse) {
    beforeResponse(request, response);
    const error = invalidRequestError(request);
    if (error) {
      observer?.onUncached(request, response);
      // Let the parser reject the same request first: it closes the connection.
      process.nextTick(rejectRequest, response, error);
      return;
    }
    request.url = originForm(request.url ?? '/');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const prepared = isRead ? findPrepared(request, response) : undefined;
    if (prepared) {
      sendPrepared(request, response, prepared);
      observer?.onCached(request, response);
    } else {
      observer?.onUncached(request, response);
      fallback(request, response);
    }
  }
}

/** Strips the origin from a full URL, which proxies may send in place of the path (RFC 9112, section 3.2.2). */
function originForm(url: string): string {
  const { pathname, search } = (/^https?:/i.test(url) && URL.parse(url)) || { pathname: url, search: '' };
  return pathname + search;
}

/**
 * Returns the error for an ambiguous request: with several Host headers, with none (allowed only in HTTP/1.0; RFC 9112,
 * section 3.2), or with an unknown transfer encoding or one in HTTP/1.0, which leave the end of the request unclear.
 */
function invalidRequestError({ headersDistinct, httpVersion }: IncomingMessage): HttpError | undefined {
  const { host = [], 'transfer-encoding': encodings = [] } = headersDistinct;
  if (host.length > 1) return new HttpError(400, 'several-hosts');
  if (host.length === 0 && httpVersion !== '1.0') return new HttpError(400, 'no-host');
  const isClear =
    encodings.length === 0 || (encodings.join().toLowerCase() === 'chunked' && httpVersion !== '1.0');
  return isClear ? undefined : new HttpError(400, 'not-http');
}
