import { stopOnSignals } from './stop-server.ts';

// Only this user reads the database, uploads, and secrets.
process.umask(0o077);

// Set before libraries that are imported later read it.
process.env['NODE_ENV'] ??= 'production';

const { runServer } = await import('./run-server.ts');
const server = await runServer(process.env, console);
if (!server) process.exit(1);
stopOnSignals(server.close);
void printSandbox();

async function printSandbox(): Promise<void> {
  const { findSandbox, sandboxLine } = await import('#server/domains/images/image-sandbox.ts');
  const { readConfig } = await import('#server/platform/settings/config.ts');
  const { value: config } = readConfig(process.env);
  if (config) console.log(sandboxLine(await findSandbox(config.dataDir), config.isImageSandboxRequired));
}
