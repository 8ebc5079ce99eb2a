import { deepStrictEqual } from 'node:assert';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { respondToParent, startChild } from './child.ts';
import { readWireResponse, type WireRequest, type WireResponse } from './wire-response.ts';

/** Headers that Node adds automatically. */
const OWN_HEADERS = new Set(['date', 'connection', 'keep-alive']);
/** Equal to the site's keep-alive timeout, which is part of a compared header. */
const KEEP_ALIVE_MS = 10_000;

type BareServer = {
  url: string;
  pid: number;
  setResponse(wireResponse: WireResponse): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Starts a server that always writes the same bytes, the fastest that Node can respond. It ignores requests without a
 * body, and parses the JSON of the others.
 */
export async function startBareServer(): Promise<BareServer> {
  const child = await startChild(import.meta.filename);
  const { url } = await child.request<{ url: string }>({});
  return {
    url,
    pid: child.pid,
    setResponse: (wireResponse) => child.request<void>({ wireResponse }),
    [Symbol.asyncDispose]: child[Symbol.asyncDispose],
  };
}

/** Throws unless both servers send the same status, headers (except the date) and bytes. */
export async function checkSameResponse([ours, bare]: [string, string], request: WireRequest): Promise<void> {
  const [expected, found] = await Promise.all([
    readWireResponse(ours, request),
    readWireResponse(bare, request),
  ]);
  deepStrictEqual(withoutTime(found), withoutTime(expected), 'The bare server sends a different response.');
}

const withoutTime = (wireResponse: WireResponse) => ({
  ...wireResponse,
  headers: wireResponse.headers.map(([name, value]) => [name, name === 'Date' ? '' : value]),
});

function readJson(request: IncomingMessage, done: () => void): void {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => (text += chunk));
  request.on('end', () => {
    JSON.parse(text);
    done();
  });
}

if (import.meta.main) {
  let server: Server | undefined;
  let status = 404;
  let headers: string[] = [];
  let body = Buffer.alloc(0);

  respondToParent(async ({ wireResponse }: { wireResponse?: WireResponse }) => {
    if (!server) {
      server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
        if (request.method === 'POST') readJson(request, respond);
        else respond();
        function respond() {
          response.writeHead(status, headers);
          response.end(body);
        }
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
    }
    if (wireResponse) {
      ({ status } = wireResponse);
      headers = wireResponse.headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())).flat();
      body = Buffer.from(wireResponse.body);
    }
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  });
}
