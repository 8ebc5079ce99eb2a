/**
 * `node tools/bench/bare-server.ts URL`: sends the same bytes as URL to each request, and ignores everything in it.
 * No server with Node responds faster.
 */
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Headers that Node adds automatically. */
const OWN_HEADERS = new Set(['date', 'connection', 'keep-alive']);
/** Equal to the site's keep-alive timeout, which is part of a header. */
const KEEP_ALIVE_MS = 10_000;

const request = get(process.argv[2] ?? '', { agent: false, headers: { 'accept-encoding': 'br' } });
const [original] = (await once(request, 'response')) as [IncomingMessage];
const body = await buffer(original);
const { rawHeaders } = original;
const headers = rawHeaders.filter(
  (_, at) => !OWN_HEADERS.has((rawHeaders[at - (at % 2)] ?? '').toLowerCase()),
);

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
await once(server.listen(0, '127.0.0.1'), 'listening');
console.log(`The bare server is running at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
process.once('SIGTERM', () => process.exit());
