import { runServer } from './run-server.ts';

// Set before libraries that are imported later read it.
process.env['NODE_ENV'] ??= 'production';

const server = await runServer(process.env, console);
if (!server) process.exit(1);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void server.close().then(() => process.exit(0));
  });
}
