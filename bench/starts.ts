import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '#tests/support/server-process.ts';
import { figure, median, type Row, type Section } from './report.ts';

const TARGET = { wanted: '< 600 ms', ms: 600 };
const LOOK_EVERY_MS = 2;

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
      'From the command to the line that says where the site is open, and to the first 200 of /healthz. Starts keep what they',
      `compiled for those that follow; the first one after a build has nothing of the kind. Medians of ${starts}.`,
    ].join('\n'),
    columns: ['', 'Line, ms', '/healthz, ms', 'slowest, ms'],
    rows: [
      judge(toRow('On an existing database', onExisting), onExisting),
      judge(toRow('On a new database', onNew), onNew),
      toRow('First after a build', uncompiled),
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
  return { ...row, target: { wanted: TARGET.wanted, isMet } };
}

async function timeStart(dataDir: string, environment: NodeJS.ProcessEnv = {}): Promise<Start> {
  const port = await findFreePort();
  const giveUp = new AbortController();
  const began = performance.now();
  const healthy = waitUntilHealthy(`http://127.0.0.1:${port}/healthz`, giveUp.signal);
  try {
    await using _server = await startServer({ ...environment, DATA_DIR: dataDir, PORT: String(port) });
    const printedMs = performance.now() - began;
    return { printedMs, healthyMs: (await healthy) - began };
  } finally {
    giveUp.abort();
  }
}

/** Returns the time of the first 200, or NaN if aborted. */
async function waitUntilHealthy(url: string, giveUp: AbortSignal): Promise<number> {
  while (!giveUp.aborted) {
    if (await responds200(url)) return performance.now();
    await sleep(LOOK_EVERY_MS);
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
