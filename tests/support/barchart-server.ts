import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Returns one result of the vendor's getQuote response. */
export const aResult = (result: Record<string, unknown> = {}) => ({
  symbol: 'ZCZ26',
  exchange: 'CBOT',
  name: 'Corn',
  dayCode: 'K',
  serverTimestamp: '2026-11-20T10:25:00-06:00',
  mode: 'i',
  lastPrice: 432.75,
  tradeTimestamp: '2026-11-20T10:15:00-06:00',
  netChange: -3.25,
  percentChange: -0.75,
  unitCode: '-1',
  open: 436,
  high: 437.5,
  low: 431.25,
  close: null,
  flag: null,
  volume: 81_204,
  ...result,
});

export const aResponse = (...results: unknown[]) =>
  JSON.stringify({ status: { code: 200, message: 'Success.' }, results });

export type BarchartServer = AsyncDisposable & {
  url: string;
  requests: URL[];
  /** Sets the response from now on: a JSON text, or a handler. */
  respondWith(next: string | ((response: ServerResponse) => void)): void;
};

/** Starts a fake quote vendor that responds with `first` until `respondWith` is called. */
export async function startBarchartServer(first: string): Promise<BarchartServer> {
  let current: string | ((response: ServerResponse) => void) = first;
  const requests: URL[] = [];
  const server = createServer((request, response) => {
    requests.push(new URL(request.url ?? '', 'http://127.0.0.1'));
    if (typeof current === 'function') return current(response);
    response.setHeader('content-type', 'application/json').end(current);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    respondWith: (next) => (current = next),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
