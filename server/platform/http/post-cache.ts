import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ContentCache } from '#server/platform/content/content-cache.ts';
import { flatHeaders, type FlatHeaders, type Rendered } from './response.ts';

/** Maximum number of cached responses. The site's own pages send seven different bodies. */
const MAX_RESPONSES = 20;
/** Longest body of a request whose response is cached, in bytes. */
const MAX_BODY_BYTES = 500;
const JSON_TYPE = 'application/json';

/** Response to a POST. It is neither compressed nor validated, and has no ETag. */
type PostResponse = Readonly<{ headers: FlatHeaders; body: Buffer }>;

export type PostCache = ReturnType<typeof createPostCache>;

const keyOf = (url: string, body: string) => `${url} ${body}`;

/**
 * Creates a cache of responses to POST requests that only read. A request with exactly the same body as a valid one is
 * valid too, so it needs neither parsing nor validation.
 */
export function createPostCache({
  content,
  enabled = true,
}: {
  content: Pick<ContentCache<object>, 'onChange'>;
  enabled?: boolean;
}) {
  const urls = new Set<string>();
  let cached = new Map<string, PostResponse>();
  content.onChange(() => (cached = new Map()));

  return {
    /** Returns true if the response to a request may be cached. Only its body decides that. */
    mayHave: ({ method, url = '', headers }: IncomingMessage): boolean =>
      method === 'POST' &&
      urls.has(url) &&
      headers['content-type'] === JSON_TYPE &&
      Number(headers['content-length']) <= MAX_BODY_BYTES,

    /** Returns the cached response to a request whose whole body has arrived. Otherwise leaves the body unread. */
    find(request: IncomingMessage): PostResponse | undefined {
      const body = request.read() as Buffer | null;
      if (body === null) return undefined;
      const isWhole = body.length === Number(request.headers['content-length']);
      const found = isWhole ? cached.get(keyOf(request.url ?? '', body.toString())) : undefined;
      if (!found) request.unshift(body);
      return found;
    },

    /** Returns the response to a valid request, and caches it. */
    add(url: string, validBody: unknown, { headers, body }: Omit<Rendered, 'status'>): PostResponse {
      const response = { headers: flatHeaders({ ...headers, 'content-length': body.length }), body };
      const text = JSON.stringify(validBody);
      if (!enabled || text.length > MAX_BODY_BYTES) return response;
      urls.add(url);
      if (cached.size >= MAX_RESPONSES) cached.delete(cached.keys().next().value ?? '');
      cached.set(keyOf(url, text), response);
      return response;
    },
  };
}

export function sendPostResponse(
  response: ServerResponse,
  { headers, body }: PostResponse,
  more: FlatHeaders = [],
): void {
  response.writeHead(200, [...headers, ...more]);
  response.end(body);
}
