import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { START_COMMAND, startServer } from '#tests/support/server-process.ts';
import { readUsage } from './process-usage.ts';
import { figure, median, type Row, type Section } from './report.ts';

const TARGETS_MS = { existing: 400, new: 600 };
const POLL_INTERVAL_MS = 2;

/** A server that only responds, started with the same flags: no start of Node with a server takes less. */
export const BARE_COMMAND = `${START_COMMAND.replace(/ \S+$/, '')} -e "require('node:http').createServer((_, response) => response.end()).listen(process.env.PORT, '127.0.0.1', function () { console.log('It is running at http://127.0.0.1:' + this.address().port) })"`;

/** Wall times from the command until /healthz and the home page respond with 200, and the CPU time until the latter. */
type Start = { healthyMs: number; pageMs: number; cpuMs: number };

export async function measureStarts({ starts }: { starts: number }): Promise<Section> {
  await using existing = await temporaryFolder();
  await timeStart(existing.path);

  const onExisting: Start[] = [];
  const onNew: Start[] = [];
  const uncompiled: Start[] = [];
  const bare: Start[] = [];
  for (let start = 0; start < starts; start += 1) {
    onExisting.push(await timeStart(existing.path));
    await using fresh = await temporaryFolder();
    onNew.push(await timeStart(fresh.path, { SEED_CONTENT: 'none' }));
    uncompiled.push(await timeStart(existing.path, { NODE_DISABLE_COMPILE_CACHE: '1' }));
    bare.push(await timeStart(existing.path, {}, BARE_COMMAND));
  }
  return {
    title: 'Cold start',
    text: [
      'Time from the spawn of the process until /healthz and the home page first respond with 200, and the CPU time that the',
      'process has used by then. The new database has no demo content. The third row is without the compile cache, which the',
      `first start after a build has to fill. Bare Node is a \`node:http\` server started the same way. Shortest of ${starts}.`,
    ].join('\n'),
    columns: ['', '/healthz, ms', 'Home page, ms', 'CPU, ms', 'Median /healthz, ms'],
    rows: [
      judge(toRow('Existing database', onExisting), onExisting, TARGETS_MS.existing),
      judge(toRow('New database', onNew), onNew, TARGETS_MS.new),
      toRow('First start after a build', uncompiled),
      toRow('Bare Node', bare),
    ],
  };
}

const least = (all: readonly Start[], key: keyof Start) => Math.min(...all.map((start) => start[key]));

function toRow(name: string, all: readonly Start[]): Row {
  return {
    cells: [
      name,
      figure(least(all, 'healthyMs')),
      figure(least(all, 'pageMs')),
      figure(least(all, 'cpuMs')),
      figure(median(all.map(({ healthyMs }) => healthyMs))),
    ],
  };
}

function judge(row: Row, all: readonly Start[], limitMs: number): Row {
  return { ...row, target: { limit: `< ${limitMs} ms`, isMet: least(all, 'healthyMs') < limitMs } };
}

export async function timeStart(
  dataDir: string,
  environment: NodeJS.ProcessEnv = {},
  command = START_COMMAND,
): Promise<Start> {
  const port = await findFreePort();
  const stop = new AbortController();
  const began = performance.now();
  const url = `http://127.0.0.1:${port}`;
  const healthy = waitUntilHealthy(`${url}/healthz`, stop.signal);
  try {
    await using server = await startServer(
      { ...environment, DATA_DIR: dataDir, PORT: String(port) },
      command,
    );
    const healthyMs = (await healthy) - began;
    const pageMs = (await waitUntilHealthy(`${url}/`, stop.signal)) - began;
    return { healthyMs, pageMs, cpuMs: readUsage(server.child.pid!).cpuMs };
  } finally {
    stop.abort();
  }
}

/** Returns the time of the first 200, or NaN if aborted. */
async function waitUntilHealthy(url: string, stop: AbortSignal): Promise<number> {
  while (!stop.aborted) {
    if (await responds200(url)) return performance.now();
    await sleep(POLL_INTERVAL_MS);
  }
  return NaN;
}

function responds200(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).on('error', () => resolve(false));
  });
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'scalehouse-bench-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
