import { runServer } from './run-server.ts';

// Libraries look at this when they are loaded. (React is built for production already.)
process.env['NODE_ENV'] ??= 'production';

/** The process: a start that fails ends with 1, a signal closes the site in order. */
const server = await runServer(process.env, console);
if (!server) process.exit(1);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void server.close().then(() => process.exit(0));
  });
}
