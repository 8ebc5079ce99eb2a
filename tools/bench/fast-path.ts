/**
 * `NODE_ENV=production node --max-semi-space-size=4 bench/fast-path.ts`: compares cached responses from the server in
 * front of Fastify with the same responses from a Fastify route. Both are in this process; runs alternate between them.
 * With `METRICS_PORT=0`, it counts requests for metrics.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { API } from '#contract/paths.ts';
import { openTestSite } from '#tests/support/test-site.ts';
import { startLoad } from './load.ts';
import { median } from './report.ts';

const ROUNDS = 7;
const RUN_MS = 1500;
const PATHS = ['/', API.cashBids, `${API.siteTexts}?ids=0,4,8`];

const { METRICS_PORT } = process.env;
await using site = await openTestSite({ recompress: true, environment: { METRICS_PORT } });
await using load = await startLoad();
const fastify = createServer({ keepAliveTimeout: 10_000 }, (request, response) =>
  site.app.routing(request, response),
);
await once(fastify.listen(0, '127.0.0.1'), 'listening');
await site.app.listen({ host: '127.0.0.1', port: 0 });
const urlOf = (server: { address(): unknown }) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function run(url: string) {
  const before = process.cpuUsage();
  const { requestsPerSecond, requests, failures, statuses } = await load.run({
    url,
    headers: { 'accept-encoding': 'gzip, deflate, br, zstd' },
    ms: RUN_MS,
  });
  if (failures > 0 || statuses[200] !== requests) throw new Error(`${url}: ${JSON.stringify(statuses)}`);
  const { user, system } = process.cpuUsage(before);
  return { requestsPerSecond, cpuUs: (user + system) / requests };
}

for (const path of PATHS) {
  const servers = { front: urlOf(site.app.server) + path, Fastify: urlOf(fastify) + path };
  await run(servers.front);
  await run(servers.Fastify);
  await sleep(500);
  const pairs = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    pairs.push({ front: await run(servers.front), Fastify: await run(servers.Fastify) });
  }
  for (const name of ['front', 'Fastify'] as const) {
    const rate = Math.round(median(pairs.map((pair) => pair[name].requestsPerSecond)));
    const cpu = median(pairs.map((pair) => pair[name].cpuUs)).toFixed(1);
    console.log(`${path}\t${name}\t${rate} requests/s\t${cpu} µs CPU per request`);
  }
}
fastify.close();
fastify.closeAllConnections();
