import { runServer } from './run-server.ts';

// Set before libraries that are imported later read it. (React is already built for production.)
process.env['NODE_ENV'] ??= 'production';

/** Exit with 1 if the start fails; close the site in order on a signal. */
const server = await runServer(process.env, console);
if (!server) process.exit(1);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void server.close().then(() => process.exit(0));
  });
}
