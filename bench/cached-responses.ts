import { API } from '#contract/paths.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkSameResponse, startBareServer } from './bare-server.ts';
import { startLoad, type LoadResult } from './load.ts';
import { readUsage } from './process-usage.ts';
import { figure, median, type Row, type Section } from './report.ts';
import { headerOf, readWireResponse, type WireResponse } from './wire-response.ts';

const REQUESTS: readonly BenchRequest[] = [
  { name: 'Home page', path: '/' },
  { name: 'Texts by their numbers', path: `${API.siteTexts}?ids=0,4,8,9,10,11,16` },
  { name: 'Cash bids', path: API.cashBids },
  { name: 'Home page that the visitor has (304)', path: '/', isRepeated: true },
];

type BenchRequest = {
  name: string;
  path: string;
  /** True to send the ETag of a previous response. */
  isRepeated?: boolean;
};

const TARGET = { wanted: '≥ 0.85', ratio: 0.85 };

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
    question: BenchRequest,
    headers: Record<string, string>,
  ) {
    const before = readUsage(server.pid);
    const result = await load.run({ url: server.url + question.path, headers, ms: runMs });
    const { cpuMs } = readUsage(server.pid);
    const status = question.isRepeated ? 304 : 200;
    if (result.failures > 0 || result.statuses[status] !== result.requests) {
      throw new Error(
        `${server.url}${question.path} did not always answer ${status}: ${JSON.stringify(result)}`,
      );
    }
    return { ...result, cpuMsPerRequest: (cpuMs - before.cpuMs) / result.requests };
  }

  async function compare(question: BenchRequest): Promise<Pair[]> {
    const ours = { url: site.url, pid: site.child.pid! };
    const { response, headers } = await ask(site.url + question.path, question);
    await bare.give(response);
    const urls: [string, string] = [ours.url + question.path, bare.url + question.path];
    await checkSameResponse(urls, headers);
    // Warm up both servers and the load generator.
    await run(ours, question, headers);
    await run(bare, question, headers);
    const pairs: Pair[] = [];
    for (let round = 0; round < rounds; round += 1) {
      pairs.push({ ours: await run(ours, question, headers), bare: await run(bare, question, headers) });
    }
    await checkSameResponse(urls, headers);
    return pairs;
  }

  const rows: Row[] = [];
  for (const question of REQUESTS) rows.push(toRow(question, await compare(question)));
  return {
    title: 'Ready answers beside bare Node',
    text: [
      'Each answer is compared with a `node:http` server that looks at nothing and writes the same status, headers and bytes',
      '(brotli), by turns. 50 connections, no pipelining; the load generator runs on the same machine. Medians of',
      `${rounds} ${rounds === 1 ? 'run' : 'runs'} of ${runMs / 1000} s; ratios are those of each pair, then their median. The rate is to be high, CPU time low.`,
    ].join('\n'),
    columns: ['', 'Rate ÷ bare', 'Requests/s', 'bare', 'CPU ÷ bare', 'CPU µs', 'bare', 'p99 ms', 'bare'],
    rows,
  };
}

/** Repeats the request until the better-compressed response has replaced the first. */
async function ask(
  url: string,
  { isRepeated }: BenchRequest,
): Promise<{ response: WireResponse; headers: Record<string, string> }> {
  const headers = { 'accept-encoding': 'br' };
  let response = await readWireResponse(url, headers);
  for (let etag = ''; etag !== headerOf(response, 'etag');) {
    etag = headerOf(response, 'etag');
    await sleep(500);
    response = await readWireResponse(url, headers);
  }
  if (!isRepeated) return { response, headers };
  const withEtag = { ...headers, 'if-none-match': headerOf(response, 'etag') };
  return { response: await readWireResponse(url, withEtag), headers: withEtag };
}

function toRow({ name }: BenchRequest, pairs: readonly Pair[]): Row {
  const of = (read: (pair: Pair) => number) => median(pairs.map(read));
  const ratio = of(({ ours, bare }) => ours.requestsPerSecond / bare.requestsPerSecond);
  return {
    cells: [
      name,
      figure(ratio, 2),
      figure(of(({ ours }) => ours.requestsPerSecond)),
      figure(of(({ bare }) => bare.requestsPerSecond)),
      figure(
        of(({ ours, bare }) => ours.cpuMsPerRequest / bare.cpuMsPerRequest),
        2,
      ),
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
    target: { wanted: TARGET.wanted, isMet: ratio >= TARGET.ratio },
  };
}
