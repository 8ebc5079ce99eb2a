import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

const CHECK_MS = 100;
const CHECK_TIMEOUT_MS = 1000;

/** Response header with the name of the server that responded, which only this balancer adds. */
export const SERVER_HEADER = 'x-served-by';

export type RoundRobin = Awaited<ReturnType<typeof startRoundRobin>>;

/**
 * A load balancer: sends each request to the next server whose `/readyz` responds with 200. With `retry`, a read whose
 * server does not respond goes to the next one, and so does a save that no server has accepted yet. Then it also tries
 * servers that are not ready if no other is left.
 */
export async function startRoundRobin({ port = 0, retry = false } = {}) {
  const agent = new Agent({ keepAlive: true });
  const targets = new Map<string, { name: string; isReady: boolean }>();
  let turn = 0;

  const server = createServer((request, response) => {
    // Read the body first, so that it can be sent to another server.
    Array.fromAsync(request as AsyncIterable<Buffer>).then(
      (chunks) => forward(request, response, Buffer.concat(chunks)),
      () => response.destroy(),
    );
  });

  async function forward(
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    tried: readonly string[] = [],
  ) {
    const left = [...targets].filter(([url]) => !tried.includes(url));
    const ready = left.filter(([, { isReady }]) => isReady);
    const choice = ready.length === 0 && retry ? left : ready;
    const [url, target] = choice[(turn += 1) % choice.length] ?? [];
    if (url === undefined || !target) return fail(response, tried.length === 0 ? 503 : 502);
    const { method = 'GET', url: path = '/' } = request;
    const { hostname, port: targetPort } = new URL(url);
    const headers = {
      ...request.headers,
      'x-forwarded-for': request.socket.remoteAddress ?? '',
      'x-forwarded-proto': 'http',
    };
    const options = { hostname, port: targetPort, path, method, headers, agent };
    try {
      const { found, bytes } = await receive(options, body);
      response.writeHead(found.statusCode ?? 502, { ...found.headers, [SERVER_HEADER]: target.name });
      response.end(bytes);
    } catch (error) {
      // Until the next check.
      target.isReady = false;
      const { code } = error as NodeJS.ErrnoException;
      const isUnsent = method === 'GET' || method === 'HEAD' || code === 'ECONNREFUSED';
      if (retry && isUnsent) await forward(request, response, body, [...tried, url]);
      else fail(response, 502);
    }
  }

  await once(server.listen(port, '127.0.0.1'), 'listening');

  async function check(url: string) {
    const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    const response = await fetch(`${url}/readyz`, { signal }).catch(() => undefined);
    await response?.bytes();
    const target = targets.get(url);
    if (target) target.isReady = response?.status === 200;
  }
  const timer = setInterval(() => [...targets.keys()].forEach((url) => void check(url)), CHECK_MS);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async add(url: string, name = url) {
      targets.set(url, { name, isReady: false });
      await check(url);
    },
    remove: (url: string) => void targets.delete(url),
    [Symbol.dispose]() {
      clearInterval(timer);
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Sends a request and receives the whole response, because a killed server breaks off in the middle of one. */
function receive(options: RequestOptions, body: Buffer): Promise<{ found: IncomingMessage; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const upstream = sendRequest(options, (found) => {
      Array.fromAsync(found as AsyncIterable<Buffer>).then(
        (chunks) => resolve({ found, bytes: Buffer.concat(chunks) }),
        reject,
      );
    });
    upstream.on('error', reject);
    upstream.end(body);
  });
}

function fail(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/plain', 'retry-after': '1' });
  response.end('No server responded. Try again in a moment.\n');
}
