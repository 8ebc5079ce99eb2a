import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { API } from '#contract/paths.ts';
import { HOME_TEXT_IDS } from '#contract/site-text.ts';
import { startServer, type ServerProcess } from '#tests/support/server-process.ts';
import { waitForBestCompression } from './best-compression.ts';
import { readUsage } from './process-usage.ts';
import { figure, type Row, type Section } from './report.ts';
import { median } from './timing.ts';

const REQUESTS = [
  { name: 'Home page', path: '/', minRatio: 0.85 },
  { name: 'Small JSON', path: `${API.siteTexts}?ids=${HOME_TEXT_IDS.join()}`, minRatio: 0.7 },
];
const CONNECTIONS = 50;
const AUTOCANNON = fileURLToPath(import.meta.resolve('autocannon'));

type Measured = { rate: number; cpuUs: number; bytes: number };
type Pair = { ours: Measured; bare: Measured };

/** Compares the site with a bare Node server. Alternates between them, so that other load affects both. */
export async function measureRate({
  rounds,
  runSeconds,
}: {
  rounds: number;
  runSeconds: number;
}): Promise<Section> {
  await using site = await startServer();
  const rows: Row[] = [];
  for (const { name, path, minRatio } of REQUESTS) {
    await waitForBestCompression(site.url, [path]);
    await using bare = await startServer({}, `exec node tools/bench/bare-server.ts "${site.url}${path}"`);
    const run = (server: ServerProcess) => runLoad(server, path, runSeconds);
    // Warm up both servers.
    await run(site);
    await run(bare);
    const pairs: Pair[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Each server is first in turn, because the order of two runs changes their figures.
      const bareFirst = round % 2 === 1 && (await run(bare));
      const ours = await run(site);
      pairs.push({ ours, bare: bareFirst || (await run(bare)) });
    }
    rows.push(toRow(name, minRatio, pairs));
  }
  return {
    title: 'Rate compared with bare Node',
    text: [
      'Responses from memory, compared with a `node:http` server that ignores the request and sends the same headers and brotli',
      `body. ${CONNECTIONS} connections without pipelining, from the same machine. CPU time is per request. Medians of ${rounds} runs of ${runSeconds} s,`,
      'which alternate between the two; a ratio is the median over pairs of runs.',
    ].join('\n'),
    columns: ['', 'Rate ÷ bare', 'Requests/s', 'bare', 'CPU ÷ bare', 'CPU µs', 'bare'],
    rows,
  };
}

/** Requests a path as often as possible, from another process, which does not slow down the measurement. */
async function runLoad({ url, child }: ServerProcess, path: string, seconds: number): Promise<Measured> {
  const options = ['--json', '--no-progress', `--connections=${CONNECTIONS}`, `--duration=${seconds}`];
  const before = readUsage(child.pid!);
  const { stdout } = await promisify(execFile)(process.execPath, [
    AUTOCANNON,
    ...options,
    '--header=accept-encoding=br',
    url + path,
  ]);
  const { cpuMs } = readUsage(child.pid!);
  const result = JSON.parse(stdout) as Record<'requests' | 'throughput', { total: number }> &
    Record<'duration' | 'errors' | 'non2xx', number>;
  if (result.errors + result.non2xx > 0) throw new Error(`${url}${path} failed: ${stdout}`);
  const { total } = result.requests;
  return {
    rate: total / result.duration,
    cpuUs: ((cpuMs - before.cpuMs) * 1000) / total,
    bytes: result.throughput.total / total,
  };
}

function toRow(name: string, minRatio: number, pairs: readonly Pair[]): Row {
  const of = (read: (pair: Pair) => number) => median(pairs.map(read));
  const bytesRatio = of(({ ours, bare }) => ours.bytes / bare.bytes);
  // The last responses of a run are incomplete.
  if (Math.abs(bytesRatio - 1) > 0.02)
    throw new Error(`${name}: the bare server sends a different response.`);
  const ratio = of(({ ours, bare }) => ours.rate / bare.rate);
  return {
    cells: [
      name,
      figure(ratio, 2),
      figure(of(({ ours }) => ours.rate)),
      figure(of(({ bare }) => bare.rate)),
      figure(
        of(({ ours, bare }) => ours.cpuUs / bare.cpuUs),
        2,
      ),
      figure(of(({ ours }) => ours.cpuUs)),
      figure(of(({ bare }) => bare.cpuUs)),
    ],
    target: { limit: `rate ≥ ${minRatio}`, isMet: ratio >= minRatio },
  };
}
