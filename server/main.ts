import { stopOnSignals } from './stop-server.ts';

// Only this user reads the database, uploads, and secrets.
process.umask(0o077);

// Set before libraries that are imported later read it.
process.env['NODE_ENV'] ??= 'production';

const { readConfig } = await import('./platform/settings/config.ts');
const config = readConfig(process.env).value;

if (config && config.workers > 1) {
  const { default: cluster } = await import('node:cluster');
  if (cluster.isWorker) {
    await runWorker();
  } else {
    const { runWorkers } = await import('./run-workers.ts');
    stopOnSignals((await runWorkers(config, console))?.close ?? fail());
  }
} else {
  const { runServer } = await import('./run-server.ts');
  stopOnSignals((await runServer(process.env, console))?.close ?? fail());
  void warnWithoutSandbox();
}

/** Stops when the parent says so: a terminal and systemd send their signals to all processes. */
async function runWorker(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const { joinParent } = await import('./platform/workers.ts');
  const worker = joinParent();
  worker.parent.on('stop', () => process.exit(0));
  const { runServer } = await import('./run-server.ts');
  const server = await runServer(process.env, console, undefined, { worker });
  if (!server) fail();
  worker.parent.on('stop', async () => {
    await server.close();
    process.exit(0);
  });
  if (worker.isWriter) void warnWithoutSandbox();
}

function fail(): never {
  process.exit(1);
}

async function warnWithoutSandbox(): Promise<void> {
  if (!config) return;
  const { findSandbox } = await import('./domains/images/image-sandbox.ts');
  if ((await findSandbox(config.dataDir)) === 'bubblewrap') return;
  console.log(
    "Images are decoded without a sandbox: bubblewrap isn't installed or allowed. See docs/operating.md.",
  );
}
