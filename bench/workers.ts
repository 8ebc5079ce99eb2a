import { API } from '#contract/paths.ts';
import { startServer, type ServerProcess } from '#tests/support/server-process.ts';
import { startLoad } from './load.ts';
import { readUsageOfAll } from './process-usage.ts';
import { figure, median, type Row, type Section } from './report.ts';

const REQUESTS = { 'Home page': '/', 'Cash bids': API.cashBids };

const TARGET = { limit: '≤ 1.10', ratio: 1.1 };

type Measured = { cpuMs: number; requestsPerSecond: number };

/** Compares one process with two workers. Alternates between them, so that other load affects both. */
export async function measureWorkers({ rounds, runMs }: { rounds: number; runMs: number }): Promise<Section> {
  await using one = await startServer();
  await using two = await startServer({ WORKERS: '2' });
  await using load = await startLoad();

  /** Returns the CPU time of all processes per 1,000 responses. */
  async function run(server: ServerProcess, path: string): Promise<Measured> {
    const pid = server.child.pid!;
    const before = readUsageOfAll(pid);
    const headers = { 'accept-encoding': 'br' };
    const result = await load.run({ url: server.url + path, headers, ms: runMs });
    const { cpuMs } = readUsageOfAll(pid);
    if (result.failures > 0 || (result.statuses['200'] ?? 0) !== result.requests) {
      throw new Error(`${server.url}${path} did not always respond with 200: ${JSON.stringify(result)}`);
    }
    return {
      cpuMs: (1000 * (cpuMs - before.cpuMs)) / result.requests,
      requestsPerSecond: result.requestsPerSecond,
    };
  }

  const rows: Row[] = [];
  for (const [name, path] of Object.entries(REQUESTS)) {
    for (const server of [one, two]) await (await fetch(server.url + path)).arrayBuffer();
    // Warm up, until all workers have the better-compressed response.
    for (const server of [one, two, one, two, two, two]) await run(server, path);
    const pairs: { one: Measured; two: Measured }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      pairs.push({ one: await run(one, path), two: await run(two, path) });
    }
    const of = (read: (pair: (typeof pairs)[number]) => number) => median(pairs.map(read));
    const ratio = of((pair) => pair.two.cpuMs / pair.one.cpuMs);
    rows.push({
      cells: [
        name,
        figure(ratio, 2),
        figure(
          of((pair) => pair.one.cpuMs),
          1,
        ),
        figure(
          of((pair) => pair.two.cpuMs),
          1,
        ),
        figure(of((pair) => pair.one.requestsPerSecond)),
        figure(of((pair) => pair.two.requestsPerSecond)),
      ],
      target: { limit: TARGET.limit, isMet: ratio <= TARGET.ratio },
    });
  }
  const memory = [one, two].map((server) => readUsageOfAll(server.child.pid!).memoryBytes / 1e6);
  rows.push({ cells: ['Memory after this, MB', '', ...memory.map((each) => figure(each)), '', ''] });
  return {
    title: 'Two workers',
    text: [
      'Compares the server as one process with `WORKERS=2`: CPU time of all its processes per 1,000 cached responses, and the rate.',
      'Runs alternate between the two, with 50 connections and without pipelining. The load generator runs on the same machine, so',
      `the rates say little on one with two cores. Medians of ${rounds} ${rounds === 1 ? 'run' : 'runs'} of ${runMs / 1000} s; a ratio is the median over pairs of runs.`,
    ].join('\n'),
    columns: ['', 'CPU ÷ one', 'CPU ms, one', 'two', 'Requests/s, one', 'two'],
    rows,
  };
}
