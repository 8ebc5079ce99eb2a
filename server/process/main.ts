import { stopOnSignals } from './stop-server.ts';

// Only this user reads the database, uploads, and secrets.
process.umask(0o077);

// Set before libraries that are imported later read it.
process.env['NODE_ENV'] ??= 'production';

const { runServer } = await import('./run-server.ts');
const server = await runServer(process.env, console);
if (!server) process.exit(1);
stopOnSignals(server.close);

const { findSandbox, sandboxLine } = await import('#server/domains/images/image-sandbox.ts');
const { dataDir, isImageSandboxRequired } = server.config;
console.log(sandboxLine(await findSandbox(dataDir), isImageSandboxRequired));
