/**
 * `npm run demo:cluster`: runs PostgreSQL, an S3 server, several servers, and a balancer on this machine, with a page
 * that shows which server responded and can kill any part. Ctrl-C ends everything.
 *
 *     npm run demo:cluster                          three servers; the site is on port 3000, the status page on 3001
 *     PORT=4000 npm run demo:cluster -- --servers 8
 */
import { parseArgs } from 'node:util';
import { stopOnSignals } from '#server/stop-server.ts';
import { startSiteCluster } from '#tests/support/site-cluster.ts';
import { createClusterDemo } from './demo-cluster/cluster-demo.ts';
import { startStatusServer } from './demo-cluster/status-server.ts';
import { hasSwift, installSwift } from './swift.ts';

const { values: options } = parseArgs({ options: { servers: { type: 'string', default: '3' } } });
const count = Number(options.servers);
const port = Number(process.env['PORT'] || 3000);

const everything = new AsyncDisposableStack();

async function start() {
  installSwift();
  console.log(`Starting PostgreSQL, ${hasSwift() ? 'an S3 server, ' : ''}and ${count} servers…`);
  const cluster = everything.use(await startSiteCluster({ count, port }));
  const demo = everything.use(await createClusterDemo(cluster));
  const status = everything.use(await startStatusServer(demo, port === 0 ? 0 : port + 1));
  const { username, password } = cluster.admin;
  console.log(`The site is at ${cluster.url}`);
  console.log(`The status page is at ${status.url}`);
  console.log(`Sign in at ${cluster.url}/admin with username ${username} and password ${password}`);
  if (!cluster.s3) console.log('Images are in a shared folder, because Swift is not installed.');
  console.log('Press Ctrl-C to stop everything.');
}

if (!(Number.isInteger(count) && count >= 1 && count <= 16)) fail('--servers must be from 1 to 16.');
if (!(Number.isInteger(port) && port >= 0 && port < 65_535)) fail('PORT must be a number from 0 to 65534.');

const started = start();
stopOnSignals(async () => {
  console.log('Stopping…');
  await started.catch(() => undefined);
  await everything.disposeAsync().catch((error: Error) => console.error(error.message));
});
try {
  await started;
} catch (error) {
  await everything.disposeAsync();
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    fail(`Port ${port} or ${port + 1} is already in use. Set PORT to another number.`);
  }
  fail(message);
}

function fail(reason: string): never {
  console.error(`The cluster can't start. ${reason}`);
  process.exit(1);
}
