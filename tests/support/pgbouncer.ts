import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSql } from './databases.ts';
import { eventually } from './eventually.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 };

/** Reason to skip tests that need PgBouncer, or false. */
export const NO_PGBOUNCER =
  !existsSync(PROGRAM) && 'SKIPPED: there is no PgBouncer. Install it (apt-get install pgbouncer)';

/**
 * Starts PgBouncer in transaction mode with two connections to the server in `url`.
 *
 * @returns the URL of the same database through the pooler
 */
export async function startPgBouncer(url: string): Promise<AsyncDisposable & { url: string }> {
  await using cleanup = new AsyncDisposableStack();
  const { hostname, port, username, password } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'scalehouse-pgbouncer-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const listenPort = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
`,
  );
  // PgBouncer does not run as root.
  await chmod(folder, 0o755);
  const program = spawn(PROGRAM, [settings], {
    stdio: 'ignore',
    ...(process.getuid?.() === 0 && UNPRIVILEGED),
  });
  cleanup.defer(async () => {
    const exited = once(program, 'exit');
    program.kill('SIGKILL');
    await exited;
  });
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${listenPort}`;
  await eventually(() => runSql(pooled.href, 'select 1'));
  const everything = cleanup.move();
  return { url: pooled.href, [Symbol.asyncDispose]: () => everything.disposeAsync() };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
