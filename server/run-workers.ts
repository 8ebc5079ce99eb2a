import { randomUUID } from 'node:crypto';
import cluster, { type Worker as ClusterWorker } from 'node:cluster';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MetricValues } from './delivery/metrics.ts';
import { checkPortIsFree, METRICS_KEYS, serveMetrics } from './platform/http/listen.ts';
import type { Config } from './platform/settings/config.ts';
import { StartError } from './platform/start-error.ts';
import { createPeer, workerEnvironment, WRITER_ID, type Peer } from './platform/workers.ts';

/** A worker that ran for this long did not fail at its start. */
const STEADY_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;
/** Time for a worker to end after its drain: eight seconds for running requests, and some for a busy machine. */
export const END_MS = 10_000;
/** Longest wait of a worker that starts for the disk state. */
const DISK_STATE_MS = 1000;
/** Longest wait for the metrics of a worker. One that hangs is left out. */
const METRICS_MS = 2000;

/** Returns the delay before a worker that failed `failures` times in a row is started again. */
export const pauseAfter = (failures: number) =>
  failures <= 1 ? 0 : Math.min(LONGEST_PAUSE_MS, 250 * 2 ** (failures - 1));

type Started = { child: ClusterWorker; peer: Peer; hasJoined: boolean; ended: Promise<number | null> };

/**
 * Starts the workers, and starts another one for each that ends. Returns undefined if the first writer cannot start.
 * `close` returns false if a worker failed to stop.
 */
export async function runWorkers(
  config: Pick<Config, 'workers' | 'host' | 'port' | 'metrics' | 'drainSeconds'>,
  console: Pick<Console, 'log' | 'error'>,
): Promise<{ close(): Promise<boolean> } | undefined> {
  const { workers: count, metrics, drainSeconds } = config;
  const started = new Map<number, Started>();
  const failures = new Map<number, number>();
  const leaseHolder = randomUUID();
  let isClosing = false;
  let hasStarted = false;

  let port: number;

  await using cleanup = new AsyncDisposableStack();
  try {
    port = await checkPortIsFree(config);
    if (metrics) {
      await checkPortIsFree(metrics, METRICS_KEYS);
      const { mergeMetrics, respondWith } = await import('./delivery/metrics.ts');
      const read = async () => mergeMetrics(await askAll<MetricValues>('metrics', METRICS_MS));
      cleanup.use(await serveMetrics(respondWith(read), metrics, console));
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(`Scalehouse can't start. ${error.message}`);
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'scalehouse-'));
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const socketPath =
    process.platform === 'win32' ? `\\\\.\\pipe\\scalehouse-${randomUUID()}` : join(folder, 'writer');
  // Unlike JSON, it keeps the infinite numbers of metrics.
  cluster.setupPrimary({ serialization: 'advanced' });

  const others = (id: number) => [...started].flatMap(([key, each]) => (key === id ? [] : [each]));

  /** Returns the answers of all workers that run, or those that arrive in time. */
  async function askAll<Answer>(topic: string, timeoutMs: number, asked = [...started.values()]) {
    const answers = asked
      .filter(({ hasJoined }) => hasJoined)
      .map(({ peer }) => Promise.race([peer.ask<Answer>(topic), after(timeoutMs)]));
    return (await Promise.all(answers)).filter((answer) => answer !== undefined);
  }

  /** Starts a worker. Returns true once it listens, and false if it ends before. */
  async function start(id: number): Promise<boolean> {
    const { promise: isReady, resolve } = Promise.withResolvers<boolean>();
    const child = cluster.fork({
      ...workerEnvironment({ id, count, socketPath, leaseHolder }),
      PORT: String(port),
    });
    const began = performance.now();
    const peer = createPeer({
      send: (message) => void (child.isConnected() && child.send(message, undefined, () => undefined)),
      receive: (listener) => void child.on('message', listener),
    });
    const ended = Promise.withResolvers<number | null>();
    const worker: Started = { child, peer, hasJoined: false, ended: ended.promise };
    started.set(id, worker);
    // A worker that was killed cannot receive messages. Its exit is handled below.
    child.on('error', () => undefined);

    peer.on('join', () => void (worker.hasJoined = true));
    peer.on('show', () => askAll('refresh', LONGEST_PAUSE_MS, others(id)));
    peer.on('disk-full', () => askAll('disk-full', LONGEST_PAUSE_MS, others(id)));
    peer.on('is-disk-full', async () => {
      const answers = await askAll<boolean>('is-disk-full', DISK_STATE_MS, others(id));
      return answers.includes(true);
    });
    peer.on('others-ended', () => Promise.all(others(id).map((each) => each.ended)));
    peer.on('ready', async () => {
      resolve(true);
      // The first writer prints the address once the others serve it, too.
      if (id === WRITER_ID && !hasStarted) await startOthers();
    });

    child.once('exit', (code: number | null, signal: NodeJS.Signals | null) => {
      peer.end();
      started.delete(id);
      ended.resolve(code);
      resolve(false);
      if (isClosing || (id === WRITER_ID && !hasStarted)) return;
      const isSteady = performance.now() - began > STEADY_MS;
      const failed = isSteady ? 1 : (failures.get(id) ?? 0) + 1;
      failures.set(id, failed);
      console.error(`Worker ${id} of ${count} ended (${signal ?? `code ${code}`}). Starting it again.`);
      setTimeout(() => isClosing || void start(id), pauseAfter(failed));
    });
    return isReady;
  }

  async function startOthers() {
    hasStarted = true;
    await Promise.all(Array.from({ length: count - 1 }, (_, n) => start(WRITER_ID + 1 + n)));
  }

  if (!(await start(WRITER_ID))) return undefined;
  const opened = cleanup.move();
  return {
    async close() {
      isClosing = true;
      const all = [...started.values()];
      for (const { peer } of all) void peer.ask('stop');
      const limit = setTimeout(
        () => all.forEach(({ child }) => child.process.kill('SIGKILL')),
        drainSeconds * 1000 + END_MS,
      );
      const codes = await Promise.all(all.map(({ ended }) => ended));
      clearTimeout(limit);
      await opened.disposeAsync();
      return codes.every((code) => code === 0);
    },
  };
}

const after = async (ms: number): Promise<undefined> =>
  new Promise((resolve) => void setTimeout(resolve, ms, undefined).unref());
