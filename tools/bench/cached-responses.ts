import { API } from '#contract/paths.ts';
import { HOME_TEXT_IDS } from '#contract/site-text.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkSameResponse, startBareServer } from './bare-server.ts';
import { startLoad, type LoadResult } from './load.ts';
import { readUsage } from './process-usage.ts';
import { figure, median, type Row, type Section } from './report.ts';
import { headerOf, readWireResponse, type WireResponse } from './wire-response.ts';

const CACHED = { rate: 0.95, cpu: 1.1 } as const;

const REQUESTS: readonly BenchRequest[] = [
  { name: 'Home page', path: '/', target: CACHED },
  { name: 'Site texts by ID', path: `${API.siteTexts}?ids=${HOME_TEXT_IDS.join()}`, target: CACHED },
  { name: 'Cash bids', path: API.cashBids, target: CACHED },
  { name: 'Home page, unchanged (304)', path: '/', isRepeated: true, target: CACHED },
  {
    name: 'Site texts by POST',
    path: API.siteTexts,
    body: JSON.stringify(HOME_TEXT_IDS),
    target: { rate: 0.85 },
  },
];

type BenchRequest = {
  name: string;
  path: string;
  /** True to send the ETag of a previous response. */
  isRepeated?: boolean;
  /** Body of a POST. */
  body?: string;
  /** Lowest rate and highest CPU time, both divided by those of the bare server. */
  target: { rate: number; cpu?: number };
};

type Measured = LoadResult & { cpuMsPerRequest: number };
type Pair = { ours: Measured; bare: Measured };

/** Compares the site with a bare Node server. Alternates between them, so that other load affects both. */
export async function measureCachedResponses(
  site: ServerProcess,
  { rounds, runMs }: { rounds: number; runMs: number },
): Promise<Section> {
  await using bare = await startBareServer();
  await using load = await startLoad();

  async function run(
    server: { url: string; pid: number },
    request: BenchRequest,
    headers: Record<string, string>,
  ) {
    const before = readUsage(server.pid);
    const result = await load.run({
      url: server.url + request.path,
      headers,
      body: request.body,
      ms: runMs,
    });
    const { cpuMs } = readUsage(server.pid);
    const status = request.isRepeated ? 304 : 200;
    if (result.failures > 0 || result.statuses[status] !== result.requests) {
      throw new Error(
        `${server.url}${request.path} did not always respond with ${status}: ${JSON.stringify(result)}`,
      );
    }
    return { ...result, cpuMsPerRequest: (cpuMs - before.cpuMs) / result.requests };
  }

  async function compare(request: BenchRequest): Promise<Pair[]> {
    const ours = { url: site.url, pid: site.child.pid! };
    const { response, headers } = await readFinalResponse(site.url + request.path, request);
    await bare.setResponse(response);
    const urls: [string, string] = [ours.url + request.path, bare.url + request.path];
    await checkSameResponse(urls, { headers, body: request.body });
    // Warm up both servers and the load generator.
    await run(ours, request, headers);
    await run(bare, request, headers);
    const pairs: Pair[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Each server is first in turn, because the order of two runs changes their figures.
      const bareFirst = round % 2 === 1 && (await run(bare, request, headers));
      const measured = await run(ours, request, headers);
      pairs.push({ ours: measured, bare: bareFirst || (await run(bare, request, headers)) });
    }
    await checkSameResponse(urls, { headers, body: request.body });
    return pairs;
  }

  const rows: Row[] = [];
  for (const request of REQUESTS) rows.push(toRow(request, await compare(request)));
  return {
    title: 'Cached responses compared with bare Node',
    text: [
      'Compares cached responses of the site with a `node:http` server that ignores the request and sends the same status, headers,',
      'and brotli body with `writeHead`, a flat array of headers, and one write. For the POST, it reads and parses the JSON body. Runs alternate between the two, each first in turn, with 50 connections and without pipelining; the load generator runs on the',
      `same machine. CPU time is per request. Medians of ${rounds} ${rounds === 1 ? 'run' : 'runs'} of ${runMs / 1000} s; a ratio is the median over pairs of runs.`,
      'Higher rates and lower CPU times are better.',
    ].join('\n'),
    columns: ['', 'Rate ÷ bare', 'Requests/s', 'bare', 'CPU ÷ bare', 'CPU µs', 'bare', 'p99 ms', 'bare'],
    rows,
  };
}

/** Repeats the request until the better-compressed response, which the second request starts, has replaced the first. */
async function readFinalResponse(
  url: string,
  { isRepeated, body }: BenchRequest,
): Promise<{ response: WireResponse; headers: Record<string, string> }> {
  const headers = { 'accept-encoding': 'br', ...(body && { 'content-type': 'application/json' }) };
  await readWireResponse(url, { headers, body });
  let response = await readWireResponse(url, { headers, body });
  for (let etag = ''; etag !== headerOf(response, 'etag');) {
    etag = headerOf(response, 'etag');
    // The best compression starts a second after a change, and is slow beside other work.
    await sleep(2500);
    response = await readWireResponse(url, { headers, body });
  }
  if (!isRepeated) return { response, headers };
  const withEtag = { ...headers, 'if-none-match': headerOf(response, 'etag') };
  return { response: await readWireResponse(url, { headers: withEtag }), headers: withEtag };
}

function toRow({ name, target }: BenchRequest, pairs: readonly Pair[]): Row {
  const of = (read: (pair: Pair) => number) => median(pairs.map(read));
  const ratio = of(({ ours, bare }) => ours.requestsPerSecond / bare.requestsPerSecond);
  const cpuRatio = of(({ ours, bare }) => ours.cpuMsPerRequest / bare.cpuMsPerRequest);
  const cpuLimit = target.cpu === undefined ? '' : `, CPU ≤ ${target.cpu}`;
  return {
    cells: [
      name,
      figure(ratio, 2),
      figure(of(({ ours }) => ours.requestsPerSecond)),
      figure(of(({ bare }) => bare.requestsPerSecond)),
      figure(cpuRatio, 2),
      figure(of(({ ours }) => ours.cpuMsPerRequest * 1000)),
      figure(of(({ bare }) => bare.cpuMsPerRequest * 1000)),
      figure(
        of(({ ours }) => ours.p99Ms),
        1,
      ),
      figure(
        of(({ bare }) => bare.p99Ms),
        1,
      ),
    ],
    target: {
      limit: `≥ ${target.rate}${cpuLimit}`,
      isMet: ratio >= target.rate && !(target.cpu !== undefined && cpuRatio > target.cpu),
    },
  };
}
