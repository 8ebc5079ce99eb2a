import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '#tests/support/server-process.ts';
import { figure, median, type Row, type Section } from './report.ts';

const TARGET = { limit: '< 600 ms', ms: 600 };
const POLL_INTERVAL_MS = 2;

type Start = { printedMs: number; healthyMs: number };

export async function measureStarts({ starts }: { starts: number }): Promise<Section> {
  await using existing = await temporaryFolder();
  await timeStart(existing.path);

  const onExisting: Start[] = [];
  const onNew: Start[] = [];
  const uncompiled: Start[] = [];
  for (let start = 0; start < starts; start += 1) {
    onExisting.push(await timeStart(existing.path));
    await using fresh = await temporaryFolder();
    onNew.push(await timeStart(fresh.path));
    uncompiled.push(await timeStart(existing.path, { NODE_DISABLE_COMPILE_CACHE: '1' }));
  }
  return {
    title: 'Cold start',
    text: [
      'Time from the command until the server prints its URL, and until /healthz first responds with 200. The last row is',
      `without the compile cache, which the first start after a build has to fill. Medians of ${starts}.`,
    ].join('\n'),
    columns: ['', 'URL, ms', '/healthz, ms', 'Slowest /healthz, ms'],
    rows: [
      judge(toRow('Existing database', onExisting), onExisting),
      judge(toRow('New database', onNew), onNew),
      toRow('First start after a build', uncompiled),
    ],
  };
}

function toRow(name: string, all: readonly Start[]): Row {
  const healthy = all.map(({ healthyMs }) => healthyMs);
  return {
    cells: [
      name,
      figure(median(all.map(({ printedMs }) => printedMs))),
      figure(median(healthy)),
      figure(Math.max(...healthy)),
    ],
  };
}

function judge(row: Row, all: readonly Start[]): Row {
  const isMet = median(all.map(({ healthyMs }) => healthyMs)) < TARGET.ms;
  return { ...row, target: { limit: TARGET.limit, isMet } };
}

async function timeStart(dataDir: string, environment: NodeJS.ProcessEnv = {}): Promise<Start> {
  const port = await findFreePort();
  const stop = new AbortController();
  const began = performance.now();
  const healthy = waitUntilHealthy(`http://127.0.0.1:${port}/healthz`, stop.signal);
  try {
    await using _server = await startServer({ ...environment, DATA_DIR: dataDir, PORT: String(port) });
    const printedMs = performance.now() - began;
    return { printedMs, healthyMs: (await healthy) - began };
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

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'scalehouse-bench-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
