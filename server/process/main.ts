import { stopOnSignals } from './stop-server.ts';

// Only this user reads the database, uploads, and secrets.
process.umask(0o077);

// Set before libraries that are imported later read it.
process.env['NODE_ENV'] ??= 'production';

const { runServer } = await import('./run-server.ts');
const server = await runServer(process.env, console);
if (!server) process.exit(1);
stopOnSignals(server.close);
void warnWithoutSandbox();

async function warnWithoutSandbox(): Promise<void> {
  const { findSandbox } = await import('#server/domains/images/image-sandbox.ts');
  const { readConfig } = await import('#server/platform/settings/config.ts');
  const { value: config } = readConfig(process.env);
  if (!config || (await findSandbox(config.dataDir)) === 'bubblewrap') return;
  console.log(
    "Images are decoded without a sandbox: bubblewrap isn't installed or allowed. See docs/operating.md.",
  );
}
